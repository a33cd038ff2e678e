// SPDX-License-Identifier: MIT
#include "mailbox/mailbox.h"

#include <fmt/format.h>

#include "mailbox/error.h"

namespace mailbox {

namespace {

constexpr std::uint32_t kV3dDomain = 11;  // the device tree's index plus one
constexpr std::uint32_t kMegabyte = 1 << 20;

// The QPUs were enabled before: some firmware answers with this (reference 9.3). As a refusal may look the same, it
// is accepted only if V3D is powered.
constexpr std::uint32_t kWasEnabled = 0x8000'0000;
constexpr std::uint32_t kTimedOut = 0x8000'0000;

}  // namespace

Mailbox::Mailbox(Board& board) : board_(board), facts_(mailbox::board_facts(board_revision())) {}

std::uint32_t Mailbox::ask(Tag tag, std::initializer_list<std::uint32_t> request) {
  PropertyMessage message(tag, request, 1);
  board_.call(message.words());
  return message.answer()[0];
}

std::uint32_t Mailbox::ask_second(Tag tag, std::uint32_t id) {
  PropertyMessage message(tag, {id}, 2);
  board_.call(message.words());
  return message.answer()[1];
}

MemoryRange Mailbox::ask_range(Tag tag) {
  PropertyMessage message(tag, {}, 2);
  board_.call(message.words());
  return {{message.answer()[0]}, message.answer()[1]};
}

std::uint32_t Mailbox::firmware_revision() { return ask(Tag::FirmwareRevision); }
FirmwareVariant Mailbox::firmware_variant() { return FirmwareVariant{ask(Tag::FirmwareVariant)}; }
std::uint32_t Mailbox::board_revision() { return ask(Tag::BoardRevision); }
MemoryRange Mailbox::arm_memory() { return ask_range(Tag::ArmMemory); }
MemoryRange Mailbox::video_core_memory() { return ask_range(Tag::VideoCoreMemory); }

Hertz Mailbox::clock_rate(Clock clock) { return {ask_second(Tag::ClockRate, static_cast<std::uint32_t>(clock))}; }

Hertz Mailbox::maximum_clock_rate(Clock clock) {
  return {ask_second(Tag::MaximumClockRate, static_cast<std::uint32_t>(clock))};
}

Hertz Mailbox::measured_clock_rate(Clock clock) {
  return {ask_second(Tag::MeasuredClockRate, static_cast<std::uint32_t>(clock))};
}

double Mailbox::temperature_celsius() { return ask_second(Tag::Temperature, 0) / 1000.0; }
std::uint32_t Mailbox::throttled() { return ask(Tag::Throttled, {0}); }
bool Mailbox::v3d_domain_powered() { return ask_second(Tag::GetDomain, kV3dDomain) & 1; }

MemoryHandle Mailbox::allocate(std::uint32_t bytes, std::uint32_t alignment, MemoryFlags flags) {
  const MemoryHandle handle{ask(Tag::AllocateMemory, {bytes, alignment, static_cast<std::uint32_t>(flags)})};
  if (handle.value == 0)
    throw MailboxError(
        fmt::format("GPU memory: {} bytes are not available in the {} MiB of gpu_mem; raise gpu_mem in "
                    "config.txt, or reboot if killed programs have leaked memory",
                    bytes, video_core_memory().bytes / kMegabyte));
  return handle;
}

BusAddress Mailbox::lock(MemoryHandle handle) {
  const BusAddress address{ask(Tag::LockMemory, {handle.value})};
  if (address.value == 0)
    throw MailboxError(
        fmt::format("GPU memory: handle {} cannot be locked, it is unknown to the firmware; reboot if it "
                    "was valid",
                    handle.value));
  return address;
}

void Mailbox::unlock(MemoryHandle handle) {
  if (ask(Tag::UnlockMemory, {handle.value}) != 0)
    throw MailboxError(
        fmt::format("GPU memory: handle {} cannot be unlocked, it is not locked; its memory is lost until "
                    "a reboot",
                    handle.value));
}

void Mailbox::release(MemoryHandle handle) {
  if (ask(Tag::ReleaseMemory, {handle.value}) != 0)
    throw MailboxError(
        fmt::format("GPU memory: handle {} cannot be released, it is unknown to the firmware; its memory "
                    "is lost until a reboot",
                    handle.value));
}

void Mailbox::enable_qpus() {
  const std::uint32_t answer = ask(Tag::EnableQpu, {1});
  if (answer == 0 || (answer == kWasEnabled && v3d_domain_powered())) return;
  const std::uint32_t megabytes = video_core_memory().bytes / kMegabyte;
  if (megabytes < 32)
    throw MailboxError(
        fmt::format("QPUs: the firmware refuses to enable them because gpu_mem={} loads start_cd.elf, which "
                    "has no 3D; set gpu_mem=64 in config.txt and reboot",
                    megabytes));
  throw MailboxError(
      "QPUs: the firmware refuses to enable them because the kernel's vc4 driver owns V3D; comment out "
      "dtoverlay=vc4-kms-v3d (or vc4-fkms-v3d) in config.txt and reboot");
}

void Mailbox::disable_qpus() { ask(Tag::EnableQpu, {0}); }

void Mailbox::execute(std::uint32_t programs, BusAddress control, Flush flush, std::chrono::milliseconds timeout) {
  const std::uint32_t answer = ask(Tag::ExecuteQpu, {programs, control.value, static_cast<std::uint32_t>(flush),
                                                     static_cast<std::uint32_t>(timeout.count())});
  if (answer == 0) return;
  if (answer == kTimedOut)
    throw MailboxError(
        fmt::format("QPUs: {} programs raised no host interrupt in {} ms, they hang or none writes "
                    "host_int; power-cycle the QPUs, or reboot, before retrying",
                    programs, timeout.count()));
  throw MailboxError(
      fmt::format("QPUs: the firmware refuses to execute (answer 0x{:08x}); enable the QPUs first, and make sure "
                  "that the vc4 driver does not own V3D",
                  answer));
}

std::chrono::microseconds Mailbox::system_time() {
  PropertyMessage message(Tag::SystemTime, {}, 2);
  board_.call(message.words());
  const auto answer = message.answer();
  return std::chrono::microseconds(std::uint64_t{answer[1]} << 32 | answer[0]);
}

}  // namespace mailbox
