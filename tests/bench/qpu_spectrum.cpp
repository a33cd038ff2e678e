// SPDX-License-Identifier: MIT
// The cost of a row of a spectrum on the emulated Pi 1: from bytes by SpectrumProgram, and by the plain path.
// Both count one launch, although the plain path would need three.
#include <fmt/format.h>

#include "command_line/program.h"
#include "tests/qpu/kernels/plain/plain_spectrum.h"

namespace {

using qpu::testing::run;

constexpr double kMailboxMicroseconds = 100, kSamplesPerSecond = 2.4e6;

void print_size(int log2_size, std::size_t rows) {
  const qpu::SpectrumShape shape{log2_size, false, std::size_t{1} << log2_size, 8, rows};
  const std::vector<float> window(shape.size(), 1.0f / 127.5f);
  const qpu::SpectrumProgram program(shape, window);
  const qpu::testing::SpectrumInput input{std::vector<std::uint8_t>(program.input_bytes(), std::uint8_t{77}),
                                          std::vector<std::complex<float>>(shape.frames(), {127.5f, 127.5f})};
  const qpu::testing::SpectrumRun spectrum = run(program, input);
  const qpu::testing::SpectrumRun by_steps = run_plainly(shape, window, input);
  const auto frames = static_cast<double>(shape.frames()), samples = static_cast<double>(shape.size()) * frames;
  const double fused = spectrum.microseconds + kMailboxMicroseconds,
               plain = by_steps.microseconds + kMailboxMicroseconds;
  const auto moved = [&](const qpu::Statistics& counted) {
    return static_cast<double>(counted.sdram_read_bytes + counted.sdram_written_bytes) / samples;
  };
  fmt::print(
      "| 2^{} | {} | {:.1f} | {:.1f} | {:.1f} % | {:.1f} | {:.1f} | {:.1f} | {:.1f} | {:.2f} | {:.2f} | {:.1f} |\n",
      log2_size, shape.frames(), fused / frames, samples / fused, 100 * kSamplesPerSecond * fused / 1e6 / samples,
      moved(spectrum.statistics), plain / frames, samples / plain, moved(by_steps.statistics), plain / fused,
      2 + static_cast<double>(program.output_bytes()) / samples,
      static_cast<double>(program.memory_bytes() + program.input_bytes() + program.output_bytes()) / (1 << 20));
}

int print_table(command_line::Arguments& arguments) {
  using command_line::into, command_line::within;
  int from = 8, to = 16;
  std::size_t samples = 1 << 19;
  arguments.add({{"--from N", "log2 of the smallest size", within(8, 16, into(from))},
                 {"--to N", "log2 of the largest size", within(8, 16, into(to))},
                 {"--samples N", "of a launch, about", into(samples)}});
  if (!arguments.parse()) return 0;
  fmt::print(
      "| bins | frames | us a frame | MS/s | load at 2.4 MS/s | SDRAM bytes a sample | plain: us | MS/s | SDRAM bytes "
      "| "
      "times as long | ARM bytes a sample | MiB |\n|---|---|---|---|---|---|---|---|---|---|---|---|\n");
  for (int size = from; size <= to; ++size) print_size(size, std::max<std::size_t>(1, samples >> (size + 3)));
  return 0;
}

constexpr command_line::Command kCommand{"", "[FLAGS]", "print a table of qpu/kernels/README.md", print_table};

}  // namespace

int main(int count, char** words) {
  return command_line::run(
      {.name = "qpu_spectrum",
       .version = "1",
       .about = "spectrum rows of 8 frames of cu8 on the emulated QPUs of a Pi 1, microseconds with the launch",
       .commands = {&kCommand, 1}},
      count, words);
}
