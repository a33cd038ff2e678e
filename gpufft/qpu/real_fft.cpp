// SPDX-License-Identifier: MIT
#include "gpufft/qpu/real_fft.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <stdexcept>

#include "gpufft/qpu/points.h"

namespace gpufft::qpu {
namespace {

constexpr std::size_t kMostRealPoints = std::size_t{1}
                                        << 19;  // at once: 2 MiB each for input, output and intermediate points

std::size_t most_of(const FftRequest& request) {
  return std::clamp<std::size_t>(kMostRealPoints / request.length, 1, request.batch);
}

ProgramSet real_programs(const FftRequest& request) {
  const std::size_t most = most_of(request);
  std::vector<std::size_t> counts{most};
  if (request.batch % most != 0) counts.push_back(request.batch % most);
  return transform_programs(request.length, request.kind == FftKind::ComplexToReal, counts, Samples::Real);
}

void write_reals(std::span<const float> reals, std::span<volatile std::uint32_t> words) {
  for (std::size_t i = 0; i < reals.size(); ++i) words[i] = std::bit_cast<std::uint32_t>(reals[i]);
}

void read_reals(std::span<volatile std::uint32_t> words, std::span<float> reals) {
  for (std::size_t i = 0; i < reals.size(); ++i) {
    const std::uint32_t word = words[i];
    reals[i] = std::bit_cast<float>(word);
  }
}

// The program keeps the last bin, which is real like the first, separately.
void write_bins(std::span<const std::complex<float>> bins, std::span<volatile std::uint32_t> words) {
  write_points(bins.first(bins.size() - 1), words);
  words[1] = std::bit_cast<std::uint32_t>(bins.back().real());
}

void read_bins(std::span<volatile std::uint32_t> words, std::span<std::complex<float>> bins) {
  read_points(words, bins.first(bins.size() - 1));
  bins.back() = bins.front().imag();
  bins.front() = bins.front().real();
}

}  // namespace

QpuRealFft::QpuRealFft(std::shared_ptr<QpuDevice> device, const FftRequest& request)
    : kind_(request.kind),
      length_(request.length),
      batch_(request.batch),
      most_(most_of(request)),
      programs_(std::move(device), real_programs(request)) {}

void QpuRealFft::transform(std::span<const std::complex<float>>, std::span<std::complex<float>>) {
  throw std::logic_error("a transform of real points was planned");
}

// Backwards, as bins need more room than their points, which may lie in the same memory.
void QpuRealFft::transform(std::span<const float> in, std::span<std::complex<float>> out) {
  if (kind_ != FftKind::RealToComplex) return Fft::transform(in, out);
  assert(in.size() == length_ * batch_ && out.size() == bins() * batch_);
  for (std::size_t left = batch_; left > 0;) {
    const std::size_t count = left % most_ != 0 ? left % most_ : most_;
    left -= count;
    write_reals(in.subspan(left * length_, count * length_), programs_.input());
    programs_.run(count, kLaunchTimeout);
    for (std::size_t i = 0; i < count; ++i)
      read_bins(programs_.output().subspan(i * length_, length_), out.subspan((left + i) * bins(), bins()));
  }
}

void QpuRealFft::transform(std::span<const std::complex<float>> in, std::span<float> out) {
  if (kind_ != FftKind::ComplexToReal) return Fft::transform(in, out);
  assert(in.size() == bins() * batch_ && out.size() == length_ * batch_);
  for (std::size_t done = 0; done < batch_;) {
    const std::size_t count = programs_.at_once(batch_ - done);
    for (std::size_t i = 0; i < count; ++i)
      write_bins(in.subspan((done + i) * bins(), bins()), programs_.input().subspan(i * length_, length_));
    programs_.run(count, kLaunchTimeout);
    read_reals(programs_.output(), out.subspan(done * length_, count * length_));
    done += count;
  }
}

}  // namespace gpufft::qpu
