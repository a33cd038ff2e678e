// SPDX-License-Identifier: MIT
#include "qpu/firmware/emulated_board.h"

#include <sys/mman.h>

#include <cerrno>

#include "mailbox/error.h"
#include "mailbox/linux_errors.h"

namespace qpu {

namespace {

constexpr const char* kVcio = "/dev/vcio";
constexpr const char* kMemory = "/dev/mem";

void unmap(std::span<std::byte> bytes) noexcept { munmap(bytes.data(), bytes.size()); }

}  // namespace

EmulatedBoard::EmulatedBoard(EmulatedPi& pi) : pi_(pi) {
  if (const int error = pi_.open_vcio()) throw mailbox::MailboxError(mailbox::cannot_open_vcio(kVcio, error));
}

void EmulatedBoard::call(std::span<std::uint32_t> message) {
  if (const int error = pi_.property_call(message)) throw mailbox::MailboxError(mailbox::cannot_call(kVcio, error));
}

void EmulatedBoard::reach_memory() {
  if (!memory_open_)
    if (const int error = pi_.open_memory()) throw mailbox::MailboxError(mailbox::cannot_open_memory(kMemory, error));
  memory_open_ = true;
  if (const int error = pi_.map_memory()) throw mailbox::MailboxError(mailbox::cannot_map_memory(kMemory, error));
}

mailbox::Mapping EmulatedBoard::map(mailbox::PhysicalAddress address, std::size_t bytes) {
  reach_memory();
  void* start = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, pi_.memory().descriptor(),
                     static_cast<off_t>(address.value));
  if (start == MAP_FAILED) throw mailbox::MailboxError(mailbox::cannot_map_memory(kMemory, errno));
  return {{static_cast<std::byte*>(start), bytes}, unmap};
}

std::uint32_t EmulatedBoard::read(mailbox::Register which) {
  if (!registers_mapped_) reach_memory();
  registers_mapped_ = true;
  return pi_.read_register(static_cast<std::uint32_t>(which));
}

void EmulatedBoard::write(mailbox::Register which, std::uint32_t value) {
  if (!registers_mapped_) reach_memory();
  registers_mapped_ = true;
  pi_.write_register(static_cast<std::uint32_t>(which), value);
}

}  // namespace qpu
