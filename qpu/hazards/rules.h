// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace qpu {

enum class Severity : std::uint8_t { Note, Warning, Error };

// Note: works, but slow or disputed. Warning: works only with luck. Error: the reference forbids it.
std::string_view name_of(Severity severity);

// One row of the table each. The H numbers are from reference 4; H2, H25 to H27 and H30 cannot be broken by the
// words of a program alone. E: encodings of reference 2. P: how the program as a whole runs. D: transfers
// between VPM and memory.
enum class Rule : std::uint8_t {
  RegisterReadTooEarly,
  SfuResultTooEarly,
  LoadReadTooEarly,
  RotationTooEarly,
  RotationAmountTooEarly,
  UniformReadTooEarly,
  SwapSetTooLate,
  SwapSetLate,
  SwapSetAfterUse,
  VpmReadWaits,
  VpmSetupIgnored,
  VpmReadUnannounced,
  VpmReadLeftOver,
  CloselyCoupledPair,
  VpmPair,
  VpmWithTmuLoad,
  TextureWithUniform,
  ConditionalPeripheralWrite,
  DoublePeripheralWrite,
  PackIntoPeripheral,
  BranchTooEarly,
  EndWritesRegister,
  EndTouchesPeripheral,
  FragmentEdge,
  SemaphoreWrite,
  DepthWriteTooLate,
  BranchRegisterTooEarly,
  ManyRequests,
  TooManyRequests,
  LoadWithoutRequest,
  UnfencedSignal,
  ReservedAddOp,
  ReservedBranchCondition,
  ReservedLoadMode,
  ReservedMulPack,
  ReservedBits,
  DoubleAccumulatorWrite,
  UnmappedRead,
  Breakpoint,
  NoEnd,
  BranchOutside,
  FallsOffTheEnd,
  RegisterNeverWritten,
  FlagsNeverSet,
  StoreNotAwaited,
  StoredRowOverwritten,
  LoadedRowUsed,
  RowNeverWritten,
  StrideNeverSet,
  RowBeyondVpm,
  PitchTooWide,
  MutexKept,
  SemaphoreUnbalanced,
};

struct RuleRow {
  Rule rule;
  std::string_view id;
  Severity severity;
  std::string_view text;       // what is wrong
  std::string_view reference;  // sections of the reference
};

std::span<const RuleRow> rules();
const RuleRow& row_of(Rule rule);

}  // namespace qpu
