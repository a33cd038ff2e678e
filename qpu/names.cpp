// SPDX-License-Identifier: MIT
#include "qpu/names.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>

#include "qpu/registers.h"
#include "qpu/small_immediate.h"

namespace qpu {
namespace {

template <typename Value>
struct Name {
  std::string_view text;
  Value value;
};

constexpr Name<AddOp> kAddOps[] = {
    {"nop", AddOp::Nop},   {"fadd", AddOp::Fadd},       {"fsub", AddOp::Fsub},       {"fmin", AddOp::Fmin},
    {"fmax", AddOp::Fmax}, {"fminabs", AddOp::Fminabs}, {"fmaxabs", AddOp::Fmaxabs}, {"ftoi", AddOp::Ftoi},
    {"itof", AddOp::Itof}, {"add", AddOp::Add},         {"sub", AddOp::Sub},         {"shr", AddOp::Shr},
    {"asr", AddOp::Asr},   {"ror", AddOp::Ror},         {"shl", AddOp::Shl},         {"min", AddOp::Min},
    {"max", AddOp::Max},   {"and", AddOp::And},         {"or", AddOp::Or},           {"xor", AddOp::Xor},
    {"not", AddOp::Not},   {"clz", AddOp::Clz},         {"v8adds", AddOp::V8adds},   {"v8subs", AddOp::V8subs},
};

constexpr Name<MulOp> kMulOps[] = {
    {"nop", MulOp::Nop},     {"fmul", MulOp::Fmul},   {"mul24", MulOp::Mul24},   {"v8muld", MulOp::V8muld},
    {"v8min", MulOp::V8min}, {"v8max", MulOp::V8max}, {"v8adds", MulOp::V8adds}, {"v8subs", MulOp::V8subs},
};

constexpr Name<Signal> kSignals[] = {
    {"bkpt", Signal::Breakpoint},       {"break", Signal::Breakpoint},        {"thrsw", Signal::ThreadSwitch},
    {"tswitch", Signal::ThreadSwitch},  {"thrend", Signal::ThreadEnd},        {"tend", Signal::ThreadEnd},
    {"sbwait", Signal::ScoreboardWait}, {"waitscb", Signal::ScoreboardWait},  {"sbdone", Signal::ScoreboardDone},
    {"unlscb", Signal::ScoreboardDone}, {"lthrsw", Signal::LastThreadSwitch}, {"lswitch", Signal::LastThreadSwitch},
    {"loadcv", Signal::LoadCoverage},   {"ldcvtlb", Signal::LoadCoverage},    {"loadc", Signal::LoadColour},
    {"ldcotlb", Signal::LoadColour},    {"ldcend", Signal::LoadColourAndEnd}, {"ldcoend", Signal::LoadColourAndEnd},
    {"ldtmu0", Signal::LoadTmu0},       {"ldtmu1", Signal::LoadTmu1},         {"loadam", Signal::LoadAlphaMask},
    {"ldaltlb", Signal::LoadAlphaMask},
};

// Note: ifnc means N clear; carry clear is ifcc.
constexpr Name<Condition> kConditions[] = {
    {"never", Condition::Never},        {"", Condition::Always},
    {"always", Condition::Always},      {"ifz", Condition::ZeroSet},
    {"ifzs", Condition::ZeroSet},       {"z", Condition::ZeroSet},
    {"zs", Condition::ZeroSet},         {"ifnz", Condition::ZeroClear},
    {"ifzc", Condition::ZeroClear},     {"nz", Condition::ZeroClear},
    {"zc", Condition::ZeroClear},       {"ifn", Condition::NegativeSet},
    {"ifns", Condition::NegativeSet},   {"n", Condition::NegativeSet},
    {"ns", Condition::NegativeSet},     {"ifnn", Condition::NegativeClear},
    {"ifnc", Condition::NegativeClear}, {"nn", Condition::NegativeClear},
    {"nc", Condition::NegativeClear},   {"ifc", Condition::CarrySet},
    {"ifcs", Condition::CarrySet},      {"c", Condition::CarrySet},
    {"cs", Condition::CarrySet},        {"ifcc", Condition::CarryClear},
    {"cc", Condition::CarryClear},
};

// Here anync refers to carry: N clear is anynn.
constexpr Name<BranchCondition> kBranchConditions[] = {
    {"", BranchCondition::Always},
    {"always", BranchCondition::Always},
    {"allz", BranchCondition::AllZeroSet},
    {"allzs", BranchCondition::AllZeroSet},
    {"allnz", BranchCondition::AllZeroClear},
    {"allzc", BranchCondition::AllZeroClear},
    {"anyz", BranchCondition::AnyZeroSet},
    {"anyzs", BranchCondition::AnyZeroSet},
    {"anynz", BranchCondition::AnyZeroClear},
    {"anyzc", BranchCondition::AnyZeroClear},
    {"alln", BranchCondition::AllNegativeSet},
    {"allns", BranchCondition::AllNegativeSet},
    {"allnn", BranchCondition::AllNegativeClear},
    {"anyn", BranchCondition::AnyNegativeSet},
    {"anyns", BranchCondition::AnyNegativeSet},
    {"anynn", BranchCondition::AnyNegativeClear},
    {"allc", BranchCondition::AllCarrySet},
    {"allcs", BranchCondition::AllCarrySet},
    {"allnc", BranchCondition::AllCarryClear},
    {"allcc", BranchCondition::AllCarryClear},
    {"anyc", BranchCondition::AnyCarrySet},
    {"anycs", BranchCondition::AnyCarrySet},
    {"anync", BranchCondition::AnyCarryClear},
    {"anycc", BranchCondition::AnyCarryClear},
};

constexpr PeripheralName read_both(std::string_view name, std::uint8_t address) { return {name, address, true, true}; }
constexpr PeripheralName read_only_a(std::string_view name, std::uint8_t address) { return {name, address, true}; }
constexpr PeripheralName read_only_b(std::string_view name, std::uint8_t address) {
  return {name, address, false, true};
}
constexpr PeripheralName write_both(std::string_view name, std::uint8_t address) {
  return {name, address, false, false, true, true};
}
constexpr PeripheralName write_only_a(std::string_view name, std::uint8_t address) {
  return {name, address, false, false, true};
}
constexpr PeripheralName write_only_b(std::string_view name, std::uint8_t address) {
  return {name, address, false, false, false, true};
}
constexpr PeripheralName both_ways(std::string_view name, std::uint8_t address) {
  return {name, address, true, true, true, true};
}
constexpr PeripheralName both_ways_a(std::string_view name, std::uint8_t address) {
  return {name, address, true, false, true, false};
}
constexpr PeripheralName both_ways_b(std::string_view name, std::uint8_t address) {
  return {name, address, false, true, false, true};
}

constexpr std::array kPeripherals = {
    read_both("unif", read::kUniform),
    read_both("uniform_read", read::kUniform),
    read_both("vary", read::kVarying),
    read_both("varying_read", read::kVarying),
    read_only_a("elem_num", read::kElementNumberA),
    read_only_a("element_number", read::kElementNumberA),
    read_only_b("qpu_num", read::kQpuNumberB),
    read_only_b("qpu_number", read::kQpuNumberB),
    both_ways("nop", kNowhere),
    write_both("tmurs", write::kTmuNoSwap),
    write_both("tmu_noswap", write::kTmuNoSwap),
    write_only_a("r5quad", write::kR5QuadA),
    write_only_b("r5rep", write::kR5RepB),
    write_both("host_int", write::kHostInterrupt),
    write_both("irq", write::kHostInterrupt),
    write_both("interrupt", write::kHostInterrupt),
    // U24: the two names are the two spaces, as vc4asm has it; on the chip they are one.
    write_only_a("unif_addr", write::kUniformsAddress),
    write_only_a("uniforms_address", write::kUniformsAddress),
    write_only_b("unif_addr_rel", write::kUniformsAddress),
    // Where they are read, quad_x and quad_y are written.
    both_ways_a("x_coord", read::kXCoordA),
    both_ways_a("x_pixel_coord", read::kXCoordA),
    both_ways_b("y_coord", read::kYCoordB),
    both_ways_b("y_pixel_coord", read::kYCoordB),
    write_only_a("quad_x", write::kQuadXA),
    write_only_b("quad_y", write::kQuadYB),
    both_ways_a("ms_mask", read::kMsFlagsA),
    both_ways_a("ms_flags", read::kMsFlagsA),
    both_ways_b("rev_flag", read::kRevFlagB),
    write_both("stencil", write::kTlbStencil),
    write_both("tlb_stencil", write::kTlbStencil),
    write_both("tlb_stencil_setup", write::kTlbStencil),
    write_both("tlbz", write::kTlbZ),
    write_both("tlb_z", write::kTlbZ),
    write_both("tlbm", write::kTlbColourMs),
    write_both("tlb_colour_ms", write::kTlbColourMs),
    write_both("tlbc", write::kTlbColourAll),
    write_both("tlb_colour_all", write::kTlbColourAll),
    write_both("tlbam", write::kTlbAlphaMask),
    write_both("tlb_alpha_mask", write::kTlbAlphaMask),
    both_ways("vpm", read::kVpm),
    read_both("vpm_read", read::kVpm),
    write_both("vpm_write", write::kVpm),
    read_only_a("vr_busy", read::kVrBusyA),
    read_only_a("vpm_ld_busy", read::kVrBusyA),
    read_only_b("vw_busy", read::kVwBusyB),
    read_only_b("vpm_st_busy", read::kVwBusyB),
    write_only_a("vr_setup", write::kVrSetupA),
    write_only_a("vpmvcd_rd_setup", write::kVrSetupA),
    write_only_b("vw_setup", write::kVwSetupB),
    write_only_b("vpmvcd_wr_setup", write::kVwSetupB),
    read_only_a("vr_wait", read::kVrWaitA),
    read_only_a("vpm_ld_wait", read::kVrWaitA),
    read_only_b("vw_wait", read::kVwWaitB),
    read_only_b("vpm_st_wait", read::kVwWaitB),
    write_only_a("vr_addr", write::kVrAddrA),
    write_only_a("vpm_ld_addr", write::kVrAddrA),
    write_only_b("vw_addr", write::kVwAddrB),
    write_only_b("vpm_st_addr", write::kVwAddrB),
    both_ways("mutex", read::kMutexAcquire),
    read_both("mutex_acq", read::kMutexAcquire),
    read_both("mutex_acquire", read::kMutexAcquire),
    write_both("mutex_rel", write::kMutexRelease),
    write_both("mutex_release", write::kMutexRelease),
    write_both("recip", write::kRecip),
    write_both("sfu_recip", write::kRecip),
    write_both("recipsqrt", write::kRecipSqrt),
    write_both("sfu_recipsqrt", write::kRecipSqrt),
    write_both("exp", write::kExp),
    write_both("sfu_exp", write::kExp),
    write_both("log", write::kLog),
    write_both("sfu_log", write::kLog),
    write_both("t0s", write::kTmu0S),
    write_both("tmu0_s", write::kTmu0S),
    write_both("t0t", write::kTmu0T),
    write_both("tmu0_t", write::kTmu0T),
    write_both("t0r", write::kTmu0R),
    write_both("tmu0_r", write::kTmu0R),
    write_both("t0b", write::kTmu0B),
    write_both("tmu0_b", write::kTmu0B),
    write_both("t1s", write::kTmu1S),
    write_both("tmu1_s", write::kTmu1S),
    write_both("t1t", write::kTmu1T),
    write_both("tmu1_t", write::kTmu1T),
    write_both("t1r", write::kTmu1R),
    write_both("tmu1_r", write::kTmu1R),
    write_both("t1b", write::kTmu1B),
    write_both("tmu1_b", write::kTmu1B),
};

template <typename Value>
std::string_view name_in(std::span<const Name<Value>> table, Value value) {
  const auto found = std::ranges::find(table, value, &Name<Value>::value);
  return found == table.end() ? std::string_view() : found->text;
}

template <typename Value>
std::optional<Value> value_in(std::span<const Name<Value>> table, std::string_view text) {
  const auto found = std::ranges::find(table, text, &Name<Value>::text);
  return text.empty() || found == table.end() ? std::nullopt : std::optional(found->value);
}

constexpr int kRegistersInFile = 32, kAccumulators = 4;

std::string pinned(char file, std::uint8_t address) { return fmt::format("r{}{}", file, address); }

std::string text_of_small_immediate(std::uint8_t code) {
  const std::uint32_t value = small_immediate_value(code);
  if (code < 32 || rotates(code)) return fmt::format("{}", static_cast<std::int32_t>(value));
  return fmt::format("{:#}", std::bit_cast<float>(value));
}

}  // namespace

std::string_view name_of(AddOp op) { return name_in<AddOp>(kAddOps, op); }
std::string_view name_of(MulOp op) { return name_in<MulOp>(kMulOps, op); }
std::string_view name_of(Signal signal) { return name_in<Signal>(kSignals, signal); }
std::string_view name_of(Condition condition) { return name_in<Condition>(kConditions, condition); }
std::string_view name_of(BranchCondition condition) { return name_in<BranchCondition>(kBranchConditions, condition); }

std::optional<AddOp> add_op_named(std::string_view name) { return value_in<AddOp>(kAddOps, name); }
std::optional<MulOp> mul_op_named(std::string_view name) { return value_in<MulOp>(kMulOps, name); }
std::optional<Signal> signal_named(std::string_view name) { return value_in<Signal>(kSignals, name); }
std::optional<Condition> condition_named(std::string_view name) { return value_in<Condition>(kConditions, name); }
std::optional<BranchCondition> branch_condition_named(std::string_view name) {
  return value_in<BranchCondition>(kBranchConditions, name);
}

bool is_unary(AddOp op) { return op == AddOp::Ftoi || op == AddOp::Itof || op == AddOp::Not || op == AddOp::Clz; }

bool takes_floats(AddOp op) { return op >= AddOp::Fadd && op <= AddOp::Ftoi; }
bool takes_floats(MulOp op) { return op == MulOp::Fmul; }
bool gives_float(AddOp op) { return (op >= AddOp::Fadd && op <= AddOp::Fmaxabs) || op == AddOp::Itof; }
bool gives_float(MulOp op) { return op == MulOp::Fmul; }

std::span<const PeripheralName> peripherals() { return kPeripherals; }

std::string read_name(char file, std::uint8_t address) {
  if (address == kNowhere) return pinned(file, address);  // reading it gives what the port read last
  const auto reads = file == 'a' ? &PeripheralName::read_a : &PeripheralName::read_b;
  const auto found =
      std::ranges::find_if(kPeripherals, [&](const PeripheralName& p) { return p.address == address && p.*reads; });
  return found == kPeripherals.end() ? pinned(file, address) : std::string(found->name);
}

std::string write_name(char file, std::uint8_t address) {
  if (address == kNowhere) return "-";
  if (address >= kRegistersInFile && address < kRegistersInFile + kAccumulators)
    return fmt::format("r{}", address - kRegistersInFile);
  const auto writes = file == 'a' ? &PeripheralName::write_a : &PeripheralName::write_b;
  const auto found =
      std::ranges::find_if(kPeripherals, [&](const PeripheralName& p) { return p.address == address && p.*writes; });
  return found == kPeripherals.end() ? pinned(file, address) : std::string(found->name);
}

std::string name_of(Mux mux, const Instruction& instruction) {
  if (mux == Mux::A) return read_name('a', instruction.read_a);
  if (mux != Mux::B) return fmt::format("r{}", static_cast<int>(mux));
  return instruction.kind == Kind::AluSmallImmediate ? text_of_small_immediate(instruction.read_b)
                                                     : read_name('b', instruction.read_b);
}

}  // namespace qpu
