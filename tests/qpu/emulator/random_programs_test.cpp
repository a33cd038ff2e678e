// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <memory>
#include <random>

#include "qpu/emulator/executor.h"
#include "qpu/registers.h"
#include "qpu/small_immediate.h"
#include "tests/qpu/emulator/plain_qpu.h"

namespace qpu {
namespace {

constexpr int kPrograms = 20'000, kWordsOfProgram = 40;

// Makes words that break no rule: nothing is read from a file right after it was written there, nothing rotated right
// after it was written, and the two results go to different places.
class WordMaker {
 public:
  explicit WordMaker(std::uint32_t seed) : random_(seed) {}

  std::uint32_t below(std::uint32_t limit) {
    return std::uniform_int_distribution<std::uint32_t>(0, limit - 1)(random_);
  }
  bool one_in(std::uint32_t count) { return below(count) == 0; }

  // Patterns among which the odd cases are many.
  std::uint32_t pattern() {
    static constexpr std::uint32_t kOdd[] = {0,          0x80000000, 0x7fffffff, 0xffffffff, 1,          0x3f800000,
                                             0xbf800000, 0x7f800000, 0xff800000, 0x7f7fffff, 0x00800000, 0x80800000,
                                             0x007fffff, 0x7fc00000, 0x00007fff, 0x00008000, 0xcf000000, 0x4f000000};
    switch (below(5)) {
      case 0:
        return kOdd[below(std::size(kOdd))];
      case 1:
        return below(65536);
      case 2:
        return (below(2) << 31) | (110 + below(40)) << 23 | below(1 << 23);  // floats near one
      case 3:
        return (below(2) << 31) | (one_in(2) ? below(6) : 250 + below(6)) << 23 | below(1 << 23);  // and at the ends
      default:
        return static_cast<std::uint32_t>(random_());
    }
  }

  Word next() {
    Instruction i = one_in(8) ? immediate() : alu();
    i.pm = i.kind != Kind::LoadPerLaneSigned && i.kind != Kind::LoadPerLaneUnsigned && one_in(4);
    if (one_in(3)) i.pack = static_cast<Pack>(below(16));
    if (i.pm) i.pack = one_in(3) ? static_cast<Pack>(3 + below(5)) : Pack::None;
    i.set_flags = one_in(3);
    i.write_swap = one_in(2);
    i.add_condition = static_cast<Condition>(one_in(2) ? 1 : below(8));
    i.mul_condition = static_cast<Condition>(one_in(2) ? 1 : below(8));
    do {
      i.add_write = destination();
      i.mul_write = destination();
    } while (i.add_write == i.mul_write && i.add_write >= 32);
    last_ = i;
    return encode(i);
  }

 private:
  std::uint8_t destination() {
    if (one_in(10)) return kNowhere;
    if (one_in(12)) return write::kR5QuadA;
    return static_cast<std::uint8_t>(one_in(2) ? below(32) : write::kR0 + below(4));
  }
  Instruction immediate() {
    static constexpr Kind kKinds[] = {Kind::LoadImmediate, Kind::LoadPerLaneSigned, Kind::LoadPerLaneUnsigned};
    return {.kind = kKinds[below(3)], .immediate = pattern()};
  }
  bool written(bool file_b, std::uint8_t address) const {
    const bool add_to_b = last_.write_swap;
    return (add_to_b == file_b && last_.add_write == address) || (add_to_b != file_b && last_.mul_write == address);
  }
  bool accumulator_written(std::uint8_t address) const {
    return last_.add_write == address || last_.mul_write == address;
  }
  std::uint8_t readable(bool file_b) {
    for (;;) {
      const auto address = static_cast<std::uint8_t>(below(34));
      if (address == 32) return 38;
      if (address == 33) return kNowhere;
      if (!written(file_b, address)) return address;
    }
  }
  Instruction alu() {
    static constexpr std::uint8_t kAddOps[] = {0,  1,  2,  3,  4,  5,  6,  7,  8,  12, 13, 14,
                                               15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 30, 31};
    Instruction i;
    i.add_op = static_cast<AddOp>(kAddOps[below(std::size(kAddOps))]);
    i.mul_op = static_cast<MulOp>(below(8));
    i.unpack = one_in(3) ? static_cast<Unpack>(below(8)) : Unpack::None;
    i.read_a = readable(false);
    i.read_b = readable(true);
    i.add_a = static_cast<Mux>(below(8));
    i.add_b = static_cast<Mux>(below(8));
    i.mul_a = static_cast<Mux>(below(8));
    i.mul_b = static_cast<Mux>(below(8));
    if (one_in(3)) {
      i.kind = Kind::AluSmallImmediate;
      i.read_b = static_cast<std::uint8_t>(may_rotate(i) ? below(64) : below(48));
    }
    return i;
  }
  bool may_rotate(const Instruction& i) const {
    if (accumulator_written(write::kR5QuadA)) return false;
    for (const Mux mux : {i.mul_a, i.mul_b})
      if (mux <= Mux::R3 && accumulator_written(static_cast<std::uint8_t>(write::kR0 + static_cast<int>(mux))))
        return false;
    return true;
  }

  std::mt19937 random_;
  Instruction last_{};
};

void set_both(WordMaker& maker, QpuState& qpu, PlainQpu& plain) {
  for (int index = 0; index <= bank::kR5; ++index)
    for (int lane = 0; lane < kLanes; ++lane) {
      const std::uint32_t value = index == bank::kR5 && lane % 4 != 0 ? qpu.bank[index][lane - 1] : maker.pattern();
      qpu.bank[static_cast<std::size_t>(index)][lane] = value;
      (index < 32 ? plain.a[index] : index < 64 ? plain.b[index - 32] : plain.r[index - 64])[lane] = value;
    }
  for (int lane = 0; lane < kLanes; ++lane) {
    qpu.zero[lane] = 0u - (plain.z[lane] = maker.one_in(2));
    qpu.negative[lane] = 0u - (plain.n[lane] = maker.one_in(2));
    qpu.carry[lane] = 0u - (plain.c[lane] = maker.one_in(2));
  }
  for (int i = 0; i < 4; ++i) {
    qpu.latch_a[i] = plain.last_a[i] = maker.pattern();
    qpu.latch_b[i] = plain.last_b[i] = maker.pattern();
    qpu.latch_mul[i] = plain.last_mul[i] = maker.pattern();
  }
  qpu.written = {~std::uint64_t{0}, 0x7f};
}

std::string differences(const QpuState& qpu, const PlainQpu& plain) {
  std::string text;
  for (int index = 0; index <= bank::kR5; ++index)
    for (int lane = 0; lane < kLanes; ++lane) {
      const std::uint32_t other = (index < 32   ? plain.a[index]
                                   : index < 64 ? plain.b[index - 32]
                                                : plain.r[index - 64])[lane];
      const std::uint32_t ours = qpu.bank[static_cast<std::size_t>(index)][lane];
      if (ours != other) text += fmt::format("bank {} lane {}: {:08x}, plain {:08x}\n", index, lane, ours, other);
    }
  for (int lane = 0; lane < kLanes; ++lane)
    if ((qpu.zero[lane] != 0) != plain.z[lane] || (qpu.negative[lane] != 0) != plain.n[lane] ||
        (qpu.carry[lane] != 0) != plain.c[lane])
      text += fmt::format("flags of lane {}\n", lane);
  return text;
}

TEST(RandomPrograms, AgreeWithAPlainInterpretationBitForBit) {
  const TruncatingRounding rounding;
  Sdram memory(4096);
  Units units(memory, {});
  Executor executor(units);
  const auto qpu = std::make_unique<QpuState>();
  const auto plain = std::make_unique<PlainQpu>();
  for (std::uint32_t seed = 0; seed < kPrograms; ++seed) {
    WordMaker maker(seed);
    *qpu = {};
    qpu->number = plain->number = static_cast<int>(seed % 12);
    qpu->bank[bank::kQpuNumber] = broadcast(seed % 12);
    for (int lane = 0; lane < kLanes; ++lane) qpu->bank[bank::kElementNumber][lane] = static_cast<std::uint32_t>(lane);
    for (int code = 0; code < 64; ++code)
      qpu->bank[static_cast<std::size_t>(bank::kSmallImmediates + code)] =
          broadcast(small_immediate_value(static_cast<std::uint8_t>(code)));
    set_both(maker, *qpu, *plain);
    for (int count = 0; count < kWordsOfProgram; ++count) {
      const Word word = maker.next();
      executor.issue(*qpu, decoded(word, 0));
      plain->execute(word);
      const std::string wrong = differences(*qpu, *plain);
      ASSERT_EQ(wrong, "") << "seed " << seed << ", word " << count << fmt::format(" 0x{:016x}", word);
    }
  }
}

}  // namespace
}  // namespace qpu
