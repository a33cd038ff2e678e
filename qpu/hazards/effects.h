// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "qpu/instruction.h"

namespace qpu {

enum class Space : std::uint8_t { A, B };

// What an ALU (or the link of a branch) writes to the register map.
struct RegisterWrite {
  bool happens = false;  // false also for address 39
  Space space = Space::A;
  std::uint8_t address = kNowhere;
  Condition condition = Condition::Always;
};

// The operands of an ALU, if its result depends on them and is used.
struct Operands {
  bool matter = false;
  Condition condition = Condition::Always;
  std::array<Mux, 2> muxes{};
};

// The effects of a word on the machine, for the rules and for the flow of values.
struct Effects {
  explicit Effects(Word word);

  bool reads(std::uint8_t address) const;  // through either port: the side effect needs no mux (reference 2.6)
  bool reads(Space space, std::uint8_t address) const;
  bool writes(std::uint8_t address) const;
  bool writes(Space space, std::uint8_t address) const;
  bool writes_between(std::uint8_t first, std::uint8_t last) const;
  bool takes(Mux mux) const;  // an operand that matters
  bool is_alu() const;
  bool is_branch() const { return instruction.kind == Kind::Branch; }
  bool is_semaphore() const { return instruction.kind == Kind::Semaphore; }
  bool releases_semaphore() const { return is_semaphore() && !(instruction.immediate & 16); }
  bool writes_sfu() const;
  bool writes_tmu() const;
  bool writes_tlb() const;
  bool loads_tlb() const;
  bool ends_program() const;
  bool links() const { return is_branch() && (written[0].happens || written[1].happens); }
  bool rotates() const;
  bool rotates_by_r5() const;
  std::optional<int> requested_tmu() const;  // 0 or 1: a write of S
  std::optional<int> loaded_tmu() const;     // 0 or 1: the signal

  Word word;
  Instruction instruction;
  std::array<RegisterWrite, 2> written{};  // by ADD, by MUL
  std::array<Operands, 2> operands{};      // of ADD, of MUL
};

// No lane satisfies both, given the same flags: complements, and zero with negative.
bool disjoint(Condition one, Condition other);

bool is_peripheral(std::uint8_t write_address);  // neither a register file, an accumulator nor nowhere

}  // namespace qpu
