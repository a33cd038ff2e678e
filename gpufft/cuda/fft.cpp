// SPDX-License-Identifier: MIT
#include "gpufft/cuda/fft.h"

#include <algorithm>

namespace gpufft::cuda {

HostFft::HostFft(const FftRequest& request)
    : PackedFft(request),
      fft_(plan_device_fft(request)),
      staged_in_(request.batch * device::bytes_in(request)),
      staged_out_(request.batch * device::bytes_out(request)),
      in_(staged_in_.size()),
      out_(staged_out_.size()) {}

void HostFft::run(std::span<const std::byte> in, std::span<std::byte> out) {
  const bool direct_in = is_pinned(in.data()), direct_out = is_pinned(out.data());
  if (!direct_in) std::copy_n(in.data(), staged_in_.size(), staged_in_.data());
  check(cudaMemcpyAsync(in_.data(), direct_in ? in.data() : staged_in_.data(), in_.bytes(), cudaMemcpyHostToDevice,
                        stream_),
        "points to the device");
  fft_->run(in_.data(), out_.data(), stream_);
  check(cudaMemcpyAsync(direct_out ? out.data() : staged_out_.data(), out_.data(), out_.bytes(), cudaMemcpyDeviceToHost,
                        stream_),
        "points to the host");
  check(cudaStreamSynchronize(stream_), "a transform");
  if (!direct_out) std::copy_n(staged_out_.data(), staged_out_.size(), out.data());
}

}  // namespace gpufft::cuda
