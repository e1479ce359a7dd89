/* Drives both interfaces from several threads at once: parse, remap, run, fetch, free. Every thread must get the same
 * module. usage: threads [-r ROUNDS] CONTAINER... */
#include "../../packaging/layer.h"
#include "dxil2spirv.h"
#include <pthread.h>

#define THREADS 4
#define MAX_FILES 64

typedef struct file
{
  const char *path;
  void *data;
  size_t size;
  dxil_spv_parsed_blob shared_blob;
  d2s_shader *shared_shader;
  void *compat_words;
  size_t compat_size;
  void *native_words;
  size_t native_size;
} file;

static file files[MAX_FILES];
static int file_count;
static int rounds = 3;

typedef struct counts
{
  unsigned resources;
  unsigned elements;
  unsigned messages;
} counts;

static dxil_spv_bool count_srv(void *userdata, const dxil_spv_d3d_binding *d3d, dxil_spv_srv_vulkan_binding *out)
{
  ((counts *)userdata)->resources++;
  return on_srv(NULL, d3d, out);
}

static dxil_spv_bool count_sampler(void *userdata, const dxil_spv_d3d_binding *d3d, dxil_spv_vulkan_binding *out)
{
  ((counts *)userdata)->resources++;
  return on_sampler(NULL, d3d, out);
}

static dxil_spv_bool count_uav(void *userdata, const dxil_spv_uav_d3d_binding *d3d, dxil_spv_uav_vulkan_binding *out)
{
  ((counts *)userdata)->resources++;
  return on_uav(NULL, d3d, out);
}

static dxil_spv_bool count_cbv(void *userdata, const dxil_spv_d3d_binding *d3d, dxil_spv_cbv_vulkan_binding *out)
{
  ((counts *)userdata)->resources++;
  return on_cbv(NULL, d3d, out);
}

static dxil_spv_bool on_vertex_input(void *userdata, const dxil_spv_d3d_vertex_input *d3d,
                                     dxil_spv_vulkan_vertex_input *out)
{
  ((counts *)userdata)->elements++;
  out->location = d3d->start_row;
  return d3d->semantic ? DXIL_SPV_TRUE : DXIL_SPV_FALSE;
}

static dxil_spv_bool on_stage_io(void *userdata, const dxil_spv_d3d_shader_stage_io *d3d,
                                 dxil_spv_vulkan_shader_stage_io *out)
{
  ((counts *)userdata)->elements++;
  (void)out;
  return d3d->semantic ? DXIL_SPV_TRUE : DXIL_SPV_FALSE;
}

static void on_log(void *userdata, dxil_spv_log_level level, const char *message)
{
  (void)level;
  ((counts *)userdata)->messages += message[0] != 0;
}

static int fail(const file *f, const char *what, int code)
{
  fprintf(stderr, "%s: %s: %d\n", f->path, what, code);
  return 1;
}

/* Compares with what the first thread kept, or keeps it. */
static int same(void **kept, size_t *kept_size, const void *data, size_t size)
{
  if (!*kept)
  {
    *kept = malloc(size);
    *kept_size = size;
    memcpy(*kept, data, size);
    return 1;
  }
  return *kept_size == size && memcmp(*kept, data, size) == 0;
}

static int compat(file *f, dxil_spv_parsed_blob blob)
{
  dxil_spv_converter converter = NULL;
  dxil_spv_compiled_spirv spirv;
  dxil_spv_option_physical_storage_buffer bda;
  dxil_spv_option_ssbo_alignment alignment;
  dxil_spv_option_shader_source_file source;
  const char *name = NULL;
  unsigned x, y, z;
  counts seen;
  int code;

  memset(&seen, 0, sizeof(seen));
  dxil_spv_set_thread_log_callback(on_log, &seen);
  dxil_spv_begin_thread_allocator_context();
  code = dxil_spv_parsed_blob_scan_resources(blob, count_srv, count_sampler, count_cbv, count_uav, &seen);
  if (code != DXIL_SPV_SUCCESS)
    return fail(f, "scan", code);
  code = dxil_spv_create_converter(blob, &converter);
  if (code != DXIL_SPV_SUCCESS)
    return fail(f, "create", code);
  if (dxil_spv_converter_get_compiled_spirv(converter, &spirv) == DXIL_SPV_SUCCESS)
    return fail(f, "SPIR-V before the run", 0);

  memset(&bda, 0, sizeof(bda));
  bda.base.type = DXIL_SPV_OPTION_PHYSICAL_STORAGE_BUFFER;
  bda.enable = DXIL_SPV_TRUE;
  memset(&alignment, 0, sizeof(alignment));
  alignment.base.type = DXIL_SPV_OPTION_SSBO_ALIGNMENT;
  alignment.alignment = 1;
  memset(&source, 0, sizeof(source));
  source.base.type = DXIL_SPV_OPTION_SHADER_SOURCE_FILE;
  source.name = f->path;
  if (dxil_spv_converter_add_option(converter, &bda.base) != DXIL_SPV_SUCCESS ||
      dxil_spv_converter_add_option(converter, &alignment.base) != DXIL_SPV_SUCCESS ||
      dxil_spv_converter_add_option(converter, &source.base) != DXIL_SPV_SUCCESS)
    return fail(f, "options", 0);
  dxil_spv_converter_set_srv_remapper(converter, count_srv, &seen);
  dxil_spv_converter_set_sampler_remapper(converter, count_sampler, &seen);
  dxil_spv_converter_set_uav_remapper(converter, count_uav, &seen);
  dxil_spv_converter_set_cbv_remapper(converter, count_cbv, &seen);
  dxil_spv_converter_set_vertex_input_remapper(converter, on_vertex_input, &seen);
  dxil_spv_converter_set_stage_input_remapper(converter, on_stage_io, &seen);
  dxil_spv_converter_set_stage_output_remapper(converter, on_stage_io, &seen);
  dxil_spv_converter_set_root_constant_word_count(converter, WORDS);
  code = dxil_spv_parsed_blob_get_entry_point_name(blob, 0, &name);
  if (code != DXIL_SPV_SUCCESS)
    return fail(f, "entry point", code);
  dxil_spv_converter_set_entry_point(converter, name);

  code = dxil_spv_converter_run(converter);
  if (code != DXIL_SPV_SUCCESS)
    return fail(f, "run", code);
  code = dxil_spv_converter_get_compiled_spirv(converter, &spirv);
  if (code != DXIL_SPV_SUCCESS || *(const unsigned *)spirv.data != 0x07230203u)
    return fail(f, "SPIR-V", code);
  if (dxil_spv_converter_get_compiled_entry_point(converter, &name) != DXIL_SPV_SUCCESS || !name[0])
    return fail(f, "compiled entry point", 0);
  if (dxil_spv_converter_get_compute_workgroup_dimensions(converter, &x, &y, &z) != DXIL_SPV_SUCCESS)
    return fail(f, "workgroup", 0);
  if (!same(&f->compat_words, &f->compat_size, spirv.data, spirv.size))
    return fail(f, "another module than before", 0);
  /* A run that fails says why, and takes back what was there. */
  dxil_spv_converter_set_entry_point(converter, "there is no such entry point");
  if (dxil_spv_converter_run(converter) == DXIL_SPV_SUCCESS || !seen.messages ||
      dxil_spv_converter_get_compiled_spirv(converter, &spirv) == DXIL_SPV_SUCCESS)
    return fail(f, "a failing run", 0);
  dxil_spv_converter_free(converter);
  dxil_spv_end_thread_allocator_context();
  dxil_spv_set_thread_log_callback(NULL, NULL);
  return 0;
}

static int native(file *f, const d2s_shader *shader)
{
  static const char json[] = "{ \"target_env\": \"vulkan1.2\" }";
  d2s_translation *translation = NULL;
  d2s_text_object *text = NULL;
  d2s_error *error = NULL;
  d2s_error_info info;
  d2s_options options;
  d2s_output output;
  int code;

  memset(&options, 0, sizeof(options));
  options.struct_size = sizeof(options);
  options.json = json;
  options.json_size = sizeof(json) - 1;
  memset(&output, 0, sizeof(output));
  output.struct_size = sizeof(output);
  code = d2s_translate(shader, &options, &translation, &error);
  if (code != D2S_OK)
    return fail(f, "translate", code);
  if (d2s_translation_get(translation, &output) != D2S_OK || output.words[0] != 0x07230203u)
    return fail(f, "output", 0);
  if (output.reflection.data[0] != '{' || output.reflection.data[output.reflection.size] != 0)
    return fail(f, "reflection", 0);
  if (!same(&f->native_words, &f->native_size, output.words, output.word_count * 4))
    return fail(f, "another module than before", 0);
  d2s_translation_free(translation);
  if (d2s_describe(shader, &text, NULL) != D2S_OK || d2s_text_get(text).data[0] != '{')
    return fail(f, "description", 0);
  d2s_text_free(text);
  if (d2s_plan(shader, &options, &text, NULL) != D2S_OK || d2s_text_get(text).data[0] != '{')
    return fail(f, "plan", 0);
  d2s_text_free(text);

  options.entry_point = "there is no such entry point";
  code = d2s_translate(shader, &options, &translation, &error);
  memset(&info, 0, sizeof(info));
  info.struct_size = sizeof(info);
  if (code == D2S_OK || translation || d2s_error_get(error, &info) != D2S_OK || info.code != code ||
      !info.message.size)
    return fail(f, "a failing translation", code);
  d2s_error_free(error);
  return 0;
}

static void *work(void *unused)
{
  size_t failures = 0;
  int round, i;
  (void)unused;
  for (round = 0; round < rounds; round++)
    for (i = 0; i < file_count; i++)
    {
      file *f = &files[i];
      dxil_spv_parsed_blob blob = NULL;
      d2s_shader *shader = NULL;
      failures += (size_t)compat(f, f->shared_blob);
      failures += (size_t)native(f, f->shared_shader);
      if (dxil_spv_parse_dxil_blob(f->data, f->size, &blob) != DXIL_SPV_SUCCESS)
        failures++;
      else
        failures += (size_t)compat(f, blob);
      dxil_spv_parsed_blob_free(blob);
      if (d2s_parse(f->data, f->size, &shader, NULL) != D2S_OK)
        failures++;
      else
        failures += (size_t)native(f, shader);
      d2s_shader_free(shader);
    }
  return (void *)failures;
}

int main(int count, char **arguments)
{
  pthread_t threads[THREADS];
  size_t failures = 0;
  int i = 1;
  if (count > 2 && !strcmp(arguments[1], "-r"))
  {
    rounds = atoi(arguments[2]);
    i = 3;
  }
  for (; i < count && file_count < MAX_FILES; i++)
  {
    file *f = &files[file_count++];
    f->path = arguments[i];
    f->data = read_all(f->path, &f->size);
    if (!f->data)
      return 2;
    if (dxil_spv_parse_dxil_blob(f->data, f->size, &f->shared_blob) != DXIL_SPV_SUCCESS)
      return fail(f, "parse", 0);
    if (d2s_parse(f->data, f->size, &f->shared_shader, NULL) != D2S_OK)
      return fail(f, "parse", 1);
    /* What all threads must get. */
    failures += (size_t)compat(f, f->shared_blob);
    failures += (size_t)native(f, f->shared_shader);
  }
  for (i = 0; i < THREADS; i++)
    if (pthread_create(&threads[i], NULL, work, NULL))
      return 2;
  for (i = 0; i < THREADS; i++)
  {
    void *result = NULL;
    pthread_join(threads[i], &result);
    failures += (size_t)result;
  }
  for (i = 0; i < file_count; i++)
  {
    dxil_spv_parsed_blob_free(files[i].shared_blob);
    d2s_shader_free(files[i].shared_shader);
    free(files[i].compat_words);
    free(files[i].native_words);
    free(files[i].data);
  }
  if (failures)
    fprintf(stderr, "%lu failures\n", (unsigned long)failures);
  return failures != 0;
}
