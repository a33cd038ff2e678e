// SPDX-License-Identifier: MIT
#include "mailbox/board_facts.h"

#include <fmt/format.h>

#include <array>
#include <string_view>

#include "mailbox/error.h"
#include "mailbox/v3d_registers.h"

namespace mailbox {

namespace {

struct Model {
  std::uint32_t type;
  std::string_view name;
};

constexpr std::array kModels{
    Model{0x00, "A"},   Model{0x01, "B"},        Model{0x02, "A+"},   Model{0x03, "B+"},  Model{0x04, "2B"},
    Model{0x06, "CM1"}, Model{0x08, "3B"},       Model{0x09, "Zero"}, Model{0x0A, "CM3"}, Model{0x0C, "Zero W"},
    Model{0x0D, "3B+"}, Model{0x0E, "3A+"},      Model{0x10, "CM3+"}, Model{0x11, "4B"},  Model{0x12, "Zero 2 W"},
    Model{0x13, "400"}, Model{0x14, "CM4"},      Model{0x15, "CM4S"}, Model{0x17, "5"},   Model{0x18, "CM5"},
    Model{0x19, "500"}, Model{0x1A, "CM5 Lite"},
};

constexpr std::uint32_t kNewStyle = 1u << 23;
constexpr std::uint32_t kOldestCode = 0x2, kNewestOldCode = 0x15;
constexpr std::uint32_t kWarrantyBits = 0x0300'0000;  // set on old boards that were ever run overvolted

std::string model_name(std::uint32_t revision) {
  const std::uint32_t type = revision >> 4 & 0xFF;
  for (const Model& model : kModels)
    if (model.type == type) return fmt::format("Raspberry Pi {}", model.name);
  return fmt::format("Raspberry Pi of type 0x{:x}", type);
}

[[noreturn]] void refuse_processor(std::uint32_t revision, std::uint32_t processor) {
  if (processor > 4)
    throw MailboxError(fmt::format("board revision 0x{:x}: unknown processor {}; use the CPU", revision, processor));
  throw MailboxError(
      fmt::format("{}: VideoCore {} does not have the QPUs that these programs need; use the CPU, which is "
                  "the fast choice here",
                  model_name(revision), processor == 3 ? "VI" : "VII"));
}

BoardFacts facts_of(Soc soc, std::string model, std::uint32_t megabytes) {
  const bool arm_sees_vc_cache = soc == Soc::Bcm2835;
  const PhysicalAddress peripherals{arm_sees_vc_cache ? 0x2000'0000u : 0x3F00'0000u};
  return {.model = std::move(model),
          .soc = soc,
          .memory_megabytes = megabytes,
          .peripherals = peripherals,
          .v3d = {peripherals.value + kV3dOffset},
          .memory_flags = arm_sees_vc_cache ? MemoryFlags::L1NonAllocating : MemoryFlags::Direct};
}

}  // namespace

BoardFacts board_facts(std::uint32_t revision) {
  if (revision & kNewStyle) {
    const std::uint32_t processor = revision >> 12 & 0xF;
    if (processor > static_cast<std::uint32_t>(Soc::Bcm2837)) refuse_processor(revision, processor);
    return facts_of(Soc{static_cast<std::uint8_t>(processor)}, model_name(revision), 256u << (revision >> 20 & 7));
  }
  const std::uint32_t code = revision & ~kWarrantyBits;
  if (code < kOldestCode || code > kNewestOldCode)
    throw MailboxError(
        fmt::format("board revision 0x{:x}: not a valid Raspberry Pi revision code; use the CPU", revision));
  return facts_of(Soc::Bcm2835, "Raspberry Pi 1", 0);
}

}  // namespace mailbox
