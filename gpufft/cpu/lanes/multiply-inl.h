// SPDX-License-Identifier: MIT
// Points times points. Included once per target.
#if defined(GPUFFT_CPU_LANES_MULTIPLY_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GPUFFT_CPU_LANES_MULTIPLY_INL_H_
#undef GPUFFT_CPU_LANES_MULTIPLY_INL_H_
#else
#define GPUFFT_CPU_LANES_MULTIPLY_INL_H_
#endif

#include "gpufft/cpu/lanes/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace gpufft::cpu::HWY_NAMESPACE {

template <class D>
HWY_INLINE Complex<D> exchanged(Complex<D> x, bool swapped) {
  return swapped ? Complex<D>{x.im, x.re} : x;
}

// out = a * b, with the real and imaginary parts of `a`, or of the product, exchanged. `out` may be `a`.
template <std::size_t Lanes>
void multiply(const float* a, const float* b, std::size_t points, bool swap_a, bool swap_product, float* out) {
  in_vectors<Lanes>(0, points, [&](auto d, std::size_t k) HWY_ATTR {
    const auto product = exchanged(load_interleaved(d, a + 2 * k), swap_a) * load_interleaved(d, b + 2 * k);
    store_interleaved(d, exchanged(product, swap_product), out + 2 * k);
  });
}

}  // namespace gpufft::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
