// SPDX-License-Identifier: MIT
// Samples as devices give them, as counts, one per lane. Included once per target.
#if defined(GPUFFT_CPU_LANES_SAMPLES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GPUFFT_CPU_LANES_SAMPLES_INL_H_
#undef GPUFFT_CPU_LANES_SAMPLES_INL_H_
#else
#define GPUFFT_CPU_LANES_SAMPLES_INL_H_
#endif

#include <cstdint>

#include "gpufft/cpu/lanes/lanes-inl.h"
#include "gpufft/sample_format.h"

HWY_BEFORE_NAMESPACE();
namespace gpufft::cpu::HWY_NAMESPACE {

// Both parts of a sample in one word, the real part lower. Signed parts are brought to the top and back down.
template <class D, typename Word>
HWY_INLINE auto words(D, const std::byte* iq) {
  const auto whole = hn::LoadU(hn::Rebind<Word, D>(), reinterpret_cast<const Word*>(iq));
  return hn::PromoteTo(hn::Rebind<std::int32_t, D>(), whole);
}

#if HWY_ARCH_ARM_A64
// A look-up with places outside of the table, which give zero, widens bytes and parts them in one.
HWY_INLINE Complex<Tag<4>> counts_of_bytes(const std::byte* iq) {
  alignas(16) constexpr std::uint8_t kZero = 0xFF, kRe[16] = {0, kZero, kZero, kZero, 2, kZero, kZero, kZero,
                                                              4, kZero, kZero, kZero, 6, kZero, kZero, kZero};
  const auto bytes = vcombine_u8(vld1_u8(reinterpret_cast<const std::uint8_t*>(iq)), vdup_n_u8(0));
  const auto re = vld1q_u8(kRe), im = vreinterpretq_u8_u32(vaddq_u32(vreinterpretq_u32_u8(re), vdupq_n_u32(1)));
  const auto part = [=](uint8x16_t places) {
    return Real<Tag<4>>(vcvtq_f32_u32(vreinterpretq_u32_u8(vqtbl1q_u8(bytes, places))));
  };
  return {part(re), part(im)};
}
#endif

template <SampleFormat Format, class D>
HWY_INLINE Complex<D> load_counts(D d, const std::byte* iq) {
#if HWY_ARCH_ARM_A64
  if constexpr (Format == SampleFormat::Cu8 && kLanesOf<D> == 4) return counts_of_bytes(iq);
#endif
  const hn::Rebind<std::int32_t, D> integers;
  if constexpr (Format == SampleFormat::Cu8) {
    const auto both = words<D, std::uint16_t>(d, iq);
    return {hn::ConvertTo(d, hn::And(both, hn::Set(integers, 0xFF))), hn::ConvertTo(d, hn::ShiftRight<8>(both))};
  } else if constexpr (Format == SampleFormat::Cs8) {
    const auto both = words<D, std::int16_t>(d, iq);
    return {hn::ConvertTo(d, hn::ShiftRight<24>(hn::ShiftLeft<24>(both))), hn::ConvertTo(d, hn::ShiftRight<8>(both))};
  } else if constexpr (Format == SampleFormat::Cs16) {
    const auto both = hn::LoadU(integers, reinterpret_cast<const std::int32_t*>(iq));
    return {hn::ConvertTo(d, hn::ShiftRight<16>(hn::ShiftLeft<16>(both))), hn::ConvertTo(d, hn::ShiftRight<16>(both))};
  } else {
    const auto broken = hn::Set(d, kBroken);
    const auto value = load_interleaved(d, reinterpret_cast<const float*>(iq));
    return {hn::IfThenElseZero(hn::Lt(hn::Abs(value.re), broken), value.re),
            hn::IfThenElseZero(hn::Lt(hn::Abs(value.im), broken), value.im)};
  }
}

}  // namespace gpufft::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
