/* A layer's part, for programs in C: it answers that all resources are in heaps, and reads shaders. */
#ifndef LAYER_H
#define LAYER_H
#include <dxil_spirv_c.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Words of root constants, of which the first are the offsets of descriptor tables. */
enum { WORDS = 8, COUNTERS = 7, OFFSETS = 15 };

static int is_buffer(const dxil_spv_d3d_binding *d3d)
{
  return d3d->kind == DXIL_SPV_RESOURCE_KIND_TYPED_BUFFER || d3d->kind == DXIL_SPV_RESOURCE_KIND_RAW_BUFFER ||
         d3d->kind == DXIL_SPV_RESOURCE_KIND_STRUCTURED_BUFFER;
}

/* The set is also the word that has the offset of the table; a heap has none. */
static dxil_spv_vulkan_binding in_heap(const dxil_spv_d3d_binding *d3d, unsigned set)
{
  dxil_spv_vulkan_binding out;
  int whole = d3d->register_index == ~0u && d3d->register_space == ~0u;
  memset(&out, 0, sizeof(out));
  out.set = set;
  out.bindless.use_heap = DXIL_SPV_TRUE;
  out.root_constant_index = whole ? 0 : set;
  out.bindless.heap_root_offset = whole ? 0 : d3d->register_index;
  if (is_buffer(d3d) && d3d->kind != DXIL_SPV_RESOURCE_KIND_TYPED_BUFFER)
    out.descriptor_type = DXIL_SPV_VULKAN_DESCRIPTOR_TYPE_SSBO;
  return out;
}

static dxil_spv_bool on_srv(void *userdata, const dxil_spv_d3d_binding *d3d, dxil_spv_srv_vulkan_binding *out)
{
  (void)userdata;
  out->buffer_binding = in_heap(d3d, is_buffer(d3d) ? 1 : 0);
  out->offset_binding.set = OFFSETS;
  return DXIL_SPV_TRUE;
}

static dxil_spv_bool on_sampler(void *userdata, const dxil_spv_d3d_binding *d3d, dxil_spv_vulkan_binding *out)
{
  (void)userdata;
  *out = in_heap(d3d, 2);
  return DXIL_SPV_TRUE;
}

static dxil_spv_bool on_uav(void *userdata, const dxil_spv_uav_d3d_binding *d3d, dxil_spv_uav_vulkan_binding *out)
{
  (void)userdata;
  out->buffer_binding = in_heap(&d3d->d3d_binding, is_buffer(&d3d->d3d_binding) ? 4 : 3);
  out->offset_binding.set = OFFSETS;
  out->counter_binding = out->buffer_binding;
  out->counter_binding.set = COUNTERS;
  out->counter_binding.descriptor_type = DXIL_SPV_VULKAN_DESCRIPTOR_TYPE_IDENTITY;
  return DXIL_SPV_TRUE;
}

static dxil_spv_bool on_cbv(void *userdata, const dxil_spv_d3d_binding *d3d, dxil_spv_cbv_vulkan_binding *out)
{
  (void)userdata;
  out->vulkan.uniform_binding = in_heap(d3d, 5);
  return DXIL_SPV_TRUE;
}

static void *read_all(const char *path, size_t *size)
{
  FILE *file = fopen(path, "rb");
  char *data = NULL;
  long end;
  if (file && fseek(file, 0, SEEK_END) == 0 && (end = ftell(file)) > 0)
  {
    rewind(file);
    data = malloc((size_t)end);
    *size = data ? fread(data, 1, (size_t)end, file) : 0;
    if (data && *size != (size_t)end)
    {
      free(data);
      data = NULL;
    }
  }
  if (file)
    fclose(file);
  return data;
}

#endif
