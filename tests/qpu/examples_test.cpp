// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <complex>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "qpu/assembler/assembler.h"
#include "qpu/emulator/machine.h"
#include "qpu/emulator/sdram.h"
#include "qpu/hazards/checker.h"

namespace qpu {
namespace {

constexpr const char* kExamples[] = {"hello",          "memcpy",        "transpose", "reduction", "sfu_table",
                                     "semaphore_ring", "mutex_counter", "gather",    "fft64"};
constexpr std::uint32_t kMemory = 0xc0000000;  // uncached alias, as a Pi 2 allocates
constexpr std::size_t kMemoryBytes = 1 << 20;

Program example(const std::string& name) {
  Program program = assemble_file(SPECTRUMD_ROOT "/qpu/examples/" + name + ".qasm");
  for (const Diagnostic& diagnostic : program.diagnostics) ADD_FAILURE() << to_text(diagnostic);
  return program;
}

// A machine with one example in its memory, and room for what it works on.
class Bench {
 public:
  explicit Bench(const std::string& name) : memory_(kMemoryBytes), machine_(memory_) {
    code_ = kMemory;
    for (const Word word : example(name).words) {
      put(low(word));
      put(high(word));
    }
    free_ = kMemory + 0x10000;
  }

  std::uint32_t area(const std::vector<std::uint32_t>& words) {
    const std::uint32_t address = free_;
    for (const std::uint32_t word : words) put(word);
    return address;
  }
  std::uint32_t area(std::size_t words) { return area(std::vector<std::uint32_t>(words)); }

  void queue(const std::vector<std::uint32_t>& uniforms) { ASSERT_TRUE(machine_.queue(code_, area(uniforms))); }
  void run() { ASSERT_EQ(machine_.run(), Machine::End::Idle) << (machine_.fault() ? report(*machine_.fault()) : ""); }
  void run(const std::vector<std::uint32_t>& uniforms) {
    queue(uniforms);
    run();
  }

  std::vector<std::uint32_t> words(std::uint32_t address, std::size_t count) const {
    std::vector<std::uint32_t> result;
    for (std::size_t i = 0; i < count; ++i) result.push_back(memory_.load(address + 4 * static_cast<std::uint32_t>(i)));
    return result;
  }
  float number(std::uint32_t address) const { return std::bit_cast<float>(memory_.load(address)); }
  const Machine& machine() const { return machine_; }

 private:
  void put(std::uint32_t word) {
    memory_.store(free_, word);
    free_ += 4;
  }

  Sdram memory_;
  Machine machine_;
  std::uint32_t code_ = 0, free_ = kMemory;
};

std::vector<std::uint32_t> random_words(std::size_t count, std::uint32_t seed) {
  std::mt19937 random(seed);
  std::vector<std::uint32_t> words(count);
  std::generate(words.begin(), words.end(), random);
  return words;
}

class EveryExample : public testing::TestWithParam<const char*> {};

TEST_P(EveryExample, PassesTheCheckerWithoutANote) {
  const Program program = example(GetParam());
  for (const Finding& finding : check(program.words, {.data = program.is_data}))
    ADD_FAILURE() << place_of(program, finding.word) << ": " << row_of(finding.rule).id << ": " << finding.text;
}

INSTANTIATE_TEST_SUITE_P(Folder, EveryExample, testing::ValuesIn(kExamples),
                         [](const auto& example) { return std::string(example.param); });

TEST(Examples, HelloWritesTheLaneNumbers) {
  Bench bench("hello");
  const std::uint32_t target = bench.area(16);
  bench.run({target});
  std::vector<std::uint32_t> lanes(16);
  for (std::uint32_t i = 0; i < 16; ++i) lanes[i] = i;
  EXPECT_EQ(bench.words(target, 16), lanes);
}

TEST(Examples, MemcpyCopiesItsBlocksAndNoMore) {
  constexpr std::uint32_t kBlocks = 5, kWords = kBlocks * 256;
  Bench bench("memcpy");
  std::vector<std::uint32_t> source = random_words(kWords, 1);
  const std::uint32_t from = bench.area(source), to = bench.area(kWords + 1);
  bench.run({from, to, kBlocks});
  source.push_back(0);
  EXPECT_EQ(bench.words(to, kWords + 1), source);
}

TEST(Examples, TransposeSwapsRowsAndColumns) {
  Bench bench("transpose");
  const std::vector<std::uint32_t> source = random_words(256, 2);
  const std::uint32_t from = bench.area(source), to = bench.area(256);
  bench.run({from, to});
  std::vector<std::uint32_t> transposed(256);
  for (std::size_t i = 0; i < 256; ++i) transposed[i % 16 * 16 + i / 16] = source[i];
  EXPECT_EQ(bench.words(to, 256), transposed);
}

TEST(Examples, ReductionAddsUpEveryWord) {
  constexpr std::uint32_t kRows = 9;
  Bench bench("reduction");
  const std::vector<std::uint32_t> source = random_words(kRows * 16, 3);
  const std::uint32_t from = bench.area(source), to = bench.area(2);
  bench.run({from, kRows, to});
  std::uint32_t sum = 0;
  for (const std::uint32_t word : source) sum += word;
  EXPECT_EQ(bench.words(to, 2), (std::vector<std::uint32_t>{sum, 0}));
}

TEST(Examples, SfuTableComesWithinTheUnitsAccuracy) {
  Bench bench("sfu_table");
  std::vector<std::uint32_t> source;
  for (int i = 0; i < 16; ++i) source.push_back(std::bit_cast<std::uint32_t>(0.37f * static_cast<float>(i + 1)));
  const std::uint32_t from = bench.area(source), to = bench.area(64);
  bench.run({from, to});
  for (std::uint32_t i = 0; i < 16; ++i) {
    const double x = std::bit_cast<float>(source[i]);
    const double expected[] = {1 / x, 1 / std::sqrt(x), std::exp2(x), std::log2(x)};
    const double relative[] = {1e-4, 1e-4, 1e-4, 1e-2};  // what holds on real chips (reference 3.6)
    for (std::uint32_t row = 0; row < 4; ++row)
      EXPECT_NEAR(bench.number(to + 64 * row + 4 * i), expected[row], relative[row] * std::abs(expected[row]))
          << "row " << row << " of " << x;
  }
}

TEST(Examples, SemaphoreRingTakesTurnsInOrder) {
  constexpr std::uint32_t kQpus = 12;
  Bench bench("semaphore_ring");
  const std::uint32_t to = bench.area(16);
  std::uint32_t value = 0;
  for (std::uint32_t i = 0; i < kQpus; ++i) {
    bench.queue({(i + 5) % kQpus, to});  // whichever QPU gets which place
    value = 2 * value + i;
  }
  bench.run();
  EXPECT_EQ(bench.words(to, 16), std::vector<std::uint32_t>(16, value));
  for (int i = 0; i < 16; ++i) EXPECT_EQ(bench.machine().semaphore(i), 0u) << i;
}

TEST(Examples, MutexCounterLosesNoCount) {
  constexpr std::uint32_t kQpus = 12, kRounds = 7;
  Bench bench("mutex_counter");
  const std::uint32_t counters = bench.area(std::vector<std::uint32_t>(16, 1000));
  for (std::uint32_t i = 0; i < kQpus; ++i) bench.queue({counters, kRounds});
  bench.run();
  EXPECT_EQ(bench.words(counters, 16), std::vector<std::uint32_t>(16, 1000 + kQpus * kRounds));
}

TEST(Examples, GatherLooksEveryIndexUp) {
  constexpr std::uint32_t kRows = 6, kTable = 300;
  Bench bench("gather");
  const std::vector<std::uint32_t> table = random_words(kTable, 4);
  std::vector<std::uint32_t> indices = random_words(kRows * 16, 5), expected;
  for (std::uint32_t& index : indices) expected.push_back(table[index %= kTable]);
  const std::uint32_t table_at = bench.area(table), indices_at = bench.area(indices), to = bench.area(kRows * 16);
  bench.run({table_at, indices_at, to, kRows});
  EXPECT_EQ(bench.words(to, kRows * 16), expected);
}

using Signal64 = std::vector<std::complex<double>>;

Signal64 dft(const Signal64& x) {
  Signal64 result(x.size());
  for (std::size_t k = 0; k < x.size(); ++k)
    for (std::size_t n = 0; n < x.size(); ++n)
      result[k] +=
          x[n] * std::polar(1.0, -2 * M_PI * static_cast<double>(n * k % x.size()) / static_cast<double>(x.size()));
  return result;
}

double norm(const Signal64& x) {
  double sum = 0;
  for (const auto& value : x) sum += std::norm(value);
  return std::sqrt(sum);
}

TEST(Examples, Fft64AgreesWithTheDftInDouble) {
  for (std::uint32_t seed = 1; seed <= 5; ++seed) {
    std::mt19937 random(seed);
    std::normal_distribution<float> gauss;
    Signal64 x;
    std::vector<std::uint32_t> source;
    for (int i = 0; i < 64; ++i) {
      const float re = gauss(random), im = gauss(random);
      x.emplace_back(re, im);
      source.insert(source.end(), {std::bit_cast<std::uint32_t>(re), std::bit_cast<std::uint32_t>(im)});
    }
    Bench bench("fft64");
    const std::uint32_t from = bench.area(source), to = bench.area(128);
    bench.run({from, to});
    const Signal64 expected = dft(x);
    Signal64 difference;
    for (std::uint32_t k = 0; k < 64; ++k)
      difference.push_back(std::complex<double>(bench.number(to + 8 * k), bench.number(to + 8 * k + 4)) - expected[k]);
    EXPECT_LT(norm(difference), 1e-6 * norm(expected)) << "seed " << seed;
  }
}

}  // namespace
}  // namespace qpu
