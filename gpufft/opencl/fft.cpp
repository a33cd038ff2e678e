// SPDX-License-Identifier: MIT
#include "gpufft/opencl/fft.h"

#include <algorithm>
#include <stdexcept>

#include "gpufft/backend.h"
#include "gpufft/opencl/errors.h"
#include "gpufft/opencl/text.h"
#include "gpufft/requests.h"

namespace gpufft::opencl {
namespace {

using Point = std::complex<float>;

bool side_by_side(const FftLayout& layout, std::size_t length) {
  return layout.stride == 1 && (layout.distance == 0 || layout.distance == length);
}

std::size_t bytes_in(const FftRequest& request) {
  if (request.kind == FftKind::Complex) return request.length * request.rows * sizeof(Point);
  if (request.kind == FftKind::ComplexToReal) return (request.length / 2 + 1) * sizeof(Point);
  return request.length * sizeof(float);
}

std::size_t bytes_out(const FftRequest& request) {
  if (request.kind == FftKind::Complex) return request.length * request.rows * sizeof(Point);
  if (request.kind == FftKind::RealToComplex) return (request.length / 2 + 1) * sizeof(Point);
  return request.length * sizeof(float);
}

// Memory is taken for a part of a large batch only.
std::size_t items_at_once(const DeviceFacts& device, std::size_t item_bytes, std::size_t batch) {
  constexpr std::size_t kEnough = std::size_t{1} << 28;
  if (item_bytes > device.largest_buffer) {
    throw PlanError(text("a transform that needs ", item_bytes, " bytes at once: ", device.name, " gives ",
                         device.largest_buffer, "; take backend cpu or a shorter one"));
  }
  return std::clamp<std::size_t>(std::min(kEnough, device.largest_buffer) / item_bytes, 1, batch);
}

}  // namespace

OpenClFft::OpenClFft(std::shared_ptr<const Device> device, const FftRequest& request)
    : device_(std::move(device)),
      request_(request),
      stages_(plan_stages(*device_, request)),
      queue_(device_->queue()),
      in_bytes_(bytes_in(request)),
      out_bytes_(bytes_out(request)) {
  const std::size_t item_bytes = std::max({stages_.item_bytes(), in_bytes_, out_bytes_});
  at_once_ = items_at_once(device_->facts(), item_bytes, request.batch);
  from_ = device_->buffer(at_once_ * item_bytes);
  other_ = device_->buffer(at_once_ * item_bytes);
  if (!side_by_side(request.in, request.length) || !side_by_side(request.out, request.length))
    packed_.resize(request.batch * request.length);
  stages_.enqueue(queue_.get(), from_.get(), other_.get(), 1);  // some drivers compile when a kernel first runs
  check(clFinish(queue_.get()), "the first run");
}

void OpenClFft::run(std::span<const std::byte> in, std::span<std::byte> out) {
  for (std::size_t done = 0; done < request_.batch; done += at_once_) {
    const std::size_t count = std::min(at_once_, request_.batch - done);
    check(clEnqueueWriteBuffer(queue_.get(), from_.get(), CL_TRUE, 0, count * in_bytes_, in.data() + done * in_bytes_,
                               0, nullptr, nullptr),
          "copying points to the device");
    const cl_mem result = stages_.enqueue(queue_.get(), from_.get(), other_.get(), count);
    check(clEnqueueReadBuffer(queue_.get(), result, CL_TRUE, 0, count * out_bytes_, out.data() + done * out_bytes_, 0,
                              nullptr, nullptr),
          "copying results from the device");
  }
}

void OpenClFft::run_spread(std::span<const Point> in, std::span<Point> out) {
  const std::size_t length = request_.length;
  const auto each = [&](const FftLayout& layout, const auto& move) {
    const std::size_t distance = distance_of(layout, length);
    for (std::size_t item = 0; item < request_.batch; ++item) {
      for (std::size_t n = 0; n < length; ++n) move(packed_[item * length + n], item * distance + n * layout.stride);
    }
  };
  each(request_.in, [&](Point& packed, std::size_t at) { packed = in[at]; });
  run(std::as_bytes(std::span(packed_)), std::as_writable_bytes(std::span(packed_)));
  each(request_.out, [&](const Point& packed, std::size_t at) { out[at] = packed; });
}

void OpenClFft::transform(std::span<const Point> in, std::span<Point> out) {
  if (request_.kind != FftKind::Complex) throw std::logic_error("a transform of real points was planned");
  if (!packed_.empty()) return run_spread(in, out);
  run(std::as_bytes(in), std::as_writable_bytes(out));
}

void OpenClFft::transform(std::span<const float> in, std::span<Point> out) {
  if (request_.kind != FftKind::RealToComplex) return Fft::transform(in, out);
  run(std::as_bytes(in), std::as_writable_bytes(out));
}

void OpenClFft::transform(std::span<const Point> in, std::span<float> out) {
  if (request_.kind != FftKind::ComplexToReal) return Fft::transform(in, out);
  run(std::as_bytes(in), std::as_writable_bytes(out));
}

void OpenClFft::transform(std::span<const float> in, std::span<float> out) {
  if (request_.kind != FftKind::DctII && request_.kind != FftKind::DctIII) return Fft::transform(in, out);
  run(std::as_bytes(in), std::as_writable_bytes(out));
}

}  // namespace gpufft::opencl
