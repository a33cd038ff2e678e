// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <vector>

#include "qpu/assembler/destinations.h"
#include "qpu/assembler/part.h"

namespace qpu::assembly {

// Assigns the operands of one instruction to ports and muxes: one address per port, one immediate in place of port B,
// one unpack (reference 2.6, 2.12, 2.13). Throws SourceFault if there are too many.
class Ports {
 public:
  explicit Ports(PmClaim& pm) : pm_(pm) {}

  // The mux may be null: the port reads, but the value is unused. Registered operands must outlive place().
  void add(const Source& source, Mux* mux, bool wants_float);

  // The whole instruction is rotated, which takes the place of an immediate.
  void rotate(Rotation rotation);

  void place(Instruction& instruction);

 private:
  struct Use {
    const Source* source;
    Mux* mux;
    bool wants_float;
  };

  void place_accumulator(const Use& use);
  void place_immediate(const Use& use);
  void place_on_a(const Use& use);
  void place_on_b(const Use& use);
  void place_anywhere(const Use& use);
  void note_unpack(const Use& use, bool pm);
  void check_type(const Use& use, const Format& format) const;
  void check_types() const;
  static bool takes_unpacked(const Use& use);

  PmClaim& pm_;
  std::vector<Use> uses_;
  std::optional<std::uint8_t> a_, b_, small_immediate_;
  std::optional<Unpack> unpack_a_, unpack_r4_;
};

}  // namespace qpu::assembly
