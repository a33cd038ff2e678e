// SPDX-License-Identifier: MIT
#include "daemon/doctor/firmware_checks.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <cinttypes>
#include <cstdio>
#include <ctime>
#include <nlohmann/json.hpp>
#include <utility>

#include "daemon/doctor/child.h"
#include "daemon/doctor/self_test.h"
#include "mailbox/error.h"
#include "mailbox/firmware_command.h"
#include "mailbox/handle_log.h"
#include "mailbox/launchers.h"
#include "mailbox/mailbox.h"
#include "mailbox/qpu_power.h"

namespace spectrumd {
namespace {

using namespace std::chrono_literals;
using State = Finding::State;

constexpr auto kFirmwareLimit = 2s, kProbeLimit = 20s;
constexpr const char* kVcio = "/dev/vcio";

// Errors from qpu and mailbox have the remedy after a semicolon.
Finding trouble(const char* id, const std::string& error) {
  const std::size_t end = error.find("; ");
  if (end == std::string::npos) return {id, State::Warn, error, "reboot before retrying"};
  return {id, State::Warn, error.substr(0, end), error.substr(end + 2)};
}

// The firmware of old systems does not report it.
Json throttled_of(mailbox::Mailbox& mailbox) {
  try {
    return mailbox.throttled();
  } catch (const mailbox::MailboxError&) {
    return nullptr;
  }
}

Json facts_of(mailbox::Board& board) {
  mailbox::Mailbox mailbox(board);
  return {{"model", mailbox.facts().model},
          {"built", mailbox.firmware_revision()},
          {"gpu_mem", mailbox.video_core_memory().bytes >> 20},
          {"throttled", throttled_of(mailbox)}};
}

Finding check_registers(const Examination& examination) {
  try {
    in_child(
        [&]() -> Json {
          const auto board = examination.open_board(kVcio);
          mailbox::Mailbox mailbox(*board);
          const mailbox::QpuPower power(mailbox);
          mailbox::check_v3d(*board);
          return true;
        },
        kProbeLimit);
    return {"PI-10", State::Ok, "V3D can be read through /dev/mem", ""};
  } catch (const ChildFailed& error) {
    return trouble("PI-10", error.what());
  }
}

Finding probe_qpus(const Examination& examination) {
  try {
    const SelfTest test = self_test("qpu:" + examination.settings.qpu.device, kProbeLimit);
    if (test.unavailable.empty()) return {"PI-09", test.good ? State::Ok : State::Warn, to_string(test), ""};
    return trouble("PI-09", test.unavailable);
  } catch (const ChildFailed& error) {
    return trouble("PI-09", error.what());
  }
}

Finding check_handles(const mailbox::HandleLogContents& log) {
  if (log.handles == 0) return {"PI-11", State::Ok, "no GPU memory is leaked", ""};
  const double mebibytes = static_cast<double>(log.bytes) / (1 << 20);
  if (log.owned)
    return {"PI-11", State::Ok, fmt::format("{} GPU buffers ({:.1f} MiB) are in use", log.handles, mebibytes), ""};
  return {"PI-11", State::Warn,
          fmt::format("{} GPU buffers ({:.1f} MiB) of a killed process are still allocated", log.handles, mebibytes),
          "start spectrumd-qpu, which frees them, or reboot"};
}

mailbox::HandleLogContents handle_log(const Examination& examination) {
  const auto socket = examination.settings.qpu.socket;
  const auto path = std::filesystem::path(socket).parent_path() / "gpu-handles";
  return mailbox::look_into(examination.root.place_of(path.relative_path()),
                            examination.root.text("proc/sys/kernel/random/boot_id").value_or(""));
}

// Uses the node dedicated to it since 2026, or else the general one.
std::optional<std::uint32_t> throttled_by_command(const Examination& examination) {
  for (const char* node : {"/dev/vcio_gencmd", kVcio}) {
    if (!examination.open_board || !examination.root.has(node + 1)) continue;
    try {
      const std::string said =
          in_child([&] { return Json(mailbox::firmware_command(*examination.open_board(node), "get_throttled")); },
                   kFirmwareLimit);
      if (std::uint32_t bits = 0; std::sscanf(said.c_str(), "throttled=0x%" SCNx32, &bits) == 1) return bits;
    } catch (const ChildFailed&) {
    }
  }
  return std::nullopt;
}

Finding check_monitor(const Sysroot& root) {
  for (const std::string& name : root.names("sys/class/hwmon")) {
    const std::string monitor = "sys/class/hwmon/" + name + "/";
    if (root.text(monitor + "name") != "rpi_volt") continue;
    if (root.text(monitor + "in0_lcrit_alarm") == "1")
      return {"PI-12", State::Warn, "the supply voltage is too low: sticks drop off the bus",
              "use the official power supply or a powered hub"};
    return {"PI-12", State::Ok, "the supply voltage is fine", ""};
  }
  return {"PI-12", State::Skip, "cannot determine the supply voltage", ""};
}

}  // namespace

Finding check_supply(const Examination& examination, const Firmware& firmware) {
  const auto throttled = firmware.throttled ? firmware.throttled : throttled_by_command(examination);
  return throttled ? check_throttled(*throttled) : check_monitor(examination.root);
}

Firmware ask_firmware(const Examination& examination) {
  if (!examination.open_board || !examination.root.has("dev/vcio"))
    return {{"PI-07", State::Skip, "the firmware was not queried", ""}, {}, {}};
  try {
    const Json facts = in_child([&] { return facts_of(*examination.open_board(kVcio)); }, kFirmwareLimit);
    return {{"PI-07", State::Ok,
             fmt::format("the firmware of {:%Y-%m-%d} answers: {}, {} MiB of GPU memory",
                         fmt::gmtime(facts["built"].get<std::time_t>()), facts["model"].get<std::string>(),
                         facts["gpu_mem"].get<int>()),
             ""},
            facts["gpu_mem"].get<std::uint32_t>(),
            facts["throttled"].is_null() ? std::nullopt : std::optional(facts["throttled"].get<std::uint32_t>())};
  } catch (const ChildFailed& error) {
    return {trouble("PI-07", error.what()), {}, {}};
  }
}

Finding check_throttled(std::uint32_t throttled) {
  constexpr std::pair<std::uint32_t, const char*> kMeanings[]{{mailbox::kUndervoltage, "the voltage too low"},
                                                              {mailbox::kFrequencyCapped, "the frequency capped"},
                                                              {mailbox::kThrottled, "throttled"},
                                                              {mailbox::kSoftTemperatureLimit, "the soft heat limit"}};
  if (throttled == 0) return {"PI-12", State::Ok, "no throttling by voltage or heat since boot", ""};
  std::string now, since;
  for (const auto& [bit, meaning] : kMeanings) {
    if (throttled & bit) now += (now.empty() ? "" : ", ") + std::string(meaning);
    if (throttled & bit << 16) since += (since.empty() ? "" : ", ") + std::string(meaning);
  }
  const bool supply = throttled & (mailbox::kUndervoltage | mailbox::kUndervoltage << 16);
  return {"PI-12", State::Warn,
          fmt::format("{}{}{}{}{} (0x{:x}){}", now.empty() ? "" : "now ", now, now.empty() || since.empty() ? "" : "; ",
                      since.empty() ? "" : "since boot ", since, throttled, supply ? ": sticks drop off the bus" : ""),
          supply ? "use the official power supply or a powered hub" : "improve the airflow or add a heat sink"};
}

std::vector<Finding> check_qpus(const Examination& examination, const Firmware& firmware) {
  const auto log = handle_log(examination);
  const auto not_tried = [&log](const char* why) {
    return std::vector<Finding>{{"PI-09", State::Skip, why, ""}, check_handles(log)};
  };
  if (!firmware.gpu_megabytes) return not_tried("QPUs not tested: see PI-07");
  if (log.owned) return not_tried("QPUs in use by a running process: see its log");
  if (!examination.probe) return not_tried("QPUs not tested: spectrumd doctor --probe runs a program on them");
  return {probe_qpus(examination), check_registers(examination), check_handles(log)};
}

}  // namespace spectrumd
