// SPDX-License-Identifier: MIT
#include "gpufft/qpu/array_fft.h"

#include <algorithm>
#include <bit>
#include <cassert>

#include "gpufft/qpu/points.h"
#include "qpu/kernels/fft_program.h"

namespace gpufft::qpu {
namespace {

constexpr std::size_t kRows = 2, kColumns = 1;  // used as the set's counts: two steps of one transform

ProgramSet::Entry step(std::size_t which, const ::qpu::FftShape& shape, bool back) {
  const auto program = std::make_shared<::qpu::FftProgram>(shape);
  return {which, program->memory_bytes(), [=](std::span<std::byte> memory, const ProgramSet::Places& places) {
            return back ? program->lay_out(memory, {places.memory, places.output, places.input, true})
                        : program->lay_out(memory, {places.memory, places.input, places.output, true});
          }};
}

// Rows from the input to the output, then columns from there back.
ProgramSet array_programs(const FftRequest& request) {
  const bool inverse = request.direction == Direction::Inverse;
  const ::qpu::FftShape rows{std::countr_zero(request.length), request.rows, inverse};
  const ::qpu::FftShape columns{std::countr_zero(request.rows), 1, inverse, request.length};
  ProgramSet set;
  set.input_bytes = set.output_bytes =
      std::max(::qpu::FftProgram(rows).buffer_bytes(), ::qpu::FftProgram(columns).buffer_bytes());
  set.entries = {step(kRows, rows, false), step(kColumns, columns, true)};
  return set;
}

}  // namespace

QpuArrayFft::QpuArrayFft(std::shared_ptr<QpuDevice> device, const FftRequest& request)
    : points_(request.length * request.rows),
      batch_(request.batch),
      programs_(std::move(device), array_programs(request)) {}

void QpuArrayFft::transform(std::span<const std::complex<float>> in, std::span<std::complex<float>> out) {
  assert(in.size() == points_ * batch_ && out.size() == in.size());
  for (std::size_t done = 0; done < in.size(); done += points_) {
    write_points(in.subspan(done, points_), programs_.input());
    programs_.run(kRows, kLaunchTimeout);
    programs_.run(kColumns, kLaunchTimeout);
    read_points(programs_.input(), out.subspan(done, points_));
  }
}

}  // namespace gpufft::qpu
