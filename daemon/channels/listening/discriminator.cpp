// SPDX-License-Identifier: MIT
#include "daemon/channels/listening/discriminator.h"

#include <algorithm>
#include <cmath>

namespace spectrumd {

// Abramowitz and Stegun 4.4.49, in turns; a few times as fast as atan2().
float turns_of(std::complex<float> value) {
  const float x = std::abs(value.real()), y = std::abs(value.imag());
  const float less = std::min(x, y), more = std::max(x, y);
  const float t = more > 0 ? less / more : 0, s = t * t;
  float arc = 0.0028662257F;
  for (const float factor : {-0.0161657367F, 0.0429096138F, -0.0752896400F, 0.1065626393F, -0.1420889944F,
                             0.1999355085F, -0.3333314528F, 1.0F})
    arc = arc * s + factor;
  arc *= t * 0.159154943F;
  if (y > x) arc = 0.25F - arc;
  if (value.real() < 0) arc = 0.5F - arc;
  return value.imag() < 0 ? -arc : arc;
}

void Discriminator::demodulate(std::span<const std::complex<float>> in, std::span<float> turns) {
  for (std::size_t i = 0; i < in.size(); ++i) {
    const std::complex<float> now = in[i];
    turns[i] = turns_of(
        {now.real() * last_.real() + now.imag() * last_.imag(), now.imag() * last_.real() - now.real() * last_.imag()});
    last_ = now;
  }
}

}  // namespace spectrumd
