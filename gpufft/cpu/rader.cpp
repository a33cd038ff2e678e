// SPDX-License-Identifier: MIT
#include "gpufft/cpu/rader.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "gpufft/cpu/plan.h"
#include "gpufft/tables/double_fft.h"

namespace gpufft::cpu {
namespace {

bool is_prime(std::size_t number) {
  for (std::size_t factor = 2; factor * factor <= number; ++factor) {
    if (number % factor == 0) return false;
  }
  return number > 1;
}

std::uint64_t power(std::uint64_t base, std::uint64_t exponent, std::uint64_t modulus) {
  std::uint64_t result = 1;
  for (; exponent != 0; exponent /= 2, base = base * base % modulus) {
    if (exponent % 2 != 0) result = result * base % modulus;
  }
  return result;
}

// Whether no power of `base` but the last is 1, that is, whether it is a primitive root. Of `prime` - 1 passes know all
// prime factors.
bool is_primitive_root(std::uint64_t base, std::uint64_t prime) {
  return std::ranges::all_of(kRadices, [=](std::uint64_t factor) {
    return (prime - 1) % factor != 0 || power(base, (prime - 1) / factor, prime) != 1;
  });
}

std::vector<std::uint32_t> powers_of_a_primitive_root(std::uint64_t prime) {
  std::uint64_t root = 2;
  while (!is_primitive_root(root, prime)) ++root;
  std::vector<std::uint32_t> powers(static_cast<std::size_t>(prime - 1));
  std::uint64_t next = 1;
  for (auto& each : powers) {
    each = static_cast<std::uint32_t>(next);
    next = next * root % prime;
  }
  return powers;
}

// The transform of the turns in the order g^0, g^-1, g^-2, ...
std::vector<std::complex<float>> response_of(const std::vector<std::uint32_t>& powers) {
  const std::size_t count = powers.size();
  std::vector<std::complex<double>> turns(count);
  for (std::size_t j = 0; j < count; ++j) {
    const double part = static_cast<double>(powers[(count - j) % count]) / static_cast<double>(count + 1);
    turns[j] = std::polar(1 / static_cast<double>(count), -2 * std::numbers::pi * part);
  }
  const auto bins = transform_in_double(turns);
  return {bins.begin(), bins.end()};
}

}  // namespace

bool Rader::supports(std::size_t length) { return length > 2 && Plan::supports(length - 1) && is_prime(length); }

Rader::Rader(const Target& target, std::size_t length)
    : kernels_(target.kernels.front()),
      convolver_(target, length - 1),
      powers_(powers_of_a_primitive_root(length)),
      response_(response_of(powers_)),
      work_(length - 1) {}

// The first point contributes to every bin through the mean of all points. The inverse has bin -k where the forward
// transform has k, and -1 is the middle power.
void Rader::transform(ConstPoints in, Points out, Direction direction) {
  const std::size_t count = work_.size();
  const std::complex<float> first = in[0];
  for (std::size_t q = 0; q < count; ++q) work_[q] = in[powers_[q]];
  convolver_.transform(work_, work_, Direction::Forward);
  const std::complex<float> sum = work_[0];
  kernels_.multiply(floats(work_), floats(response_), count, false, false, floats(work_));
  work_[0] += first;
  convolver_.transform(work_, work_, Direction::Inverse);
  out[0] = first + sum;
  std::size_t bin = direction == Direction::Inverse ? count / 2 : 0;  // as a power, counting down
  for (const std::complex<float> point : work_) {
    out[powers_[bin]] = point;
    bin = (bin == 0 ? count : bin) - 1;
  }
}

}  // namespace gpufft::cpu
