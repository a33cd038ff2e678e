// SPDX-License-Identifier: MIT
#include "tests/qpu/kernels/spectrum_on_machine.h"

#include <algorithm>
#include <cstring>
#include <ostream>
#include <stdexcept>

#include "tests/gpufft/double_dft.h"

namespace qpu {

void PrintTo(const SpectrumShape& shape, std::ostream* out) {
  *out << shape.frames() << " frames of 2^" << shape.log2_size << (shape.is_signed ? " cs8, hop " : " cu8, hop ")
       << shape.hop;
}

}  // namespace qpu

namespace qpu::testing {
namespace {

constexpr std::uint32_t kBase = 0x10000;

std::vector<PowerRow> read_rows(const SpectrumProgram& program, std::span<const float> output) {
  std::vector<PowerRow> rows;
  for (std::size_t row = 0; row < program.shape().rows; ++row) {
    const auto values = output.subspan(row * 3 * program.shape().size());
    PowerRow power;
    for (const std::uint32_t place : program.places()) {
      power.sum.push_back(values[place]);
      power.max.push_back(values[place + SpectrumProgram::kMaximum]);
      power.min.push_back(values[place + SpectrumProgram::kMinimum]);
    }
    rows.push_back(power);
  }
  return rows;
}

double counts(std::uint8_t byte, bool is_signed) {
  return is_signed ? static_cast<double>(static_cast<std::int8_t>(byte)) : byte;
}

}  // namespace

SpectrumRun run(const SpectrumProgram& program, const SpectrumInput& input, bool misaligned, MachineOptions options) {
  const auto round = [](std::size_t count) { return static_cast<std::uint32_t>((count + 4099) / 4096 * 4096); };
  const std::uint32_t memory = kBase + round(program.memory_bytes()), silence = memory + round(program.input_bytes()),
                      output = silence + round(program.silence_bytes());
  Sdram sdram(output + round(program.output_bytes()) - kBase, kBase);
  const SpectrumProgram::Addresses addresses{kBase, memory + (misaligned ? 2 : 0), silence, output, false};
  std::memcpy(sdram.at(addresses.input), input.bytes.data(), program.input_bytes());
  std::vector<std::complex<float>> silences = input.silences;
  for (auto& counts : silences) counts = SpectrumProgram::silence(counts, program.shape().is_signed);
  std::memcpy(sdram.at(addresses.silence), silences.data(), program.silence_bytes());
  options.stale_reads = Policy::Fault;
  options.source_line = [&program](std::uint32_t pc) { return place_of(program.code(), (pc - kBase) / kWordBytes); };
  Machine machine(sdram, options);
  for (const ProgramStart& start : program.lay_out(sdram.bytes(kBase, memory - kBase), addresses))
    machine.queue(start.code, start.uniforms);
  if (machine.run() != Machine::End::Idle)
    throw std::runtime_error(machine.fault() ? report(*machine.fault(), options.source_line) : "no end");
  std::vector<float> powers(program.output_bytes() / sizeof(float));
  std::memcpy(powers.data(), sdram.at(addresses.output), program.output_bytes());
  return {read_rows(program, powers), machine.statistics(), machine.microseconds(machine.statistics().cycles)};
}

std::vector<PowerRow> expected_rows(const SpectrumShape& shape, std::span<const float> window,
                                    const SpectrumInput& input) {
  const std::size_t size = shape.size();
  std::vector<PowerRow> rows;
  for (std::size_t frame = 0; frame < shape.frames(); ++frame) {
    oracle::Points points(size);
    for (std::size_t index = 0; index < size; ++index) {
      const std::size_t at = 2 * (frame * shape.hop + index);
      const std::complex sample(counts(input.bytes[at], shape.is_signed), counts(input.bytes[at + 1], shape.is_signed));
      points[index] = (sample - std::complex<double>(input.silences[frame])) * static_cast<double>(window[index]);
    }
    points = oracle::fast_dft(points);
    if (frame % shape.frames_per_row == 0)
      rows.push_back({std::vector<double>(size), std::vector<double>(size), std::vector<double>(size, 1e300)});
    for (std::size_t index = 0; index < size; ++index) {
      const double power = std::norm(points[(index + size / 2) % size]);
      rows.back().sum[index] += power;
      rows.back().max[index] = std::max(rows.back().max[index], power);
      rows.back().min[index] = std::min(rows.back().min[index], power);
    }
  }
  return rows;
}

}  // namespace qpu::testing
