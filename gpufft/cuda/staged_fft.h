// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <vector>

#include "gpufft/cuda/device_fft.h"
#include "gpufft/cuda/memory.h"
#include "gpufft/cuda/recorded_call.h"

namespace gpufft::cuda {

// A stage of transforms (device/stages.h) that is ready to run, for a whole batch.
class Stage {
 public:
  virtual ~Stage() = default;
  virtual bool in_place() const { return false; }  // whether `in` and `out` may be the same
  virtual void run(const void* in, void* out, cudaStream_t stream) = 0;
};

// Every kind of transform, as a sequence of its stages.
class StagedFft final : public DeviceFft {
 public:
  explicit StagedFft(const FftRequest& request);  // the request has been checked; throws DeviceError

  void run(const void* in, void* out, cudaStream_t stream) override;

 private:
  enum Place : std::size_t { kFirst, kSecond, kOut };
  struct Part {
    std::unique_ptr<Stage> stage;
    std::size_t bytes;  // that it writes
    Place to;
  };

  void start(const void* in, void* out, cudaStream_t stream);

  std::vector<Part> parts_;
  std::array<DeviceMemory<std::byte>, 2> between_;
  RecordedCall recorded_;
};

}  // namespace gpufft::cuda
