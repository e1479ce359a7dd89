/* What builds that are led by profiles are trained with: translates shaders by a C library that counts.
 * usage: train layer|both|steps LIST
 * LIST names a file with a path on each line. `layer`: by the interface of dxil-spirv alone, as layers call it, all
 * resources in heaps; `both`: by the library's own as well. Shaders that are refused count for as much as they take.
 * `steps`: as `layer`, twice, the second time instruction by instruction (Linux, x86-64). It then prints, for each 16
 * bytes of the library's code that a shader has run, their address in it in hexadecimal, divided by 16, and how many
 * shaders have. */
#define _GNU_SOURCE
#include "layer.h"
#include <dxil2spirv.h>

static dxil_spv_bool on_vertex_input(void *userdata, const dxil_spv_d3d_vertex_input *d3d,
                                     dxil_spv_vulkan_vertex_input *out)
{
  (void)userdata;
  out->location = d3d->start_row;
  return DXIL_SPV_TRUE;
}

static dxil_spv_bool on_stage_io(void *userdata, const dxil_spv_d3d_shader_stage_io *d3d,
                                 dxil_spv_vulkan_shader_stage_io *out)
{
  (void)userdata;
  (void)d3d;
  (void)out;
  return DXIL_SPV_TRUE;
}

static void on_log(void *userdata, dxil_spv_log_level level, const char *message)
{
  (void)userdata;
  (void)level;
  (void)message;
}

static void ask(dxil_spv_converter converter)
{
  dxil_spv_option_shader_demote_to_helper demote;
  dxil_spv_option_physical_storage_buffer addresses;
  dxil_spv_option_typed_uav_read_without_format reads;
  dxil_spv_option_scalar_block_layout scalar;
  dxil_spv_option_compute_shader_derivatives quads;
  unsigned index;
  memset(&demote, 0, sizeof(demote));
  memset(&addresses, 0, sizeof(addresses));
  memset(&reads, 0, sizeof(reads));
  memset(&scalar, 0, sizeof(scalar));
  memset(&quads, 0, sizeof(quads));
  demote.base.type = DXIL_SPV_OPTION_SHADER_DEMOTE_TO_HELPER;
  demote.supported = DXIL_SPV_TRUE;
  addresses.base.type = DXIL_SPV_OPTION_PHYSICAL_STORAGE_BUFFER;
  addresses.enable = DXIL_SPV_TRUE;
  reads.base.type = DXIL_SPV_OPTION_TYPED_UAV_READ_WITHOUT_FORMAT;
  reads.supported = DXIL_SPV_TRUE;
  scalar.base.type = DXIL_SPV_OPTION_SCALAR_BLOCK_LAYOUT;
  scalar.supported = DXIL_SPV_TRUE;
  quads.base.type = DXIL_SPV_OPTION_COMPUTE_SHADER_DERIVATIVES;
  quads.supports_khr = DXIL_SPV_TRUE;
  dxil_spv_converter_add_option(converter, &demote.base);
  dxil_spv_converter_add_option(converter, &addresses.base);
  dxil_spv_converter_add_option(converter, &reads.base);
  dxil_spv_converter_add_option(converter, &scalar.base);
  dxil_spv_converter_add_option(converter, &quads.base);
  for (index = 0; index < WORDS; index++)
    dxil_spv_converter_add_root_parameter_mapping(converter, index, 4 * index);
  dxil_spv_converter_set_root_constant_word_count(converter, WORDS);
  dxil_spv_converter_set_srv_remapper(converter, on_srv, NULL);
  dxil_spv_converter_set_sampler_remapper(converter, on_sampler, NULL);
  dxil_spv_converter_set_uav_remapper(converter, on_uav, NULL);
  dxil_spv_converter_set_cbv_remapper(converter, on_cbv, NULL);
  dxil_spv_converter_set_vertex_input_remapper(converter, on_vertex_input, NULL);
  dxil_spv_converter_set_stage_input_remapper(converter, on_stage_io, NULL);
  dxil_spv_converter_set_stage_output_remapper(converter, on_stage_io, NULL);
}

static int by_layer(const void *data, size_t size)
{
  dxil_spv_parsed_blob blob = NULL;
  dxil_spv_converter converter = NULL;
  dxil_spv_compiled_spirv spirv = { NULL, 0 };
  int good;
  dxil_spv_begin_thread_allocator_context();
  dxil_spv_set_thread_log_callback(on_log, NULL);
  good = dxil_spv_parse_dxil_blob(data, size, &blob) == DXIL_SPV_SUCCESS &&
         dxil_spv_create_converter(blob, &converter) == DXIL_SPV_SUCCESS;
  if (good)
  {
    ask(converter);
    good = dxil_spv_converter_run(converter) == DXIL_SPV_SUCCESS &&
           dxil_spv_converter_get_compiled_spirv(converter, &spirv) == DXIL_SPV_SUCCESS;
  }
  dxil_spv_converter_free(converter);
  dxil_spv_parsed_blob_free(blob);
  dxil_spv_end_thread_allocator_context();
  return good;
}

static int by_own(const void *data, size_t size)
{
  d2s_shader *shader = NULL;
  d2s_translation *translation = NULL;
  int good = d2s_parse(data, size, &shader, NULL) == D2S_OK &&
             d2s_translate(shader, NULL, &translation, NULL) == D2S_OK;
  d2s_translation_free(translation);
  d2s_shader_free(shader);
  return good;
}

#if defined(__linux__) && defined(__x86_64__)
#include <dlfcn.h>
#include <signal.h>
#include <stdint.h>
#include <ucontext.h>

enum { GRANULE = 16, GRANULES = 1 << 22 };

static uintptr_t library;
static unsigned shader_number, last_shader[GRANULES], shaders_of[GRANULES];

static void on_step(int signal, siginfo_t *info, void *context)
{
  uintptr_t at = (uintptr_t)((ucontext_t *)context)->uc_mcontext.gregs[REG_RIP] - library;
  (void)signal;
  (void)info;
  at /= GRANULE;
  if (at < GRANULES && last_shader[at] != shader_number)
  {
    last_shader[at] = shader_number;
    shaders_of[at]++;
  }
}

/* The processor's trace flag: a signal behind each instruction. */
static void step(int on)
{
  const unsigned long trace = 0x100, flags = (unsigned long)__builtin_ia32_readeflags_u64();
  __builtin_ia32_writeeflags_u64(on ? flags | trace : flags & ~trace);
}

static int by_steps(const void *data, size_t size)
{
  int good;
  if (shader_number++ == 0)
  {
    struct sigaction action;
    Dl_info found;
    memset(&action, 0, sizeof(action));
    action.sa_sigaction = on_step;
    action.sa_flags = SA_SIGINFO;
    if (!dladdr(dlsym(RTLD_DEFAULT, "dxil_spv_converter_run"), &found) || sigaction(SIGTRAP, &action, NULL))
      return 0;
    library = (uintptr_t)found.dli_fbase;
  }
  /* What the first call alone goes through is not wanted. */
  by_layer(data, size);
  step(1);
  good = by_layer(data, size);
  step(0);
  return good;
}

static void print_steps(void)
{
  unsigned long at;
  for (at = 0; at < GRANULES; at++)
    if (shaders_of[at])
      printf("%lx %u\n", at, shaders_of[at]);
}
#else
static int by_steps(const void *data, size_t size)
{
  (void)data;
  (void)size;
  return 0;
}

static void print_steps(void)
{
}
#endif

int main(int count, char **arguments)
{
  char path[4096];
  unsigned long shaders = 0, translated = 0;
  const char *ways = count == 3 ? arguments[1] : "";
  int both = strcmp(ways, "both") == 0, steps = strcmp(ways, "steps") == 0;
  FILE *list = both || steps || strcmp(ways, "layer") == 0 ? fopen(arguments[2], "r") : NULL;
  if (!list)
  {
    fprintf(stderr, "usage: train layer|both|steps LIST\n");
    return EXIT_FAILURE;
  }
  while (fgets(path, sizeof(path), list))
  {
    size_t size = 0;
    void *data;
    path[strcspn(path, "\r\n")] = 0;
    data = read_all(path, &size);
    if (!data)
    {
      fprintf(stderr, "%s cannot be read\n", path);
      fclose(list);
      return EXIT_FAILURE;
    }
    shaders++;
    translated += (unsigned)(steps ? by_steps(data, size) : by_layer(data, size));
    if (both)
      by_own(data, size);
    free(data);
  }
  fclose(list);
  printf("%lu of %lu shaders translated\n", translated, shaders);
  if (steps)
    print_steps();
  return shaders ? EXIT_SUCCESS : EXIT_FAILURE;
}
