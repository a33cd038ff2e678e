// SPDX-License-Identifier: MIT
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <memory>
#include <span>
#include <type_traits>
#include <vector>

#include "gpufft/cuda/errors.h"

namespace gpufft::cuda {

// Device memory for a number of T, uninitialised. Throws DeviceError.
template <typename T>
class DeviceMemory {
 public:
  DeviceMemory() = default;
  explicit DeviceMemory(std::size_t count) : count_(count) {
    void* taken = nullptr;
    if (count > 0) check(cudaMalloc(&taken, count * sizeof(T)), "memory of the device");
    memory_.reset(static_cast<T*>(taken));
  }
  template <typename Value>  // the standard makes a complex number two floats in a row, like Point
  explicit DeviceMemory(const std::vector<Value>& values) : DeviceMemory(values.size()) {
    static_assert(sizeof(Value) == sizeof(T) && std::is_trivially_copyable_v<Value>);
    if (values.empty()) return;
    check(cudaMemcpy(data(), values.data(), bytes(), cudaMemcpyHostToDevice), "tables");
  }

  T* data() const { return memory_.get(); }
  std::size_t size() const { return count_; }
  std::size_t bytes() const { return count_ * sizeof(T); }

 private:
  struct Free {
    void operator()(T* memory) const { cudaFree(memory); }
  };
  std::size_t count_ = 0;
  std::unique_ptr<T, Free> memory_;
};

// Host memory that the device accesses directly (pinned), at full speed and while the processor does something else.
template <typename T>
class PinnedMemory {
 public:
  PinnedMemory() = default;
  explicit PinnedMemory(std::size_t count) : count_(count) {
    void* taken = nullptr;
    if (count > 0) check(cudaMallocHost(&taken, count * sizeof(T)), "pinned memory");
    memory_.reset(static_cast<T*>(taken));
  }

  std::span<T> values() const { return {memory_.get(), count_}; }
  T* data() const { return memory_.get(); }
  std::size_t size() const { return count_; }

 private:
  struct Free {
    void operator()(T* memory) const { cudaFreeHost(memory); }
  };
  std::size_t count_ = 0;
  std::unique_ptr<T, Free> memory_;
};

// Whether host memory is pinned, by us or by the program.
inline bool is_pinned(const void* memory) {
  cudaPointerAttributes attributes{};
  const bool known = cudaPointerGetAttributes(&attributes, memory) == cudaSuccess;
  cudaGetLastError();  // unknown memory is an answer, not an error
  return known && attributes.type == cudaMemoryTypeHost;
}

// A stream: work that the device does in order.
class OwnStream {
 public:
  OwnStream() {
    cudaStream_t made = nullptr;
    check(cudaStreamCreateWithFlags(&made, cudaStreamNonBlocking), "a stream");
    stream_.reset(made);
  }
  operator cudaStream_t() const { return stream_.get(); }

 private:
  struct Destroy {
    void operator()(cudaStream_t stream) const { cudaStreamDestroy(stream); }
  };
  std::unique_ptr<CUstream_st, Destroy> stream_;
};

// A point in a stream, and the time when the device reached it.
class Event {
 public:
  Event() {
    cudaEvent_t made = nullptr;
    check(cudaEventCreate(&made), "an event");
    event_.reset(made);
  }
  operator cudaEvent_t() const { return event_.get(); }
  void record(cudaStream_t stream) const { check(cudaEventRecord(*this, stream), "an event"); }
  void wait() const { check(cudaEventSynchronize(*this), "work on the device"); }

 private:
  struct Destroy {
    void operator()(cudaEvent_t event) const { cudaEventDestroy(event); }
  };
  std::unique_ptr<CUevent_st, Destroy> event_;
};

inline double seconds_between(const Event& start, const Event& end) {
  float milliseconds = 0;
  check(cudaEventElapsedTime(&milliseconds, start, end), "the time between events");
  return 1e-3 * static_cast<double>(milliseconds);
}

}  // namespace gpufft::cuda
