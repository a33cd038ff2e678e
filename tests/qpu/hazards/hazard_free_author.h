// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <random>
#include <vector>

#include "qpu/instruction.h"
#include "qpu/registers.h"

namespace qpu {

// Writes straight-line programs of ALU words that cannot break a rule: each word keeps to the even or to the odd
// registers, and its neighbours to the others, so that nothing is read in the word after it was written.
class HazardFreeAuthor {
 public:
  explicit HazardFreeAuthor(std::uint64_t seed) : random_(seed) {}

  std::vector<Word> program() {
    std::vector<Word> words;
    for (std::uint8_t address = 0; address < 36; ++address) words.push_back(load(address, address));
    words.push_back(load(write::kR5QuadA, kNowhere));
    words.push_back(encode({.add_condition = Condition::Always, .set_flags = true, .add_op = AddOp::Or}));
    words.push_back(kNop);
    for (int i = 0; i < kRandomWords; ++i) words.push_back(alu_word(i % 2));
    words.insert(words.end(), {kNop, kEnd, kNop, kNop});
    return words;
  }

 private:
  static constexpr int kRandomWords = 60;
  static constexpr Word kEnd = make_word(0x009e7000, 0x300009e7);

  std::uint8_t below(int limit) { return static_cast<std::uint8_t>(random_() % static_cast<unsigned>(limit)); }

  Word load(std::uint8_t add, std::uint8_t mul) {
    return encode({.kind = Kind::LoadImmediate,
                   .add_condition = Condition::Always,
                   .mul_condition = mul < 32 ? Condition::Always : Condition::Never,
                   .add_write = add,
                   .mul_write = mul < 32 ? mul : kNowhere,
                   .immediate = static_cast<std::uint32_t>(random_())});
  }

  std::uint8_t in_half(int half) { return static_cast<std::uint8_t>(below(16) * 2 + half); }
  Mux mux(int half) {
    constexpr Mux kHalves[2][4] = {{Mux::R0, Mux::R2, Mux::A, Mux::B}, {Mux::R1, Mux::R3, Mux::A, Mux::B}};
    return kHalves[half][below(4)];
  }
  std::uint8_t target(int half) {
    return below(2) ? in_half(half) : static_cast<std::uint8_t>(write::kR0 + below(2) * 2 + half);
  }

  Word alu_word(int half) {
    constexpr AddOp kAddOps[] = {AddOp::Fadd, AddOp::Fmax, AddOp::Itof, AddOp::Add, AddOp::Ror, AddOp::Or, AddOp::Clz};
    Instruction i{.kind = below(4) ? Kind::Alu : Kind::AluSmallImmediate,
                  .add_condition = static_cast<Condition>(below(8)),
                  .mul_condition = static_cast<Condition>(below(8)),
                  .set_flags = below(2) == 0,
                  .write_swap = below(2) == 0,
                  .add_write = target(half),
                  .add_op = kAddOps[below(7)],
                  .mul_op = static_cast<MulOp>(1 + below(7)),
                  .read_a = in_half(half),
                  .read_b = in_half(half),
                  .add_a = mux(half),
                  .add_b = mux(half),
                  .mul_a = mux(half),
                  .mul_b = mux(half)};
    do i.mul_write = target(half);
    while (i.mul_write == i.add_write && i.mul_write >= 32);
    if (i.kind == Kind::AluSmallImmediate) i.read_b = below(64);
    return encode(i);
  }

  std::mt19937_64 random_;
};

}  // namespace qpu
