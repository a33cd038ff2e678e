// SPDX-License-Identifier: MIT
#include "qpu/firmware/emulated_pi.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>

#include "mailbox/property_message.h"

namespace qpu {

namespace {

using mailbox::Tag;

// A firmware from before the switch to KMS, of the plain variant.
constexpr std::uint32_t kFirmwareRevision = 1'512'989'000;
constexpr std::uint32_t kVariantStart = 1, kVariantCutDown = 4;
constexpr std::uint32_t kCutDownBytes = 16 << 20;  // a gpu_mem with which start_cd.elf is loaded: it has no 3D
constexpr std::array<std::uint32_t, 5> kFirmwareHash{0x5c0c8ed6, 0x7d2c4f4a, 0x9b3e5a10, 0x2f6d8e71, 0x4a1b9c33};
constexpr std::uint32_t kDmaChannels = 0x7f35;  // those that the firmware leaves to the ARM
constexpr std::string_view kCommandLine = "coherent_pool=1M console=tty1 root=/dev/mmcblk0p2 rootfstype=ext4 rootwait";
constexpr std::uint32_t kMilliCelsius = 46'540, kMaximumMilliCelsius = 85'000;
constexpr std::uint32_t kMicrovolts = 1'200'000;
constexpr std::uint32_t kV3dDomain = 11;
constexpr std::uint32_t kDomainOnlyVpmBase = 0;

constexpr std::uint32_t kOk = 0, kTimedOut = 0x8000'0000, kRefused = 0x8000'0001, kNoSuchHandle = 0x8000'0000;

// According to VC4CL (reference 9.3) the answer is 0x80000000 if the QPUs were enabled before; but programs that enable
// them once per plan, and stop at anything but 0, have run on real boards.
constexpr std::uint32_t kEnabledAgain = 0;

constexpr std::size_t kMostRequestWords = 8;

V3dOptions of_board(V3dOptions options, const std::string& board) {
  options.machine.board = board;
  return options;
}

// B8:27:EB, the foundation's, and the end of the serial number; six bytes in two words.
PropertyWords mac_address() {
  PropertyWords words{0xb8 | 0x27 << 8 | 0xeb << 16 | (kSerialNumber >> 16 & 255) << 24,
                      (kSerialNumber >> 8 & 255) | (kSerialNumber & 255) << 8};
  words.unused_bytes = 2;
  return words;
}

PropertyWords text_words(std::string_view text) {
  PropertyWords words(text.size() / sizeof(std::uint32_t) + 1);
  std::memcpy(words.data(), text.data(), text.size());
  words.unused_bytes = static_cast<std::uint32_t>(words.size() * sizeof(std::uint32_t) - text.size() - 1);
  return words;
}

}  // namespace

EmulatedPi::EmulatedPi(EmulatedPiOptions options)
    : board_(personality(options.board)),
      split_(memory_split(board_, options.gpu_megabytes)),
      throttled_(options.throttled),
      faults_(std::move(options.faults)),
      reports_(options.reports),
      memory_(split_.shared_base(), SharedMemory::kBytes - split_.shared_base()),
      sdram_(memory_.mapped().first(split_.shared_bytes + split_.heap_bytes), split_.shared_base()),
      heap_(sdram_, split_.video_core_base, split_.heap_bytes),
      shared_(memory_, sdram_, split_.shared_base(), split_.shared_bytes),
      v3d_(sdram_, of_board(std::move(options.v3d), options.board), faults_, std::move(options.reports)),
      registers_(v3d_) {}

bool EmulatedPi::has_3d() const { return split_.video_core_bytes > kCutDownBytes; }

int EmulatedPi::open_vcio() {
  if (faults_.strikes(Trouble::MissingNode)) return ENOENT;
  return faults_.strikes(Trouble::NodeDenied) ? EACCES : 0;
}

int EmulatedPi::open_memory() { return faults_.strikes(Trouble::MemoryOpenDenied) ? EPERM : 0; }
int EmulatedPi::map_memory() { return faults_.strikes(Trouble::MemoryMapDenied) ? EPERM : 0; }

std::optional<SharedBuffers::Buffer> EmulatedPi::share(std::uint32_t bytes) {
  return faults_.strikes(Trouble::NoMemory) ? std::nullopt : shared_.allocate(bytes);
}

int EmulatedPi::property_call(std::span<std::uint32_t> message) {
  if (!kernel_takes(message)) return EINVAL;
  if (faults_.strikes(Trouble::RestrictedNode)) return EPERM;
  if (faults_.strikes(Trouble::WrongIoctlSize)) return EINVAL;
  if (faults_.strikes(Trouble::NotVcio)) return ENOTTY;
  const bool executes = message.size() > 2 && message[2] == static_cast<std::uint32_t>(Tag::ExecuteQpu);
  if (executes && faults_.strikes(Trouble::KernelTimeOut)) return ETIMEDOUT;
  if (faults_.strikes(Trouble::ParseError)) return EINVAL;
  const auto answer_one = [this](std::uint32_t tag, std::span<const std::uint32_t> request) {
    return answer(tag, request);
  };
  return answer_message(message, answer_one) ? 0 : EINVAL;
}

std::optional<PropertyWords> EmulatedPi::answer(std::uint32_t tag, std::span<const std::uint32_t> value) {
  if (Tag{tag} == Tag::Command) return answer_command(value);
  std::array<std::uint32_t, kMostRequestWords> request{};
  std::copy_n(value.begin(), std::min(value.size(), request.size()), request.begin());
  if (auto words = answer_facts(tag, request)) return words;
  if (auto words = answer_memory(tag, request)) return words;
  return answer_power(tag, request);
}

// An error number and text in both directions; the only command supported here is get_throttled.
PropertyWords EmulatedPi::answer_command(std::span<const std::uint32_t> request) const {
  const auto bytes = std::as_bytes(request.empty() ? request : request.subspan(1));
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  const bool known = text.substr(0, text.find('\0')) == "get_throttled";
  const std::string said =
      known ? fmt::format("throttled=0x{:x}", throttled_) : "error=1 error_msg=\"Command not registered\"";
  PropertyWords words(1 + said.size() / sizeof(std::uint32_t) + 1);
  std::memcpy(&words[1], said.data(), said.size());
  return words;
}

std::uint32_t EmulatedPi::clock_rate(std::uint32_t id) const {
  switch (mailbox::Clock{id}) {
    case mailbox::Clock::Uart:
      return 48'000'000;
    case mailbox::Clock::Arm:
      return board_.arm_hertz;
    case mailbox::Clock::Core:
      return board_.core_hertz;
    case mailbox::Clock::V3d:
      return static_cast<std::uint32_t>(v3d_.machine().timing().v3d_megahertz * 1e6);
    case mailbox::Clock::H264:
    case mailbox::Clock::Isp:
      return 250'000'000;
    case mailbox::Clock::Sdram:
      return board_.sdram_hertz;
  }
  return 0;
}

std::optional<PropertyWords> EmulatedPi::answer_facts(std::uint32_t tag, std::span<const std::uint32_t> request) {
  switch (Tag{tag}) {
    case Tag::FirmwareRevision:
      return PropertyWords{kFirmwareRevision};
    case Tag::FirmwareVariant:
      return PropertyWords{has_3d() ? kVariantStart : kVariantCutDown};
    case Tag::FirmwareHash:
      return PropertyWords(kFirmwareHash.begin(), kFirmwareHash.end());
    case Tag::BoardMac:
      return mac_address();
    case Tag::BoardSerial:
      return PropertyWords{kSerialNumber, 0};
    case Tag::CommandLine:
      return text_words(kCommandLine);
    case Tag::DmaChannels:
      return PropertyWords{kDmaChannels};
    case Tag::SystemTime:
      return system_time();
    case Tag::ExecuteCode:
      return refuse_code(request[0]);
    case Tag::BoardModel:
      return PropertyWords{0};
    case Tag::BoardRevision:
      return PropertyWords{board_.revision};
    case Tag::ArmMemory:
      return PropertyWords{0, split_.arm_bytes};
    case Tag::VideoCoreMemory:
      return PropertyWords{split_.video_core_base, split_.video_core_bytes};
    case Tag::ClockState:
    case Tag::SetClockState:  // the clocks that there are keep running
      return PropertyWords{request[0], clock_rate(request[0]) ? 1u : 2u};
    case Tag::ClockRate:
    case Tag::MaximumClockRate:
    case Tag::MinimumClockRate:
    case Tag::MeasuredClockRate:
    case Tag::SetClockRate:
      return PropertyWords{request[0], clock_rate(request[0])};
    case Tag::Turbo:
    case Tag::SetTurbo:
      return PropertyWords{0, 0};
    case Tag::Voltage:
    case Tag::SetVoltage:
      return PropertyWords{request[0], kMicrovolts};
    case Tag::Temperature:
      return PropertyWords{0, kMilliCelsius};
    case Tag::MaximumTemperature:
      return PropertyWords{0, kMaximumMilliCelsius};
    case Tag::Throttled:
      return PropertyWords{throttled_};
    case Tag::GetPower:
      return PropertyWords{request[0], 1};
    case Tag::SetPower:
      return PropertyWords{request[0], request[1] & 1};
    default:
      return std::nullopt;
  }
}

// The chip's, in microseconds. It stands while the chip has nothing to do, but not for a caller who waits by it.
PropertyWords EmulatedPi::system_time() {
  auto now = static_cast<std::uint64_t>(v3d_.microseconds()) + waited_;
  if (now == last_time_) now += 1, waited_ += 1;
  last_time_ = now;
  return {static_cast<std::uint32_t>(now), static_cast<std::uint32_t>(now >> 32)};
}

// Code of the VPU, another processor.
PropertyWords EmulatedPi::refuse_code(std::uint32_t address) const {
  if (reports_.log)
    reports_.log(fmt::format("execute code: the VPU is not emulated, the function at 0x{:08x} did nothing", address));
  return {0};
}

std::optional<PropertyWords> EmulatedPi::answer_memory(std::uint32_t tag, std::span<const std::uint32_t> request) {
  const auto status_of = [](bool known) { return PropertyWords{known ? kOk : kNoSuchHandle}; };
  switch (Tag{tag}) {
    case Tag::AllocateMemory:
      if (faults_.strikes(Trouble::NoMemory)) return PropertyWords{0};
      return PropertyWords{heap_.allocate(request[0], request[1], request[2])};
    case Tag::LockMemory:
      if (faults_.strikes(Trouble::LockFails)) return PropertyWords{0};
      return PropertyWords{heap_.lock(request[0])};
    case Tag::UnlockMemory:
      return status_of(heap_.unlock(request[0]));
    case Tag::ReleaseMemory:
      return status_of(heap_.release(request[0]));
    default:
      return std::nullopt;
  }
}

std::optional<PropertyWords> EmulatedPi::answer_power(std::uint32_t tag, std::span<const std::uint32_t> request) {
  const bool is_v3d = request[0] == kV3dDomain;
  switch (Tag{tag}) {
    case Tag::EnableQpu:
      return PropertyWords{enable(request[0] != 0)};
    case Tag::ExecuteQpu:
      return PropertyWords{execute(request)};
    case Tag::GetDomain:
      return PropertyWords{request[0], is_v3d && v3d_.powered() ? 1u : 0u};
    case Tag::SetDomain:
      if (is_v3d) switch_domain(request[1] & 1);
      return PropertyWords{request[0], request[1] & 1};
    default:
      return std::nullopt;
  }
}

void EmulatedPi::switch_v3d(bool on, std::uint32_t vpm_base) {
  if (!on) {
    v3d_.power_off();
    return;
  }
  v3d_.power_on(vpm_base);
  registers_.reset(vpm_base);
}

void EmulatedPi::switch_domain(bool on) {
  if (on != v3d_.powered()) switch_v3d(on, kDomainOnlyVpmBase);
}

// The firmware counts its users.
std::uint32_t EmulatedPi::enable(bool on) {
  if (on && (!has_3d() || faults_.strikes(Trouble::RefusedEnable))) return kRefused;
  if (!on) {
    if (enables_ > 0 && --enables_ == 0) switch_v3d(false, 0);
    return kOk;
  }
  if (enables_++ > 0) return kEnabledAgain;
  switch_v3d(true, mailbox::kVpmBaseAll);
  return kOk;
}

std::uint32_t EmulatedPi::execute(std::span<const std::uint32_t> request) {
  const auto [programs, control] = std::pair(request[0], request[1]);
  const auto refuse = [this](std::string_view why) {
    if (reports_.log) reports_.log(fmt::format("execute QPU: {}", why));
    return kTimedOut;
  };
  if (faults_.strikes(Trouble::TimeOut)) return kTimedOut;
  if (!v3d_.powered()) return refuse("the QPUs have not been enabled");
  if (programs == 0 || programs > mailbox::kQueueDepth || !sdram_.contains(control, programs * sizeof(mailbox::Job)))
    return refuse(
        fmt::format("{} programs by the list at 0x{:08x}: too many, or not in GPU memory", programs, control));
  // V3D's own caches are always cleared, otherwise programs that change their uniforms between two calls with noflush
  // would not work, and they do (U40).
  v3d_.machine().clear_l2();
  v3d_.machine().clear_slice_caches(~0u);
  std::vector<mailbox::Job> jobs;
  for (std::uint32_t index = 0; index < programs; ++index)
    jobs.push_back({{sdram_.load(control + 8 * index)}, {sdram_.load(control + 8 * index + 4)}});
  return v3d_.execute(jobs, request[3]) == V3d::Outcome::Done ? kOk : kTimedOut;
}

std::uint32_t EmulatedPi::read_register(std::uint32_t offset) {
  return faults_.strikes(Trouble::PoweredOff) ? mailbox::kPoweredOff : registers_.read(offset);
}

void EmulatedPi::write_register(std::uint32_t offset, std::uint32_t value) { registers_.write(offset, value); }

}  // namespace qpu
