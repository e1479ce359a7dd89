/* dxil2spirv: DXIL (Direct3D 12 shaders) to SPIR-V for Vulkan. The library's own C interface.
 *
 * SPDX-License-Identifier: MIT OR Apache-2.0
 *
 * Data in, data out: a shader is parsed once; what and how to translate is one value; what comes out is one object.
 * Reflection, plans and options are JSON, described in docs/.
 *
 * Conventions. C89. Functions return a d2s_code and hand out nothing but an error unless that is D2S_OK; what they
 * hand out is freed by the function of its type, and null may be freed. error may be null where a function has it.
 * Structures that can grow start with struct_size, which the caller sets to sizeof: callers and libraries of different
 * age then agree on what both know. The rest of a structure that the caller fills should be zero where it is not set.
 * Strings are UTF-8. No function ends the process, whatever the input; none has state between calls.
 *
 * Threads. A shader may be used by any number of threads at once. Texts, errors and translations may be read by
 * several at once. Freeing is for one thread, when no other uses the object.
 */
#ifndef DXIL2SPIRV_H
#define DXIL2SPIRV_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifndef D2S_API
#if defined(_WIN32) && defined(D2S_IMPORT_SYMBOLS)
#define D2S_API __declspec(dllimport)
#else
#define D2S_API
#endif
#endif

#if defined(__GNUC__) && !defined(__cplusplus)
__extension__ typedef unsigned long long d2s_u64;
#else
typedef unsigned long long d2s_u64;
#endif

/* The version of this header: major in the upper 16 bits, minor in the lower. Within a major version, what exists
 * stays, and the SONAME is libdxil2spirv.so.MAJOR. */
#define D2S_VERSION 1u

typedef enum d2s_code
{
  D2S_OK = 0,
  D2S_REJECTED = 1,          /* E0001: the shader breaks a rule of DXIL or of its target */
  D2S_INVALID_OPTIONS = 2,   /* E0002: the options contradict each other or the input */
  D2S_MALFORMED = 4,         /* E0004: the input is damaged */
  D2S_UNSUPPORTED = 5,       /* E0005: the shader uses what is not handled */
  D2S_ROOT_SIGNATURE = 6,    /* E0006: the root signature does not cover the shader */
  D2S_LIMIT_EXCEEDED = 8,    /* E0008: the input exceeds a bound */
  D2S_INTERNAL = 70,         /* E0070: a bug of the translator */
  D2S_INVALID_ARGUMENT = 100 /* null, or a structure without struct_size; there is no error object for it */
} d2s_code;

typedef struct d2s_shader d2s_shader;
typedef struct d2s_translation d2s_translation;
typedef struct d2s_text_object d2s_text_object;
typedef struct d2s_error d2s_error;

/* Bytes, and behind them a zero byte that size does not count. */
typedef struct d2s_text
{
  const char *data;
  size_t size;
} d2s_text;

/* level: 0 for errors, 1 for warnings. Called during the call that it was given to, on its thread. */
typedef void (*d2s_log_callback)(void *userdata, int level, const char *message, size_t size);

typedef enum d2s_root_signature_source
{
  D2S_ROOT_SIGNATURE_EMBEDDED = 0, /* the container's; without one, none */
  D2S_ROOT_SIGNATURE_NONE = 1,     /* by registers alone: set = space, see docs/binding.md */
  D2S_ROOT_SIGNATURE_GIVEN = 2     /* root_signature */
} d2s_root_signature_source;

/* What and how to translate. Zero but for struct_size is the default. */
typedef struct d2s_options
{
  size_t struct_size;
  const char *entry_point;   /* null for the only one */
  const char *json;          /* options as JSON; what is missing has its default */
  size_t json_size;
  int root_signature_source; /* d2s_root_signature_source */
  const void *root_signature; /* a container, a payload of RTS0, JSON or HLSL's string */
  size_t root_signature_size;
  d2s_log_callback log; /* may be null */
  void *log_userdata;
} d2s_options;

/* What a translation made; everything lives as long as the translation. The texts are written when they are asked for
 * the first time: who wants the words alone sets struct_size to offsetof(d2s_output, reflection). */
typedef struct d2s_output
{
  size_t struct_size;
  const unsigned *words; /* SPIR-V */
  size_t word_count;
  d2s_text reflection; /* JSON */
  d2s_text warnings;   /* JSON: an array of strings */
  d2s_u64 shader_hash; /* FNV-1, 64 bits, of the input */
} d2s_output;

/* What went wrong, and where; the texts live as long as the error. */
typedef struct d2s_error_info
{
  size_t struct_size;
  int code; /* d2s_code */
  int has_bit_offset;
  d2s_text message;
  d2s_text part;        /* of the container, or empty */
  d2s_text function;    /* or empty */
  d2s_text instruction; /* or empty */
  d2s_u64 bit_offset;   /* from the start of the part, with has_bit_offset */
  unsigned block;       /* in the function, or the largest number */
} d2s_error_info;

/* D2S_VERSION of the library. */
D2S_API unsigned d2s_version(void);
/* Changes whenever the same input may give another module: part of the key of a cache. */
D2S_API unsigned d2s_codegen_revision(void);
/* "E0004" and the like; lives forever. */
D2S_API const char *d2s_code_name(int code);

/* A container or bitcode, of which the shader keeps a copy. */
D2S_API int d2s_parse(const void *data, size_t size, d2s_shader **shader, d2s_error **error);
D2S_API void d2s_shader_free(d2s_shader *shader);

/* What is known without translating, as JSON: entry points, stages, resources, root signature. */
D2S_API int d2s_describe(const d2s_shader *shader, d2s_text_object **text, d2s_error **error);
/* How the resources that an entry point declares are reached, as JSON. options may be null. */
D2S_API int d2s_plan(const d2s_shader *shader, const d2s_options *options, d2s_text_object **text, d2s_error **error);
/* options may be null. */
D2S_API int d2s_translate(const d2s_shader *shader, const d2s_options *options, d2s_translation **translation,
                          d2s_error **error);
/* Fills output; D2S_INVALID_ARGUMENT without struct_size. */
D2S_API int d2s_translation_get(const d2s_translation *translation, d2s_output *output);
D2S_API void d2s_translation_free(d2s_translation *translation);

/* All options with their defaults, as JSON. */
D2S_API int d2s_default_options(d2s_text_object **text, d2s_error **error);
D2S_API d2s_text d2s_text_get(const d2s_text_object *text);
D2S_API void d2s_text_free(d2s_text_object *text);

D2S_API int d2s_error_get(const d2s_error *error, d2s_error_info *info);
D2S_API void d2s_error_free(d2s_error *error);

#ifdef __cplusplus
}
#endif
#endif
