// SPDX-License-Identifier: MIT
// The table of qpu/kernels/README.md: FFTs on the emulated Pi 1 next to the published figures of GPU_FFT 3.0.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "command_line/program.h"
#include "qpu/emulator/board_timing.h"
#include "qpu/kernels/published_times.h"
#include "tests/qpu/kernels/fft_on_machine.h"

namespace {

using qpu::FftShape;
using qpu::testing::error_ppm;
using qpu::testing::FftRun;

// What is disputed of the model (U22a): the board's figures, or others.
qpu::MachineOptions machine;
double register_launch = qpu::board_timing("pi1").register_launch_microseconds;

FftRun run(const qpu::FftProgram& program, std::span<const std::complex<float>> input) {
  return qpu::testing::run(program, input, machine);
}

double launch(const FftRun& fft) {
  const qpu::BoardTiming& board = qpu::board_timing("pi1");
  const bool mailbox = fft.microseconds > 2000;  // as gpufft decides: a busy wait does not pay then
  return mailbox ? board.mailbox_launch_microseconds : register_launch;
}

double each(const FftRun& fft, std::size_t batch) {
  return (fft.microseconds + launch(fft)) / static_cast<double>(batch);
}

// The load of a resource, as a share of the run's cycles.
struct Load {
  const char* name;
  double part;
};
std::array<Load, 4> loads(const FftRun& fft) {
  const qpu::Statistics& counted = fft.statistics;
  const qpu::BoardTiming& board = qpu::board_timing("pi1");
  const auto cycles = [](qpu::Ticks ticks) { return static_cast<double>(ticks) / qpu::kTicksPerCycle; };
  const auto of = [&](double busy) { return busy / static_cast<double>(counted.cycles); };
  const double sdram = static_cast<double>(counted.sdram_read_bytes) / 64 * cycles(board.sdram_line) +
                       static_cast<double>(counted.sdram_written_bytes) * cycles(board.sdram_byte);
  return {{{"issue", of(static_cast<double>(counted.instructions) * 4 / 12)},
           {"TMU", of(static_cast<double>(counted.tmu_requests) * 16 / 6)},
           {"L2C", of(static_cast<double>(counted.tmu_misses) * cycles(board.l2c_line))},
           {"SDRAM", of(sdram)}}};
}

std::string bound(const FftRun& fft) {
  std::string text;
  for (const Load& load : loads(fft)) text += fmt::format(" {} {:.0f}%", load.name, 100 * load.part);
  return text;
}

std::string or_dash(double published) { return published > 0 ? fmt::format("{}", published) : "-"; }
std::string ratio(double published, double measured) {
  return published > 0 ? fmt::format("{:.2f}", published / measured) : "-";
}

void print_size(int log2_size, bool ten, int qpus) {
  const std::size_t size = std::size_t{1} << log2_size;
  const qpu::PublishedTimes* const known = qpu::published_times(std::size_t{1} << log2_size);
  const qpu::PublishedTimes published = known ? *known : qpu::PublishedTimes{};
  const auto random = qpu::testing::random_samples(size * 10, 1);
  const auto cosines = qpu::testing::two_cosines(size, 1);
  const FftShape one{log2_size, 1, false}, many{log2_size, 10, false};
  const qpu::FftProgram program(one, qpus);
  const FftRun single = run(program, std::span(random).first(size));
  const double cosine_ppm = error_ppm(one, cosines, run(program, cosines).output);
  const double random_ppm = error_ppm(one, std::span(random).first(size), single.output);
  fmt::print("| 2^{} | {:.1f} | {} | {} |", log2_size, each(single, 1), or_dash(published.us_single),
             ratio(published.us_single, each(single, 1)));
  std::string loads = bound(single);
  if (ten) {
    const FftRun batch = run(qpu::FftProgram(many, qpus), random);
    fmt::print(" {:.1f} | {} | {} |", each(batch, 10), or_dash(published.us_of_ten),
               ratio(published.us_of_ten, each(batch, 10)));
    loads = bound(batch);
  } else {
    fmt::print(" - | - | - |");
  }
  fmt::print(" {:.2f} | {:.2f} | {} |{} |\n", cosine_ppm, random_ppm, or_dash(published.ppm), loads);
}

// Real samples forward and back, next to as many complex ones.
void print_real(int log2_size, int qpus) {
  const auto microseconds = [&](std::size_t batch, bool inverse, bool real) {
    const FftShape shape{.log2_size = log2_size, .batch = batch, .inverse = inverse, .real = real};
    return each(run(qpu::FftProgram(shape, qpus), qpu::testing::random_samples(shape.of_complex().points(), 1)), batch);
  };
  fmt::print("| 2^{} | {:.1f} | {:.1f} | {:.1f} | {:.1f} | {:.1f} | {:.1f} |\n", log2_size,
             microseconds(1, false, true), microseconds(1, true, true), microseconds(1, false, false),
             microseconds(10, false, true), microseconds(10, true, true), microseconds(10, false, false));
}

// Rows by one launch, columns by another.
void print_array(int log2_height, int log2_width, int qpus) {
  const FftShape rows{log2_width, std::size_t{1} << log2_height, false};
  const FftShape columns{log2_height, 1, false, rows.size()};
  const FftRun first = run(qpu::FftProgram(rows, qpus), qpu::testing::random_samples(rows.points(), 1));
  const FftRun second = run(qpu::FftProgram(columns, qpus), first.output);
  fmt::print("| height x width | us, rows | us, columns | load, columns |\n|---|---|---|---|\n");
  fmt::print("| {} x {} | {:.1f} | {:.1f} |{} |\n", columns.size(), rows.size(), each(first, 1), each(second, 1),
             bound(second));
}

int print_tables(command_line::Arguments& arguments) {
  using command_line::into, command_line::within;
  int from = 4, to = 16, largest_batch = 16, qpus = qpu::kBestQpus;
  std::vector<std::size_t> array;
  bool real = false;
  std::uint64_t cold_code = 0;
  arguments.add({{"--from N", "log2 of the smallest size", within(4, 22, into(from))},
                 {"--to N", "log2 of the largest size", within(4, 22, into(to))},
                 {"--batch-to N", "log2 of the largest size that is measured in batches of 10", into(largest_batch)},
                 {"--qpus N", "how many share the work, 0: as many as are best", within(0, qpu::kMostQpus, into(qpus))},
                 {"--array HEIGHT,WIDTH", "instead: log2 of the height and of the width of an array", into(array)},
                 {"--real", "instead: transforms of real samples", into(real)},
                 {"--cold-code CLOCKS", "of a line of code from the SDRAM, in place of the board's", into(cold_code)},
                 {"--launch MICROSECONDS", "by registers, in place of the board's", into(register_launch)}});
  if (!arguments.parse()) return 0;
  if (cold_code != 0) machine.cold_code_clocks = cold_code;
  if (array.size() == 1 || array.size() > 2) arguments.refuse("--array: HEIGHT,WIDTH is expected");
  if (!array.empty()) {
    print_array(static_cast<int>(array[0]), static_cast<int>(array[1]), qpus);
    return 0;
  }
  if (real) {
    fmt::print(
        "| real samples | us, one | back | as many complex | us, of ten | back | as many complex |\n"
        "|---|---|---|---|---|---|---|\n");
    for (int size = std::max(from, 6); size <= to; ++size) print_real(size, qpus);
    return 0;
  }
  fmt::print(
      "| size | us, one | published | ratio | us, of ten | published | ratio | ppm, two cosines | ppm, random | "
      "published ppm | load |\n|---|---|---|---|---|---|---|---|---|---|---|\n");
  for (int size = from; size <= to; ++size) print_size(size, size <= largest_batch, qpus);
  return 0;
}

constexpr command_line::Command kCommand{"", "[FLAGS]", "print the tables of qpu/kernels/README.md", print_tables};

}  // namespace

int main(int count, char** words) {
  return command_line::run({.name = "qpu_fft",
                            .version = "1",
                            .about = "FFTs on the emulated QPUs of a Pi 1, microseconds with the launch",
                            .commands = {&kCommand, 1}},
                           count, words);
}
