// SPDX-License-Identifier: MIT
#include "gpufft/opencl/fft.h"

#include <algorithm>

#include "gpufft/backend.h"
#include "gpufft/opencl/errors.h"
#include "gpufft/opencl/text.h"

namespace gpufft::opencl {
namespace {

// Memory is allocated for a part of a large batch only.
std::size_t items_at_once(const DeviceFacts& device, std::size_t item_bytes, std::size_t batch) {
  constexpr std::size_t kEnough = std::size_t{1} << 28;
  if (item_bytes > device.largest_buffer) {
    throw PlanError(text("a transform that needs ", item_bytes, " bytes at once: ", device.name, " allocates at most ",
                         device.largest_buffer, "; use backend cpu or a shorter one"));
  }
  return std::clamp<std::size_t>(std::min(kEnough, device.largest_buffer) / item_bytes, 1, batch);
}

}  // namespace

OpenClFft::OpenClFft(std::shared_ptr<const Device> device, const FftRequest& request)
    : PackedFft(request),
      device_(std::move(device)),
      stages_(plan_stages(*device_, request)),
      queue_(device_->queue()) {
  const std::size_t item_bytes =
      std::max({stages_.item_bytes(), device::bytes_in(request), device::bytes_out(request)});
  at_once_ = items_at_once(device_->facts(), item_bytes, request.batch);
  from_ = device_->buffer(at_once_ * item_bytes);
  other_ = device_->buffer(at_once_ * item_bytes);
  stages_.enqueue(queue_.get(), from_.get(), other_.get(), 1);  // some drivers compile when a kernel first runs
  check(clFinish(queue_.get()), "the first run");
}

void OpenClFft::run(std::span<const std::byte> in, std::span<std::byte> out) {
  const std::size_t bytes_in = device::bytes_in(request()), bytes_out = device::bytes_out(request());
  for (std::size_t done = 0; done < request().batch; done += at_once_) {
    const std::size_t count = std::min(at_once_, request().batch - done);
    check(clEnqueueWriteBuffer(queue_.get(), from_.get(), CL_TRUE, 0, count * bytes_in, in.data() + done * bytes_in, 0,
                               nullptr, nullptr),
          "copying points to the device");
    const cl_mem result = stages_.enqueue(queue_.get(), from_.get(), other_.get(), count);
    check(clEnqueueReadBuffer(queue_.get(), result, CL_TRUE, 0, count * bytes_out, out.data() + done * bytes_out, 0,
                              nullptr, nullptr),
          "copying results from the device");
  }
}

}  // namespace gpufft::opencl
