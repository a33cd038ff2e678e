// SPDX-License-Identifier: MIT
#include "gpufft/qpu/programs.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstring>

#include "qpu/kernels/fft_program.h"

namespace gpufft::qpu {
namespace {

constexpr std::size_t kPage = 4096;  // pieces begin on a page, so that a kernel that reads too far stays in its own

std::size_t pages(std::size_t bytes) { return bytes / kPage * kPage + kPage; }

}  // namespace

std::size_t ProgramSet::bytes() const {
  std::size_t bytes = pages(input_bytes) + pages(output_bytes);
  for (const Entry& entry : entries) bytes += pages(entry.memory_bytes);
  return bytes;
}

ProgramSet transform_programs(std::size_t length, bool inverse, std::span<const std::size_t> counts, Samples samples) {
  ProgramSet set;
  for (const std::size_t count : counts) {
    const auto program = std::make_shared<::qpu::FftProgram>(::qpu::FftShape{
        .log2_size = std::countr_zero(length), .batch = count, .inverse = inverse, .real = samples == Samples::Real});
    set.input_bytes = set.output_bytes = std::max(set.input_bytes, program->buffer_bytes());
    set.entries.push_back(
        {count, program->memory_bytes(), [program](std::span<std::byte> memory, const ProgramSet::Places& places) {
           return program->lay_out(memory, {places.memory, places.input, places.output, true});
         }});
  }
  return set;
}

QpuPrograms::QpuPrograms(std::shared_ptr<QpuDevice> device, const ProgramSet& set)
    : device_(std::move(device)),
      input_words_(set.input_bytes / sizeof(std::uint32_t)),
      output_words_(set.output_bytes / sizeof(std::uint32_t)),
      output_place_(pages(set.input_bytes)),
      memory_(device_, set.bytes()) {
  std::size_t place = output_place_ + pages(set.output_bytes);
  for (const ProgramSet::Entry& entry : set.entries) {
    launches_.push_back(store(entry, place));
    place += pages(entry.memory_bytes);
  }
}

// Laid out here first, as the board's memory can be accessed in words only.
QpuPrograms::Launch QpuPrograms::store(const ProgramSet::Entry& entry, std::size_t place) {
  const auto at = [this](std::size_t offset) { return memory_->address().value + static_cast<std::uint32_t>(offset); };
  std::vector<std::uint32_t> words((entry.memory_bytes + sizeof(std::uint32_t) - 1) / sizeof(std::uint32_t));
  const auto starts = entry.lay_out(std::as_writable_bytes(std::span(words)),
                                    {.memory = at(place), .input = at(0), .output = at(output_place_)});
  memory_->store(place / sizeof words[0], words);
  Launch launch{entry.count, {}};
  for (const auto& start : starts) launch.jobs.push_back({{start.uniforms}, {start.code}});
  return launch;
}

std::size_t QpuPrograms::at_once(std::size_t wanted) const {
  const auto fits = [wanted](const Launch& launch) { return launch.count <= wanted; };
  const auto launch = std::ranges::find_if(launches_, fits);
  assert(launch != launches_.end());
  return launch->count;
}

std::span<volatile std::uint32_t> QpuPrograms::input() { return memory_->words().first(input_words_); }

std::span<volatile std::uint32_t> QpuPrograms::output() {
  return memory_->words().subspan(output_place_ / sizeof(std::uint32_t), output_words_);
}

Microseconds QpuPrograms::run(std::size_t count, std::chrono::milliseconds timeout) {
  const auto launch = std::ranges::find(launches_, count, &Launch::count);
  assert(launch != launches_.end());
  // The first time the duration is unknown, and it may be too long for a busy wait.
  const auto time = device_->run(launch->jobs, launch->duration.value_or(Microseconds::max()), timeout);
  launch->duration = time.by_registers;
  return time.all;
}

}  // namespace gpufft::qpu
