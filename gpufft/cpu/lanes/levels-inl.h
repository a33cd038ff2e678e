// SPDX-License-Identifier: MIT
// Powers as levels. Included once per target.
#if defined(GPUFFT_CPU_LANES_LEVELS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GPUFFT_CPU_LANES_LEVELS_INL_H_
#undef GPUFFT_CPU_LANES_LEVELS_INL_H_
#else
#define GPUFFT_CPU_LANES_LEVELS_INL_H_
#endif

#include <cstdint>

#include "gpufft/cpu/lanes/lanes-inl.h"
#include "gpufft/levels.h"

HWY_BEFORE_NAMESPACE();
namespace gpufft::cpu::HWY_NAMESPACE {

// zero + step * log2(value), for a normal positive number: its exponent, plus a polynomial of f = m - 1 for its
// mantissa m, scaled to sqrt(1/2) ... sqrt(2). The polynomial is off by at most 1.5e-5 (Remez), or 4.4e-5 dB. Exact at
// powers of two, and without a division. The step is folded into the coefficients.
template <class D>
class ScaledLog2 {
 public:
  HWY_INLINE ScaledLog2(float zero, float step)
      : zero_(hn::Set(D(), zero)), per_exponent_bit_(hn::Set(D(), step / (1 << kMantissaBits))) {
    for (std::size_t i = 0; i < kTerms; ++i) factors_[i] = hn::Set(D(), step * kFactors[i]);
  }

  HWY_INLINE Real<D> operator()(Real<D> value) const {
    constexpr std::int32_t kSqrtHalf = 0x3F3504F3, kExponent = INT32_MIN >> (31 - kMantissaBits);  // bits of floats
    const hn::RebindToSigned<D> integers;
    const auto bits = hn::BitCast(integers, value);
    const auto exponent = hn::And(hn::Sub(bits, hn::Set(integers, kSqrtHalf)), hn::Set(integers, kExponent));
    const auto f = hn::Sub(hn::BitCast(D(), hn::Sub(bits, exponent)), hn::Set(D(), 1.0F));
    auto rest = factors_[0];
#pragma GCC unroll 4
    for (std::size_t i = 1; i < kTerms; ++i) rest = hn::MulAdd(f, rest, factors_[i]);
    return hn::MulAdd(hn::ConvertTo(D(), exponent), per_exponent_bit_, hn::MulAdd(f, rest, zero_));
  }

 private:
  static constexpr int kMantissaBits = 23;
  static constexpr std::size_t kTerms = 5;
  static constexpr float kFactors[kTerms] = {0.252660304F, -0.394575387F, 0.48668614F, -0.720241785F, 1.44257796F};

  Real<D> zero_, per_exponent_bit_;
  Real<D> factors_[kTerms];
};

template <std::size_t Lanes, int Least, int Most, typename Level>
void to_levels(const float* power, std::size_t bins, const LevelScale& scale, Level* levels) {
  constexpr float kLeastPower = 1e-37F;  // still a normal number
  constexpr float kDecibelsPerLog2 = 3.01029995663981195214F;
  constexpr float kToWhole = 3 << 22;  // adding it to a float leaves an integer in the lowest bits
  std::size_t bin = 0;
  const auto levels_by = [&](auto d) HWY_ATTR {
    using D = decltype(d);
    const hn::RebindToSigned<D> whole;
    const auto least = hn::Set(d, static_cast<float>(Least)), most = hn::Set(d, static_cast<float>(Most));
    const auto factor = hn::Set(d, scale.scale), least_power = hn::Set(d, kLeastPower), to_whole = hn::Set(d, kToWhole);
    const ScaledLog2<D> scaled_log2(scale.zero, scale.steps_per_decibel * kDecibelsPerLog2);
    for (; bin + kLanesOf<D> <= bins; bin += kLanesOf<D>) {
      const auto scaled = hn::Mul(hn::LoadU(d, power + bin), factor);
      const auto level = hn::IfThenElse(hn::Lt(least_power, scaled), scaled_log2(scaled), least);  // NaN: the least
      const auto rounded = hn::Add(hn::Min(hn::Max(level, least), most), to_whole);
      const auto number = hn::Sub(hn::BitCast(whole, rounded), hn::BitCast(whole, to_whole));
      hn::StoreU(hn::DemoteTo(hn::Rebind<Level, D>(), number), hn::Rebind<Level, D>(), levels + bin);
    }
  };
  levels_by(Tag<Lanes>());
  levels_by(Tag<1>());
}

}  // namespace gpufft::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
