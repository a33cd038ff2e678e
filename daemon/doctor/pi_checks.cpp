// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <sstream>

#include "daemon/doctor/firmware_checks.h"

namespace spectrumd {
namespace {

using State = Finding::State;

// The effective settings of config.txt for a board: the last one wins, sections for other boards are ignored.
struct BootConfig {
  std::string path;      // empty: there is none
  int overlay_line = 0;  // of dtoverlay=vc4-...; 0: there is none
  std::string overlay;
  int gpu_mem = 0;  // 0: not said
};

bool is_for(const std::string& section, const std::string& model) {
  if (section == "[all]") return true;
  if (section == "[none]") return false;
  if (section.starts_with("[pi")) {
    const bool zero = section == "[pi0]" || section == "[pi02]" || section == "[pi0w]";
    return zero ? model.find("Zero") != std::string::npos
                : model.find(fmt::format("Raspberry Pi {}", section.substr(3, 1))) != std::string::npos;
  }
  return false;  // [board-type=...] and the like: who writes those knows
}

BootConfig read_boot_config(const Sysroot& root, const std::string& model) {
  BootConfig config;
  for (const char* path : {"boot/config.txt", "boot/firmware/config.txt"})
    if (root.has(path)) config.path = path;
  std::istringstream text(root.text(config.path).value_or(""));
  bool ours = true;
  int number = 0;
  for (std::string line; std::getline(text, line);) {
    ++number;
    if (!line.empty() && line.back() == '\r') line.pop_back();
    if (line.starts_with('[')) ours = is_for(line, model);
    if (!ours) continue;
    if (line.starts_with("gpu_mem=")) config.gpu_mem = std::atoi(line.c_str() + 8);
    if (line.starts_with("dtoverlay=vc4-")) {
      config.overlay_line = number;
      config.overlay = line.substr(10, line.find(',') - 10);
    }
  }
  return config;
}

bool is_videocore4(const std::string& compatible) {
  for (const char* chip : {"bcm2835", "bcm2836", "bcm2837"})
    if (compatible.find(chip) != std::string::npos) return true;
  return false;
}

Finding check_bits(const Sysroot& root) {
  if (root.has("lib/ld-linux-aarch64.so.1"))
    return {"PI-02", State::Warn, "64-bit programs: the QPU backend is experimental there", ""};
  return {"PI-02", State::Ok, "32-bit programs", ""};
}

Finding check_kernel(const Sysroot& root) {
  const std::string release = root.text("proc/sys/kernel/osrelease").value_or("");
  const bool vendor = release.find("rpi") != std::string::npos || release.find("-v7") != std::string::npos ||
                      release.find("-v8") != std::string::npos;
  if (root.has("dev/vcio") || vendor) return {"PI-03", State::Ok, "kernel " + release, ""};
  return {
      "PI-03", State::Warn,
      fmt::format("/dev/vcio is missing and {} is not the Raspberry Pi kernel: mainline has no such driver", release),
      "install the Raspberry Pi kernel to use the QPUs"};
}

Finding check_boot_config(const BootConfig& config) {
  if (config.path.empty()) return {"PI-04", State::Skip, "config.txt not found", ""};
  if (config.overlay_line > 0)
    return {"PI-04", State::Warn,
            fmt::format("dtoverlay={} is on line {} of /{}: the kernel owns V3D", config.overlay, config.overlay_line,
                        config.path),
            "comment it out and reboot to use the QPUs; a desktop loses OpenGL"};
  return {"PI-04", State::Ok, fmt::format("/{} does not give V3D to the kernel", config.path), ""};
}

// The current state, not the file.
Finding check_v3d(const Sysroot& root, const BootConfig& config) {
  const bool owned = root.text("proc/device-tree/soc/v3d@7ec00000/status").value_or("disabled") == "okay";
  if (owned && config.overlay_line == 0 && !config.path.empty())
    return {"PI-05", State::Warn, "config.txt does not give V3D to the kernel, but the kernel still owns it", "reboot"};
  if (owned) return {"PI-05", State::Warn, "the kernel owns V3D", "see PI-04"};
  return {"PI-05", State::Ok, "the kernel does not use V3D", ""};
}

Finding check_vcio(const Sysroot& root) {
  const auto owner = root.owner("dev/vcio");
  if (!owner) return {"PI-06", State::Warn, "/dev/vcio does not exist", "see PI-03"};
  if (root.may_use(*owner))
    return {"PI-06", State::Ok, fmt::format("/dev/vcio is accessible ({})", to_string(*owner)), ""};
  const bool tightened = owner->group == "root";
  return {"PI-06", State::Warn,
          fmt::format("/dev/vcio is {}{}", to_string(*owner), tightened ? " (Raspberry Pi OS since June 2026)" : ""),
          tightened ? "a udev rule KERNEL==\"vcio\", GROUP=\"spectrumd-qpu\", MODE=\"0660\" opens it; that grants "
                      "access to all memory"
                    : fmt::format("usermod -aG {} {}; that grants access to all memory", owner->group, root.user())};
}

// The GPU memory that the firmware reports, or else the value in config.txt.
Finding check_split(const BootConfig& config, const Firmware& firmware) {
  const auto megabytes = firmware.gpu_megabytes.value_or(static_cast<unsigned>(config.gpu_mem));
  if (megabytes == 0) return {"PI-08", State::Ok, "gpu_mem is the firmware's default", ""};
  if (megabytes < 32)
    return {"PI-08", State::Warn, fmt::format("gpu_mem={} loads start_cd.elf, which has no 3D", megabytes),
            "gpu_mem=64"};
  if (megabytes < 64) return {"PI-08", State::Warn, fmt::format("gpu_mem={} is tight", megabytes), "gpu_mem=64"};
  return {"PI-08", State::Ok, fmt::format("gpu_mem={}", megabytes), ""};
}

Finding check_temperature(const Sysroot& root) {
  const auto text = root.text("sys/class/thermal/thermal_zone0/temp");
  if (!text) return {"PI-13", State::Skip, "cannot determine the temperature", ""};
  const int degrees = std::atoi(text->c_str()) / 1000;
  if (degrees < 70) return {"PI-13", State::Ok, fmt::format("{} degrees", degrees), ""};
  return {"PI-13", State::Warn, fmt::format("{} degrees: the clock is reduced at 80", degrees),
          "improve the airflow or add a heat sink"};
}

Finding check_governor(const Sysroot& root) {
  const auto governor = root.text("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor");
  if (!governor) return {"PI-14", State::Skip, "cannot determine the CPU frequency governor", ""};
  if (*governor != "powersave") return {"PI-14", State::Ok, fmt::format("CPU frequency governor: {}", *governor), ""};
  return {"PI-14", State::Warn, "the CPU frequency governor powersave keeps the clock at its minimum",
          "echo ondemand > /sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"};
}

}  // namespace

std::vector<Finding> check_pi(const Examination& examination) {
  const Sysroot& root = examination.root;
  const auto model = root.text("proc/device-tree/model");
  if (!model || model->find("Raspberry Pi") == std::string::npos)
    return {{"PI-01", State::Skip, "not a Raspberry Pi", ""}};
  if (!is_videocore4(root.text("proc/device-tree/compatible").value_or("")))
    return {{"PI-01", State::Ok, *model + ": its VideoCore has no QPU mailbox; the CPU is the fast choice here", ""},
            check_supply(examination, {}),
            check_temperature(root),
            check_governor(root)};
  const BootConfig config = read_boot_config(root, *model);
  const Firmware firmware = ask_firmware(examination);
  std::vector<Finding> findings{{"PI-01", State::Ok, *model + ": VideoCore IV", ""},
                                check_bits(root),
                                check_kernel(root),
                                check_boot_config(config),
                                check_v3d(root, config),
                                check_vcio(root),
                                firmware.answer,
                                check_split(config, firmware)};
  std::ranges::move(check_qpus(examination, firmware), std::back_inserter(findings));
  findings.push_back(check_supply(examination, firmware));
  findings.push_back(check_temperature(root));
  findings.push_back(check_governor(root));
  return findings;
}

}  // namespace spectrumd
