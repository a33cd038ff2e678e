// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>

#include "mailbox/board.h"
#include "mailbox/descriptor.h"

namespace mailbox {

// The device nodes of a Raspberry Pi. Old systems need a hand-made node for the first (mknod char_dev c 100 0).
struct LinuxNodes {
  std::filesystem::path vcio = "/dev/vcio";
  std::filesystem::path memory = "/dev/mem";
};

// A real Raspberry Pi. Opens vcio at once, so that an unusable board is reported early; /dev/mem, which needs more
// privileges, when memory is first mapped. One thread at a time; property calls block in the kernel.
class LinuxBoard final : public Board {
 public:
  explicit LinuxBoard(LinuxNodes nodes = {});

  void call(std::span<std::uint32_t> message) override;
  Mapping map(PhysicalAddress address, std::size_t bytes) override;
  std::uint32_t read(Register which) override;
  void write(Register which, std::uint32_t value) override;

 private:
  volatile std::uint32_t& at(Register which);
  int memory();

  LinuxNodes nodes_;
  Descriptor vcio_;
  std::optional<Descriptor> memory_;
  std::optional<Mapping> registers_;  // mapped when first touched
};

}  // namespace mailbox
