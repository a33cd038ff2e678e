// SPDX-License-Identifier: MIT
#include "gpufft/qpu/fft.h"

#include <algorithm>
#include <bit>
#include <cassert>

namespace gpufft::qpu {
namespace {

constexpr std::size_t kMostPoints = std::size_t{1} << 18;  // at once: 2 MiB each for input, output and between
constexpr std::chrono::milliseconds kTimeout{900};         // the kernel's own is a second

ProgramSet programs_for(const FftRequest& request) {
  const std::size_t most = std::clamp<std::size_t>(kMostPoints / request.length, 1, request.batch);
  std::vector<std::size_t> counts{most};
  if (request.batch % most != 0) counts.push_back(request.batch % most);
  return transform_programs(request.length, request.direction == Direction::Inverse, counts);
}

void write(std::span<const std::complex<float>> points, std::span<volatile std::uint32_t> words) {
  for (std::size_t i = 0; i < points.size(); ++i) {
    words[2 * i] = std::bit_cast<std::uint32_t>(points[i].real());
    words[2 * i + 1] = std::bit_cast<std::uint32_t>(points[i].imag());
  }
}

void read(std::span<volatile std::uint32_t> words, std::span<std::complex<float>> points) {
  for (std::size_t i = 0; i < points.size(); ++i) {
    const std::uint32_t re = words[2 * i], im = words[2 * i + 1];
    points[i] = {std::bit_cast<float>(re), std::bit_cast<float>(im)};
  }
}

}  // namespace

QpuFft::QpuFft(std::shared_ptr<QpuDevice> device, const FftRequest& request)
    : length_(request.length), batch_(request.batch), programs_(std::move(device), programs_for(request)) {}

void QpuFft::transform(std::span<const std::complex<float>> in, std::span<std::complex<float>> out) {
  assert(in.size() == length_ * batch_ && out.size() == in.size());
  for (std::size_t done = 0; done < batch_;) {
    const std::size_t count = programs_.at_once(batch_ - done);
    write(in.subspan(done * length_, count * length_), programs_.input());
    programs_.run(count, kTimeout);
    read(programs_.output(), out.subspan(done * length_, count * length_));
    done += count;
  }
}

}  // namespace gpufft::qpu
