// SPDX-License-Identifier: MIT
#include "gpufft/c_api.h"

#include <algorithm>
#include <complex>
#include <cstring>
#include <exception>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>

#include "gpufft/backend.h"
#include "gpufft/requests.h"

struct gpufft_fft {
  gpufft::FftRequest request;
  std::unique_ptr<gpufft::Fft> fft;
};

struct gpufft_spectrum {
  gpufft::SpectrumRequest request;
  std::unique_ptr<gpufft::Spectrum> spectrum;
  gpufft::PowerRow row;
};

struct gpufft_host_buffer {
  std::unique_ptr<gpufft::HostBuffer> memory;
};

namespace {

using namespace gpufft;
using Complex = std::complex<float>;

thread_local std::string last_error;

gpufft_status failed(gpufft_status status, const char* reason) {
  try {
    last_error = reason;
  } catch (const std::bad_alloc&) {
    last_error.clear();
  }
  return status;
}

template <class Work>
gpufft_status guarded(Work work) {
  try {
    work();
    return GPUFFT_OK;
  } catch (const PlanError& error) {
    return failed(GPUFFT_INVALID, error.what());
  } catch (const DeviceError& error) {
    return failed(GPUFFT_DEVICE_FAILED, error.what());
  } catch (const std::exception& error) {
    return failed(GPUFFT_FAILED, error.what());
  }
}

// What the caller was compiled with: a request of this version or a shorter, older one, over the defaults.
template <class Request>
Request known_part(const Request* request, Request defaults) {
  if (!request || request->struct_size < sizeof(std::size_t)) throw PlanError("the request has no struct_size");
  if (request->struct_size > sizeof(Request)) throw PlanError("the request is of a later version of the library");
  std::memcpy(&defaults, request, request->struct_size);
  return defaults;
}

template <class Enum>
Enum one_of(int value, Enum last, const char* what) {
  if (value < 0 || value > static_cast<int>(last))
    throw PlanError(std::string(what) + " of " + std::to_string(value) + " is unknown");
  return static_cast<Enum>(value);
}

FftRequest fft_request(const gpufft_fft_request* given) {
  gpufft_fft_request defaults;
  gpufft_fft_defaults(&defaults, 0);
  const gpufft_fft_request from = known_part(given, defaults);
  return {.length = from.length,
          .batch = from.batch,
          .direction = from.inverse ? Direction::Inverse : Direction::Forward,
          .kind = one_of(from.kind, FftKind::DctIII, "a kind"),
          .rows = from.rows,
          .in = {from.in_stride, from.in_distance},
          .out = {from.out_stride, from.out_distance},
          .threads = from.threads};
}

SpectrumRequest spectrum_request(const gpufft_spectrum_request* given) {
  gpufft_spectrum_request defaults;
  gpufft_spectrum_defaults(&defaults, 0);
  const gpufft_spectrum_request from = known_part(given, defaults);
  const auto window = parse_window(from.window ? from.window : "");
  if (!window) throw PlanError(std::string("the window \"") + (from.window ? from.window : "") + "\" is unknown");
  return {.format = one_of(from.format, SampleFormat::Cf32, "a format"),
          .bins = from.bins,
          .hop = from.hop,
          .window = *window,
          .remove_dc = from.remove_dc != 0,
          .deadline = std::chrono::milliseconds(from.deadline_ms),
          .threads = from.threads};
}

const Backend& backend_for(const char* name) { return *choose_backend(name ? name : "auto").backend; }

// Points from the first to the last, both included.
std::size_t extent(const FftRequest& request, const FftLayout& layout) {
  const std::size_t length = request.length * request.rows;
  return (request.batch - 1) * distance_of(layout, length) + (length - 1) * layout.stride + 1;
}

std::span<const Complex> complex_points(const float* first, std::size_t count) {
  return {reinterpret_cast<const Complex*>(first), count};
}
std::span<Complex> complex_points(float* first, std::size_t count) {
  return {reinterpret_cast<Complex*>(first), count};
}

void transform(gpufft_fft& plan, const float* in, float* out) {
  const FftRequest& request = plan.request;
  const std::size_t points = request.batch * request.length;
  const std::size_t bins = request.batch * (request.length / 2 + 1);
  switch (request.kind) {
    case FftKind::Complex:
      return plan.fft->transform(complex_points(in, extent(request, request.in)),
                                 complex_points(out, extent(request, request.out)));
    case FftKind::RealToComplex:
      return plan.fft->transform(std::span(in, points), complex_points(out, bins));
    case FftKind::ComplexToReal:
      return plan.fft->transform(complex_points(in, bins), std::span(out, points));
    case FftKind::DctII:
    case FftKind::DctIII:
      return plan.fft->transform(std::span(in, points), std::span(out, points));
  }
}

void require(bool given, const char* what) {
  if (!given) throw PlanError(std::string(what) + " is NULL");
}

void accumulate(gpufft_spectrum& plan, const void* iq, std::size_t bytes, std::size_t frames) {
  if (frames == 0) return;
  require(iq != nullptr, "iq");
  const std::size_t samples = bytes / bytes_per_sample(plan.request.format);
  if (samples < plan.request.bins || (samples - plan.request.bins) / plan.request.hop < frames - 1)
    throw PlanError(std::to_string(samples) + " samples are too few for " + std::to_string(frames) + " frames");
  plan.spectrum->accumulate({static_cast<const std::byte*>(iq), bytes}, frames, plan.row);
}

}  // namespace

const char* gpufft_version() { return GPUFFT_VERSION; }

const char* gpufft_last_error() { return last_error.c_str(); }

const char* gpufft_backend(std::size_t index) {
  return index < backends().size() ? backends()[index]->name().data() : nullptr;  // names are literals
}

const char* gpufft_why_unavailable(const char* backend) {
  std::optional<std::string> reason;
  const gpufft_status status = guarded([&] { reason = backend_named(backend ? backend : "").why_unavailable(); });
  if (status == GPUFFT_OK && !reason) return nullptr;
  if (reason) failed(GPUFFT_DEVICE_FAILED, reason->c_str());
  return gpufft_last_error();
}

void gpufft_fft_defaults(gpufft_fft_request* request, std::size_t length) {
  *request = {.struct_size = sizeof *request,
              .length = length,
              .batch = 1,
              .rows = 1,
              .kind = GPUFFT_COMPLEX,
              .inverse = 0,
              .threads = 1,
              .in_stride = 1,
              .in_distance = 0,
              .out_stride = 1,
              .out_distance = 0};
}

gpufft_status gpufft_fft_plan(const char* backend, const gpufft_fft_request* request, gpufft_fft** plan) {
  if (plan) *plan = nullptr;
  return guarded([&] {
    require(plan != nullptr, "plan");
    const FftRequest wanted = fft_request(request);
    *plan = new gpufft_fft{wanted, backend_for(backend).plan_fft(wanted)};
  });
}

gpufft_status gpufft_fft_run(gpufft_fft* plan, const float* in, float* out) {
  return guarded([&] {
    require(plan && in && out, "plan, in or out");
    transform(*plan, in, out);
  });
}

void gpufft_fft_free(gpufft_fft* plan) { delete plan; }

void gpufft_spectrum_defaults(gpufft_spectrum_request* request, std::size_t bins) {
  *request = {.struct_size = sizeof *request,
              .bins = bins,
              .hop = bins,
              .format = GPUFFT_CU8,
              .window = "hann",
              .remove_dc = 0,
              .deadline_ms = 1000,
              .threads = 1};
}

gpufft_status gpufft_spectrum_plan(const char* backend, const gpufft_spectrum_request* request,
                                   gpufft_spectrum** plan) {
  if (plan) *plan = nullptr;
  return guarded([&] {
    require(plan != nullptr, "plan");
    const SpectrumRequest wanted = spectrum_request(request);
    PowerRow row;
    row.clear(wanted.bins);
    *plan = new gpufft_spectrum{wanted, backend_for(backend).plan_spectrum(wanted), std::move(row)};
  });
}

gpufft_status gpufft_spectrum_accumulate(gpufft_spectrum* plan, const void* iq, std::size_t bytes, std::size_t frames) {
  return guarded([&] {
    require(plan != nullptr, "plan");
    accumulate(*plan, iq, bytes, frames);
  });
}

gpufft_row gpufft_spectrum_row(const gpufft_spectrum* plan) {
  const PowerRow& row = plan->row;
  return {.sum = row.sum.data(),
          .max = row.max.data(),
          .min = row.min.data(),
          .bins = row.sum.size(),
          .frames = row.frames};
}

void gpufft_spectrum_clear(gpufft_spectrum* plan) { plan->row.clear(plan->request.bins); }
void gpufft_spectrum_reset(gpufft_spectrum* plan) {
  guarded([plan] { plan->spectrum->reset(); });  // a device that failed says so in the next call
}
void gpufft_spectrum_free(gpufft_spectrum* plan) { delete plan; }

gpufft_status gpufft_host_buffer_make(const char* backend, std::size_t bytes, gpufft_host_buffer** buffer) {
  if (buffer) *buffer = nullptr;
  return guarded([&] {
    require(buffer != nullptr, "buffer");
    *buffer = new gpufft_host_buffer{backend_for(backend).host_buffer(bytes)};
  });
}

void* gpufft_host_buffer_data(const gpufft_host_buffer* buffer) { return buffer->memory->bytes().data(); }
void gpufft_host_buffer_free(gpufft_host_buffer* buffer) { delete buffer; }
