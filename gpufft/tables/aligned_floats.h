// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <new>

namespace gpufft {

constexpr std::align_val_t kAlignment{64};  // a line of the cache, and the widest vector

// Floats for vector units: aligned, initially zero, of fixed size.
class AlignedFloats {
 public:
  explicit AlignedFloats(std::size_t count)
      : floats_(static_cast<float*>(::operator new[](count * sizeof(float), kAlignment))) {
    std::fill_n(floats_.get(), count, 0.0F);
  }

  float* data() { return floats_.get(); }
  const float* data() const { return floats_.get(); }

 private:
  struct Release {
    void operator()(float* floats) const { ::operator delete[](floats, kAlignment); }
  };
  std::unique_ptr<float, Release> floats_;
};

}  // namespace gpufft
