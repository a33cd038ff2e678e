// SPDX-License-Identifier: MIT
#include "tests/qpu/kernels/fft_on_machine.h"

#include <cmath>
#include <cstring>
#include <numbers>
#include <ostream>
#include <random>
#include <stdexcept>

#include "tests/gpufft/double_dft.h"

namespace qpu {

void PrintTo(const FftShape& shape, std::ostream* out) {
  *out << shape.batch << (shape.inverse ? " inverse" : " forward") << " of 2^" << shape.log2_size
       << (shape.real ? " real points" : "");
}

}  // namespace qpu

namespace qpu::testing {
namespace {

constexpr std::uint32_t kBase = 0x10000;

MachineOptions strict(const FftProgram& program, MachineOptions options) {
  options.stale_reads = Policy::Fault;
  options.source_line = [&program](std::uint32_t pc) { return place_of(program.code(), (pc - kBase) / kWordBytes); };
  return options;
}

bool all_zero(const Machine& machine) {
  for (int index = 0; index < 16; ++index)
    if (machine.semaphore(index) != 0) return false;
  return true;
}

oracle::Points transformed(const FftShape& shape, oracle::Points points) {
  const auto conjugate = [&] {
    for (std::complex<double>& point : points) point = std::conj(point);
  };
  if (shape.inverse) conjugate();
  points = oracle::fast_dft(points);
  if (shape.inverse) conjugate();
  return points;
}

}  // namespace

std::vector<MachineOptions> other_schedules() {
  std::vector<MachineOptions> all;
  for (const Schedule schedule : {Schedule::ReverseWake, Schedule::RoundRobin, Schedule::UntilStall, Schedule::Random})
    all.emplace_back().schedule = schedule;
  all.emplace_back(all.back()).seed = 2;
  for (const Schedule schedule : {Schedule::InTime, Schedule::ReverseWake, Schedule::UntilStall, Schedule::Random}) {
    all.emplace_back().schedule = schedule;
    all.back().late = true;
  }
  return all;
}

FftRun run(const FftProgram& program, std::span<const std::complex<float>> input, const MachineOptions& given) {
  const auto memory = static_cast<std::uint32_t>((program.memory_bytes() + 4095) / 4096 * 4096);
  const auto buffer = static_cast<std::uint32_t>((program.buffer_bytes() + 4095) / 4096 * 4096);
  Sdram sdram(memory + 2 * std::size_t{buffer}, kBase);
  const FftProgram::Addresses addresses{kBase, kBase + memory, kBase + memory + buffer, false};
  std::memcpy(sdram.at(addresses.input), input.data(), input.size_bytes());
  const MachineOptions options = strict(program, given);
  Machine machine(sdram, options);
  for (const ProgramStart& start : program.lay_out(sdram.bytes(kBase, memory), addresses))
    machine.queue(start.code, start.uniforms);
  if (machine.run() != Machine::End::Idle)
    throw std::runtime_error(machine.fault() ? report(*machine.fault(), options.source_line) : "no end");
  FftRun result{std::vector<std::complex<float>>(input.size()), machine.statistics(), 0, all_zero(machine)};
  result.microseconds = machine.microseconds(result.statistics.cycles);
  std::memcpy(result.output.data(), sdram.at(addresses.output), input.size_bytes());
  return result;
}

double error_ppm(const FftShape& shape, std::span<const std::complex<float>> input,
                 std::span<const std::complex<float>> output) {
  double error = 0, energy = 0;
  for (std::size_t begin = 0; begin < input.size(); begin += shape.size()) {
    const auto samples = input.subspan(begin, shape.size());
    const oracle::Points expected = transformed(shape, {samples.begin(), samples.end()});
    for (std::size_t bin = 0; bin < shape.size(); ++bin) {
      error += std::norm(std::complex<double>(output[begin + bin]) - expected[bin]);
      energy += std::norm(expected[bin]);
    }
  }
  return 1e6 * std::sqrt(error / energy);
}

std::vector<std::complex<float>> random_samples(std::size_t count, unsigned seed) {
  std::mt19937 random(seed);
  std::normal_distribution<float> normal;
  std::vector<std::complex<float>> samples(count);
  for (std::complex<float>& sample : samples) sample = {normal(random), normal(random)};
  return samples;
}

std::vector<std::complex<float>> two_cosines(std::size_t size, std::size_t batch) {
  std::vector<std::complex<float>> samples(size * batch);
  for (std::size_t index = 0; index < samples.size(); ++index) {
    const double turn = 2 * std::numbers::pi * static_cast<double>(index % size) / static_cast<double>(size);
    const double low = 1 + static_cast<double>(index / size);  // another pair for each transform
    const double high = static_cast<double>(size) / 2 - low;
    samples[index] = static_cast<float>(0.5 * std::cos(low * turn) + 0.5 * std::cos(high * turn));
  }
  return samples;
}

}  // namespace qpu::testing
