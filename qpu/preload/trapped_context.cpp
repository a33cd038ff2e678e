// SPDX-License-Identifier: MIT
#include "qpu/preload/trapped_context.h"

#include <ucontext.h>

namespace qpu::preload {

#if defined(__x86_64__)

namespace {

constexpr int kRegisters[] = {REG_RAX, REG_RCX, REG_RDX, REG_RBX, REG_RSP, REG_RBP, REG_RSI, REG_RDI,
                              REG_R8,  REG_R9,  REG_R10, REG_R11, REG_R12, REG_R13, REG_R14, REG_R15};

greg_t& at(void* context, int index) { return static_cast<ucontext_t*>(context)->uc_mcontext.gregs[index]; }

}  // namespace

std::optional<Access> TrappedContext::access() const {
  return decode_x86_64(reinterpret_cast<const std::uint8_t*>(at(context_, REG_RIP)));
}

std::uint64_t TrappedContext::value(std::uint8_t which) const {
  return static_cast<std::uint64_t>(at(context_, kRegisters[which]));
}

// 32 bits clear the upper half, fewer leave the rest unchanged.
void TrappedContext::set(std::uint8_t which, std::uint64_t value, unsigned width) {
  greg_t& target = at(context_, kRegisters[which]);
  const std::uint64_t kept = width >= 4 ? 0 : ~std::uint64_t{0} << (8 * width);
  target = static_cast<greg_t>((static_cast<std::uint64_t>(target) & kept) | (value & ~kept));
}

void TrappedContext::change_base(std::uint8_t which, std::int64_t by) { at(context_, kRegisters[which]) += by; }
void TrappedContext::go_past(unsigned length) { at(context_, REG_RIP) += length; }

#elif defined(__aarch64__)

namespace {

constexpr std::uint8_t kZeroOrStack = 31;

mcontext_t& machine(void* context) { return static_cast<ucontext_t*>(context)->uc_mcontext; }

}  // namespace

std::optional<Access> TrappedContext::access() const {
  return decode_aarch64(*reinterpret_cast<const std::uint32_t*>(machine(context_).pc));
}

std::uint64_t TrappedContext::value(std::uint8_t which) const {
  return which == kZeroOrStack ? 0 : machine(context_).regs[which];
}

void TrappedContext::set(std::uint8_t which, std::uint64_t value, unsigned) {
  if (which != kZeroOrStack) machine(context_).regs[which] = value;
}

void TrappedContext::change_base(std::uint8_t which, std::int64_t by) {
  auto& base = which == kZeroOrStack ? machine(context_).sp : machine(context_).regs[which];
  base += static_cast<std::uint64_t>(by);
}

void TrappedContext::go_past(unsigned length) { machine(context_).pc += length; }

#elif defined(__arm__)

namespace {

constexpr unsigned long kThumb = 1 << 5;
// The conditions of the instructions that follow in an IT block: ITSTATE, in two pieces.
constexpr unsigned long kItLow = 3ul << 25, kItHigh = 0x3Ful << 10;

mcontext_t& machine(void* context) { return static_cast<ucontext_t*>(context)->uc_mcontext; }
unsigned long& at(void* context, std::uint8_t which) { return (&machine(context).arm_r0)[which]; }

// Advances as the processor does after each instruction of the block.
unsigned long next_it(unsigned long cpsr) {
  unsigned long it = (cpsr & kItLow) >> 25 | (cpsr & kItHigh) >> 8;
  it = (it & 7) == 0 ? 0 : (it & 0xE0) | (it << 1 & 0x1F);
  return (cpsr & ~(kItLow | kItHigh)) | (it & 3) << 25 | (it & 0xFC) << 8;
}

}  // namespace

std::optional<Access> TrappedContext::access() const {
  const unsigned long pc = machine(context_).arm_pc;
  if (!(machine(context_).arm_cpsr & kThumb)) return decode_arm(*reinterpret_cast<const std::uint32_t*>(pc));
  const auto* halves = reinterpret_cast<const std::uint16_t*>(pc);
  const bool is_long = halves[0] >> 11 >= 0b11101;
  return decode_thumb(halves[0], is_long ? halves[1] : std::uint16_t{0});
}

std::uint64_t TrappedContext::value(std::uint8_t which) const { return at(context_, which); }

void TrappedContext::set(std::uint8_t which, std::uint64_t value, unsigned) {
  at(context_, which) = static_cast<unsigned long>(value);
}

void TrappedContext::change_base(std::uint8_t which, std::int64_t by) {
  at(context_, which) += static_cast<unsigned long>(by);
}

void TrappedContext::go_past(unsigned length) {
  machine(context_).arm_pc += length;
  if (machine(context_).arm_cpsr & kThumb) machine(context_).arm_cpsr = next_it(machine(context_).arm_cpsr);
}

#else
#error "qpu emulate: no decoder for this processor's loads and stores; x86-64, AArch64 and ARM have one"
#endif

}  // namespace qpu::preload
