// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <cmath>
#include <cstring>
#include <ctime>

#include "qpu/assembler/assembler.h"
#include "qpu/emulator/machine.h"

// Measures how fast the emulator is, and how close its clock is to a Pi 1. Run manually:
//   qpu_emulator [KERNEL]   millions of instructions a second, for alu, copy and fft or one of them
//   qpu_emulator times [N]  model and measurement of a stand-in for GPU_FFT, 2^8 to 2^N
namespace qpu::bench {
namespace {

constexpr std::uint32_t kCode = 0x10000, kUniforms = 0x8000, kData = 0x100000;

using Definitions = std::vector<std::pair<std::string, std::string>>;

Program assembled(const Program& program) {
  for (const Diagnostic& diagnostic : program.diagnostics) fmt::print(stderr, "{}\n", to_text(diagnostic));
  if (!program.ok()) std::exit(1);
  return program;
}

void load(Sdram& memory, const Program& program) {
  std::memcpy(memory.at(kCode), program.words.data(), program.words.size() * kWordBytes);
  for (const Relocation& relocation : program.relocations)
    memory.store(kCode + relocation.offset, memory.load(kCode + relocation.offset) + kCode);
}

MachineOptions as_on_a_pi() {
  MachineOptions options;
  options.hazards = options.undefined_reads = Policy::AsHardware;
  options.cycle_limit = ~std::uint64_t{0} >> 16;
  return options;
}

// Processor time, which other programs on the machine do not affect.
double processor_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

void finish(Machine& machine) {
  if (machine.run() == Machine::End::Idle) return;
  fmt::print(stderr, "{}", report(*machine.fault()));
  std::exit(1);
}

// --- a stand-in for GPU_FFT ---

// Reference 11.3: milliseconds at 250 MHz, instructions of the master without stalls; passes of the article.
struct Row {
  int log2_points;
  std::vector<int> bits;
  double batch_1, batch_10, instructions;
};
const std::vector<Row> kRows = {
    {8, {4, 4}, 0.033, 0.017, 554},      {9, {5, 4}, 0.049, 0.029, 1125},     {10, {5, 5}, 0.070, 0.049, 1889},
    {11, {6, 5}, 0.12, 0.11, 3521},      {12, {4, 4, 4}, 0.25, 0.27, 11063},  {13, {5, 4, 4}, 0.61, 0.66, 21051},
    {14, {5, 5, 4}, 1.2, 1.2, 40146},    {15, {5, 5, 5}, 3.5, 3.3, 72989},    {16, {6, 5, 5}, 7.0, 0, 144639},
    {17, {5, 4, 4, 4}, 17, 0, 422860},   {18, {5, 4, 4, 5}, 43, 0, 931810},   {19, {5, 4, 5, 5}, 97, 0, 2085879},
    {20, {5, 5, 5, 5}, 194, 0, 4060162}, {21, {6, 5, 5, 5}, 388, 0, 8154724}, {22, {6, 6, 5, 5}, 786, 0, 16238292}};

Program stand_in(const Row& row, int padding) {
  Definitions definitions = {{"LOG2N", fmt::format("{}", row.log2_points)},
                             {"PASSES", fmt::format("{}", row.bits.size())},
                             {"PAD", fmt::format("{}", padding)}};
  for (std::size_t pass = 0; pass < 4; ++pass) {
    definitions.emplace_back(fmt::format("BITS_{}", pass),
                             fmt::format("{}", pass < row.bits.size() ? row.bits[pass] : 4));
  }
  return assembled(assemble_file(SPECTRUMD_ROOT "/tests/bench/fft_stand_in.qasm", {.definitions = definitions}));
}

std::uint32_t address_of(const Program& program, std::string_view label) {
  for (const Label& known : program.labels)
    if (known.name == label) return kCode + known.address;
  return 0;
}

class FftRun {
 public:
  FftRun(const Row& row, int padding, int transforms)
      : row_(row),
        transforms_(transforms),
        program_(stand_in(row, padding)),
        memory_(kData + 2 * static_cast<std::size_t>(transforms) * buffer() + buffer()),
        machine_(memory_, as_on_a_pi()) {
    load(memory_, program_);
    for (std::uint32_t q = 0; q < 8; ++q) queue(q);
    const double begin = processor_seconds();
    finish(machine_);
    seconds_ = processor_seconds() - begin;
  }

  const Statistics& statistics() const { return machine_.statistics(); }
  double instructions_of_a_qpu() const { return static_cast<double>(statistics().instructions) / 8 / transforms_; }
  double seconds() const { return seconds_; }
  double microseconds() const { return machine_.microseconds(statistics().cycles) / transforms_; }

 private:
  std::size_t buffer() const { return (std::size_t{8} << row_.log2_points) + 4096; }
  void queue(std::uint32_t q) {
    const std::uint32_t uniforms = kUniforms + 1024 * q;
    std::vector<std::uint32_t> words = {
        q, address_of(program_, q == 0 ? "master_saves" : "slave_saves"), address_of(program_, "semaphores") + 32 * q,
        address_of(program_, "address_plain"), address_of(program_, "address_reversed")};
    for (int job = 0; job < transforms_; ++job)
      for (int side = 0; side < 2; ++side)
        words.push_back(kData + static_cast<std::uint32_t>((2 * static_cast<std::size_t>(job) + side) * buffer()));
    words.push_back(0);
    std::memcpy(memory_.at(uniforms), words.data(), 4 * words.size());
    machine_.queue(kCode, uniforms);
  }

  Row row_;
  int transforms_;
  Program program_;
  Sdram memory_;
  Machine machine_;
  double seconds_ = 0;
};

// Computing instructions per vector, as many as bring the count up to the real shader's.
int padding_for(const Row& row) {
  const FftRun bare(row, 0, 1);
  const double vectors = static_cast<double>(row.bits.size()) * static_cast<double>(1 << (row.log2_points - 7));
  return std::max(0, static_cast<int>((row.instructions - bare.instructions_of_a_qpu()) / vectors + 0.5));
}

// What the model takes for the stand-in, next to what the article says: single transforms and each of ten.
void print_times(int most) {
  const BoardTiming& board = board_timing("pi1");
  fmt::print(
      "| size | batch | model us | published us | ratio | instructions | waits: TMU | VDW | semaphores | code |\n");
  fmt::print("|---|---|---|---|---|---|---|---|---|---|\n");
  double largest = 0, squares = 0;
  int figures = 0;
  for (const Row& row : kRows) {
    if (row.log2_points > most) break;
    const int padding = padding_for(row);
    for (const int transforms : {1, 10}) {
      const double measured = 1000 * (transforms == 10 ? row.batch_10 : row.batch_1);
      if (measured == 0) continue;
      const FftRun run(row, padding, transforms);
      const bool by_registers = (transforms << row.log2_points) <= 20480;  // as the program of the article decides
      const double launch = by_registers ? board.register_launch_microseconds : board.mailbox_launch_microseconds;
      const double model = run.microseconds() + launch / transforms;
      const Statistics& s = run.statistics();
      const auto stall = [&](Stall cause) {
        return static_cast<double>(s.stalled_cycles[static_cast<std::size_t>(cause)]) / 8 / transforms / 250;
      };
      fmt::print("| 2^{} | {} | {:.1f} | {:.0f} | {:.3f} | {:.0f} | {:.0f} | {:.0f} | {:.0f} | {:.0f} |\n",
                 row.log2_points, transforms, model, measured, model / measured, run.instructions_of_a_qpu(),
                 stall(Stall::Tmu), stall(Stall::VdwBusy) + stall(Stall::VdwWait), stall(Stall::Semaphore),
                 stall(Stall::Instruction));
      largest = std::max(largest, std::abs(model / measured - 1));
      squares += (model / measured - 1) * (model / measured - 1);
      ++figures;
    }
  }
  fmt::print("\n{} figures, largest deviation {:.1f} %, rms {:.1f} %\n", figures, 100 * largest,
             100 * std::sqrt(squares / figures));
}

// --- speed ---

constexpr const char* kAluKernel = R"(
      mov ra0, unif
      mov r0, 0x3f000000
      mov r1, r0
      mov r2, r0
      mov r3, r0
      mov ra1, r0
      mov rb1, r0
:loop
.rep i, 12
      fadd r0, r1, ra1             ; fmul r2, r3, rb1
      add ra3, r2, r3              ; v8min rb3, r0, r1
      fsub ra2, r0, rb1            ; fmul rb2, r1, r2
      and.setf -, elem_num, 1 << (i & 3) ; nop
      fadd.ifnz r1, r1, r3         ; mov r2, r0 << 1
.endr
      sub.setf ra0, ra0, 1
      brr.anynz -, :loop
      nop
      nop
      nop
      nop; nop; thrend
      nop
      nop
)";

constexpr const char* kCopyKernel = R"(
      mov ra0, unif
      mov ra1, unif
      mov ra2, unif
      shl r0, elem_num, 2
      add ra1, ra1, r0
      mov rb0, 64
      mov r2, 0x1a00
      add rb3, qpu_num, r2
      mov r2, 0x80904000
      mov r1, qpu_num
      shl r1, r1, 7
      add rb4, r1, r2
      mov t0s, ra1
:loop
      add ra1, ra1, rb0
      nop
      mov t0s, ra1
      mov vw_setup, rb3
      nop; nop; ldtmu0
      mov vpm, r4
      mov vw_setup, rb4
      mov vw_addr, ra2
      add ra2, ra2, rb0
      sub.setf ra0, ra0, 1
      brr.anynz -, :loop
      nop
      nop
      mov -, vw_wait
      nop; nop; ldtmu0
      nop; nop; thrend
      nop
      nop
)";

void print_speed(const char* name, const char* source, std::uint32_t loops) {
  const Program program = assembled(assemble(source, name));
  Sdram memory(64 << 20);
  Machine machine(memory, as_on_a_pi());
  load(memory, program);
  for (std::uint32_t q = 0; q < 12; ++q) {
    const std::uint32_t words[] = {loops, kData + 0x100000 * q, kData + 0x2000000 + 0x100000 * q};
    std::memcpy(memory.at(kUniforms + 64 * q), words, sizeof words);
    machine.queue(kCode, kUniforms + 64 * q);
  }
  const double begin = processor_seconds();
  finish(machine);
  const double seconds = processor_seconds() - begin;
  fmt::print("{:6} {:>8.1f} Minstr/s\n", name, static_cast<double>(machine.statistics().instructions) / seconds / 1e6);
}

void print_speeds(std::string_view only) {
  if (only.empty() || only == "alu") print_speed("alu", kAluKernel, 20'000);
  if (only.empty() || only == "copy") print_speed("copy", kCopyKernel, 15'000);
  if (!only.empty() && only != "fft") return;
  const Row& row = kRows[6];
  const FftRun run(row, padding_for(row), 20);
  fmt::print("{:6} {:>8.1f} Minstr/s\n", "fft",
             static_cast<double>(run.statistics().instructions) / run.seconds() / 1e6);
}

}  // namespace
}  // namespace qpu::bench

int main(int count, char** arguments) {
  if (count > 1 && std::string_view(arguments[1]) == "times")
    qpu::bench::print_times(count > 2 ? std::atoi(arguments[2]) : 16);
  else
    qpu::bench::print_speeds(count > 1 ? arguments[1] : "");
}
