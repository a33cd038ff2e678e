/* SPDX-License-Identifier: MIT
 *
 * The engine for programs in C and in languages that call C. The functions and structures here do not change: new
 * members are added at the end of a request, whose first member says how long it is.
 *
 * Every function that can fail returns a gpufft_status; gpufft_last_error() then has the reason. A plan is used by one
 * thread at a time; different plans may be used at the same time. */
#ifndef GPUFFT_C_API_H
#define GPUFFT_C_API_H

#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define GPUFFT_API __attribute__((visibility("default")))
#else
#define GPUFFT_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef enum gpufft_status {
  GPUFFT_OK = 0,
  GPUFFT_INVALID = 1,       /* the request or an argument cannot be served, now or later */
  GPUFFT_DEVICE_FAILED = 2, /* the device is absent or failed; a retry may succeed */
  GPUFFT_FAILED = 3         /* anything else, as too little memory */
} gpufft_status;

/* "0.1.0". */
GPUFFT_API const char* gpufft_version(void);

/* Why the last call of this thread that failed did, for a person; "" before. Valid until the next one that fails. */
GPUFFT_API const char* gpufft_last_error(void);

/* The backends of this build, best first: 0, 1, ... until NULL. The last one is "cpu". */
GPUFFT_API const char* gpufft_backend(size_t index);

/* NULL if plans can be made on the backend now, else the reason. Valid as gpufft_last_error() is. */
GPUFFT_API const char* gpufft_why_unavailable(const char* backend);

/* ---- Transforms ---- */

typedef enum gpufft_kind {
  GPUFFT_COMPLEX = 0,         /* complex to complex */
  GPUFFT_REAL_TO_COMPLEX = 1, /* length points to bins 0 to length / 2 */
  GPUFFT_COMPLEX_TO_REAL = 2, /* and back */
  GPUFFT_DCT_II = 3,          /* real to real: sum of x[n] cos(pi k (2n + 1) / (2 length)) */
  GPUFFT_DCT_III = 4          /* real to real: back, multiplied by length / 2 */
} gpufft_kind;

/* Filled by gpufft_fft_defaults(); then change what differs. */
typedef struct gpufft_fft_request {
  size_t struct_size;
  size_t length;                   /* points of one transform */
  size_t batch;                    /* transforms per call; 1 */
  size_t rows;                     /* over 1: two dimensions, rows of length points each; 1 */
  int kind;                        /* a gpufft_kind; GPUFFT_COMPLEX */
  int inverse;                     /* 1: inverse, for GPUFFT_COMPLEX only; 0 */
  unsigned threads;                /* that share a call; 1 */
  size_t in_stride, in_distance;   /* points from one to the next, and from one transform to */
  size_t out_stride, out_distance; /* the next (0: packed), for GPUFFT_COMPLEX only; 1, 0 */
} gpufft_fft_request;

typedef struct gpufft_fft gpufft_fft;

GPUFFT_API void gpufft_fft_defaults(gpufft_fft_request* request, size_t length);

/* Plans on a backend such as "cpu", "opencl:1" or "qpu:emulated:pi3"; "auto" is the first that is available. *plan is
 * NULL if it fails. */
GPUFFT_API gpufft_status gpufft_fft_plan(const char* backend, const gpufft_fft_request* request, gpufft_fft** plan);

/* Transforms. Complex numbers are pairs of floats, real and imaginary. `in` and `out` have the points that were
 * planned; they are the same memory or do not overlap. Not scaled: forward and inverse multiply by length. */
GPUFFT_API gpufft_status gpufft_fft_run(gpufft_fft* plan, const float* in, float* out);

GPUFFT_API void gpufft_fft_free(gpufft_fft* plan); /* NULL is ignored */

/* ---- Power spectra of IQ samples ---- */

typedef enum gpufft_format { GPUFFT_CU8 = 0, GPUFFT_CS8 = 1, GPUFFT_CS16 = 2, GPUFFT_CF32 = 3 } gpufft_format;

/* Filled by gpufft_spectrum_defaults(); then change what differs. */
typedef struct gpufft_spectrum_request {
  size_t struct_size;
  size_t bins;          /* points of a frame */
  size_t hop;           /* samples from the start of a frame to the start of the next; bins */
  int format;           /* a gpufft_format; GPUFFT_CU8 */
  const char* window;   /* "hann", "flattop", "kaiser:8.6"; "hann" */
  int remove_dc;        /* 1: subtract a slowly tracked mean before the window; 0 */
  unsigned deadline_ms; /* for a call; a device that takes longer has failed; 1000 */
  unsigned threads;     /* that share the frames of a call; 1 */
} gpufft_spectrum_request;

typedef struct gpufft_spectrum gpufft_spectrum;

/* Sum, maximum and minimum of the power in every bin, over `frames` frames; from the lowest frequency to the highest,
 * bin bins / 2 is the center. A full-scale tone in the middle of a bin gives 1.0 in each frame. */
typedef struct gpufft_row {
  const float *sum, *max, *min; /* bins each; valid until the plan's next call */
  size_t bins;
  uint64_t frames;
} gpufft_row;

GPUFFT_API void gpufft_spectrum_defaults(gpufft_spectrum_request* request, size_t bins);
GPUFFT_API gpufft_status gpufft_spectrum_plan(const char* backend, const gpufft_spectrum_request* request,
                                              gpufft_spectrum** plan);

/* Adds `frames` frames to the row of the plan, from `bytes` bytes of samples: at least (frames - 1) * hop + bins of
 * them. After GPUFFT_DEVICE_FAILED the row is unchanged. */
GPUFFT_API gpufft_status gpufft_spectrum_accumulate(gpufft_spectrum* plan, const void* iq, size_t bytes, size_t frames);

GPUFFT_API gpufft_row gpufft_spectrum_row(const gpufft_spectrum* plan);
GPUFFT_API void gpufft_spectrum_clear(gpufft_spectrum* plan); /* begins the next row */
GPUFFT_API void gpufft_spectrum_reset(gpufft_spectrum* plan); /* forgets the tracked mean, as after a retune */
GPUFFT_API void gpufft_spectrum_free(gpufft_spectrum* plan);  /* NULL is ignored */

/* ---- Memory for samples ---- */

typedef struct gpufft_host_buffer gpufft_host_buffer;

/* Memory that the backend's device copies from directly, at its full speed: samples anywhere else are copied to such
 * memory first. Spectra may be given any part of it. *buffer is NULL if it fails. */
GPUFFT_API gpufft_status gpufft_host_buffer_make(const char* backend, size_t bytes, gpufft_host_buffer** buffer);
GPUFFT_API void* gpufft_host_buffer_data(const gpufft_host_buffer* buffer);
GPUFFT_API void gpufft_host_buffer_free(gpufft_host_buffer* buffer); /* NULL is ignored */

#ifdef __cplusplus
}
#endif

#endif
