/* A program as users have it, against the installed library: translates a container through both interfaces.
 * usage: consumer CONTAINER */
#include <dxil2spirv.h>
#include <dxil_spirv_c.h>
#include <stdio.h>
#include <stdlib.h>

static const unsigned magic = 0x07230203u;

static int own(const void *data, size_t size)
{
  d2s_shader *shader = NULL;
  d2s_translation *translation = NULL;
  d2s_output output = { sizeof(output), 0, 0, { 0, 0 }, { 0, 0 }, 0 };
  int good = d2s_parse(data, size, &shader, NULL) == D2S_OK &&
             d2s_translate(shader, NULL, &translation, NULL) == D2S_OK &&
             d2s_translation_get(translation, &output) == D2S_OK && output.words[0] == magic;
  d2s_translation_free(translation);
  d2s_shader_free(shader);
  return good;
}

static int compatible(const void *data, size_t size)
{
  dxil_spv_parsed_blob blob = NULL;
  dxil_spv_converter converter = NULL;
  dxil_spv_compiled_spirv spirv = { NULL, 0 };
  int good = dxil_spv_parse_dxil_blob(data, size, &blob) == DXIL_SPV_SUCCESS &&
             dxil_spv_create_converter(blob, &converter) == DXIL_SPV_SUCCESS &&
             dxil_spv_converter_run(converter) == DXIL_SPV_SUCCESS &&
             dxil_spv_converter_get_compiled_spirv(converter, &spirv) == DXIL_SPV_SUCCESS &&
             *(const unsigned *)spirv.data == magic;
  dxil_spv_converter_free(converter);
  dxil_spv_parsed_blob_free(blob);
  return good;
}

int main(int count, char **arguments)
{
  static char data[1 << 16];
  FILE *file = count > 1 ? fopen(arguments[1], "rb") : NULL;
  size_t size = file ? fread(data, 1, sizeof(data), file) : 0;
  if (file)
    fclose(file);
  if (size && own(data, size) && compatible(data, size))
    return EXIT_SUCCESS;
  fprintf(stderr, "no translation of %lu bytes\n", (unsigned long)size);
  return EXIT_FAILURE;
}
