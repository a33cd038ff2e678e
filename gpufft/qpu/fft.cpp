// SPDX-License-Identifier: MIT
#include "gpufft/qpu/fft.h"

#include <algorithm>
#include <cassert>

#include "gpufft/qpu/points.h"

namespace gpufft::qpu {
namespace {

constexpr std::size_t kMostPoints = std::size_t{1}
                                    << 18;  // at once: 2 MiB each for input, output and intermediate points

ProgramSet point_programs(const FftRequest& request) {
  const std::size_t most = std::clamp<std::size_t>(kMostPoints / request.length, 1, request.batch);
  std::vector<std::size_t> counts{most};
  if (request.batch % most != 0) counts.push_back(request.batch % most);
  return transform_programs(request.length, request.direction == Direction::Inverse, counts);
}

}  // namespace

QpuFft::QpuFft(std::shared_ptr<QpuDevice> device, const FftRequest& request)
    : length_(request.length), batch_(request.batch), programs_(std::move(device), point_programs(request)) {}

void QpuFft::transform(std::span<const std::complex<float>> in, std::span<std::complex<float>> out) {
  assert(in.size() == length_ * batch_ && out.size() == in.size());
  for (std::size_t done = 0; done < batch_;) {
    const std::size_t count = programs_.at_once(batch_ - done);
    write_points(in.subspan(done * length_, count * length_), programs_.input());
    programs_.run(count, kLaunchTimeout);
    read_points(programs_.output(), out.subspan(done * length_, count * length_));
    done += count;
  }
}

}  // namespace gpufft::qpu
