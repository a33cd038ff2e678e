// SPDX-License-Identifier: MIT
#include "gpufft/qpu/fused_path.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "gpufft/samples/samples.h"
#include "qpu/kernels/spectrum_program.h"

namespace gpufft::qpu {
namespace {

constexpr std::size_t kShortestFused = 1 << 8, kLongestFused = 1 << 16;  // limits of the kernel
constexpr std::size_t kLongestHop = 4;  // frames: if they are farther apart, there is more to copy than to transform
constexpr std::size_t kSampleBytes = 2;

::qpu::SpectrumProgram program_for(const SpectrumRequest& request, std::size_t frames) {
  return {{.log2_size = std::countr_zero(request.bins),
           .is_signed = request.format == SampleFormat::Cs8,
           .hop = request.hop,
           .frames_per_row = frames,
           .rows = 1},
          scaled_window(request)};
}

// The frames' values at silence lie before their bytes.
std::size_t silence_bytes(const SpectrumRequest& request) {
  constexpr std::size_t kLine = 64;
  return (frames_together(request.bins).front() * sizeof(std::complex<float>) + kLine - 1) / kLine * kLine;
}

float float_at(std::span<volatile std::uint32_t> words, std::size_t index) {
  const std::uint32_t bits = words[index];
  return std::bit_cast<float>(bits);
}

}  // namespace

bool FusedPath::supports(const SpectrumRequest& request) {
  return (request.format == SampleFormat::Cu8 || request.format == SampleFormat::Cs8) &&
         request.bins >= kShortestFused && request.bins <= kLongestFused && request.hop <= kLongestHop * request.bins;
}

ProgramSet FusedPath::programs_for(const SpectrumRequest& request) {
  ProgramSet set;
  const auto silence = static_cast<std::uint32_t>(silence_bytes(request));
  for (const std::size_t count : frames_together(request.bins)) {
    const auto program = std::make_shared<::qpu::SpectrumProgram>(program_for(request, count));
    set.input_bytes = std::max(set.input_bytes, silence + program->input_bytes() + sizeof(std::uint32_t));
    set.output_bytes = std::max(set.output_bytes, program->output_bytes());
    set.entries.push_back(
        {count, program->memory_bytes(),
         [program, silence](std::span<std::byte> memory, const ProgramSet::Places& places) {
           return program->lay_out(memory, {places.memory, places.input + silence, places.input, places.output});
         }});
  }
  return set;
}

FusedPath::FusedPath(std::shared_ptr<QpuDevice> device, const SpectrumRequest& request)
    : request_(request), programs_(std::move(device), programs_for(request)) {
  const auto program = program_for(request, 1);
  places_.assign(program.places().begin(), program.places().end());
  is_signed_ = program.shape().is_signed;
}

Microseconds FusedPath::fold(std::span<const std::byte> iq, std::span<const std::complex<float>> zeros, PowerRow& row,
                             std::chrono::milliseconds timeout) {
  load(zeros);
  load(iq.first(((zeros.size() - 1) * request_.hop + request_.bins) * kSampleBytes));
  const Microseconds took = programs_.run(zeros.size(), timeout);
  add_to(row);
  row.frames += zeros.size();
  return took;
}

void FusedPath::load(std::span<const std::complex<float>> zeros) {
  const auto words = programs_.input();
  for (std::size_t frame = 0; frame < zeros.size(); ++frame) {
    const std::complex<float> silence = ::qpu::SpectrumProgram::silence(zeros[frame], is_signed_);
    words[2 * frame] = std::bit_cast<std::uint32_t>(silence.real());
    words[2 * frame + 1] = std::bit_cast<std::uint32_t>(silence.imag());
  }
}

void FusedPath::load(std::span<const std::byte> iq) {
  const auto words = programs_.input().subspan(silence_bytes(request_) / sizeof(std::uint32_t));
  for (std::size_t start = 0; start < iq.size(); start += sizeof(std::uint32_t)) {
    std::uint32_t word = 0;
    std::memcpy(&word, iq.data() + start, std::min(sizeof word, iq.size() - start));
    words[start / sizeof word] = word;
  }
}

void FusedPath::add_to(PowerRow& row) {
  const auto words = programs_.output();
  for (std::size_t bin = 0; bin < places_.size(); ++bin) {
    row.sum[bin] += float_at(words, places_[bin]);
    row.max[bin] = std::max(row.max[bin], float_at(words, places_[bin] + ::qpu::SpectrumProgram::kMaximum));
    row.min[bin] = std::min(row.min[bin], float_at(words, places_[bin] + ::qpu::SpectrumProgram::kMinimum));
  }
}

}  // namespace gpufft::qpu
