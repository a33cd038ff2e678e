// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <cstdlib>

#include "daemon/doctor/doctor.h"
#include "daemon/doctor/mounts.h"
#include "daemon/outputs/recordings.h"

namespace spectrumd {
namespace {

using State = Finding::State;

// The folder of recordings; nullopt if that depends on who starts the daemon of a copy.
std::optional<std::string> folder_of(const Examination& examination) {
  if (examination.root.user() == "spectrumd" && examination.settings.recordings.folder.empty())
    return "var/lib/spectrumd/recordings";  // the unit's StateDirectory
  if (!examination.root.is_this_machine() && examination.settings.recordings.folder.empty()) return std::nullopt;
  try {
    return std::filesystem::absolute(recordings_folder(examination.settings.recordings)).relative_path();
  } catch (const RecordingRefused&) {
    return std::nullopt;
  }
}

Finding check_room(const Examination& examination, const std::string& folder) {
  const auto free = examination.root.free_bytes(nearest_that_exists(examination.root, folder));
  if (!free) return {"SYS-04", State::Skip, fmt::format("/{}: cannot determine the free space", folder), ""};
  const RecordingSettings& settings = examination.settings.recordings;
  const std::uint64_t mebibytes = *free >> 20;
  if (mebibytes < settings.disk_floor_mib)
    return {"SYS-04", State::Warn,
            fmt::format("/{}: {} MiB free, less than recordings.disk_floor ({}): recording is not possible", folder,
                        mebibytes, settings.disk_floor_mib),
            "free some space, or choose another folder: --recordings FOLDER"};
  if (mebibytes < settings.disk_floor_mib + settings.quota_mib)
    return {
        "SYS-04", State::Ok,
        fmt::format("/{}: {} MiB free, less than the recording quota: recordings will end early", folder, mebibytes),
        ""};
  return {"SYS-04", State::Ok, fmt::format("/{}: {} MiB free for recordings", folder, mebibytes), ""};
}

// Wear as reported by eMMC and newer cards: "0x02" is a fifth of the spare blocks left, "0x03" urgent.
bool is_worn(const Sysroot& root, const std::string& device) {
  const std::string disk = device.substr(0, device.rfind('p'));
  const std::string state = root.text("sys/block/" + disk + "/device/pre_eol_info").value_or("0x01");
  return std::strtol(state.c_str(), nullptr, 16) > 1;
}

Finding check_kind(const Sysroot& root, const std::string& folder) {
  const auto mount = mount_of(root, "/" + folder);
  if (!mount) return {"SYS-05", State::Skip, "cannot determine where recordings are stored", ""};
  if (mount->read_only())
    return {"SYS-05", State::Warn, fmt::format("{} is read-only: recording is not possible", mount->point),
            "choose another folder: --recordings FOLDER"};
  if (mount->in_memory())
    return {"SYS-05", State::Warn, fmt::format("{} is in memory: recordings are lost at the next boot", mount->point),
            "choose another folder: --recordings FOLDER"};
  constexpr std::string_view kCard = "/dev/mmcblk";
  if (!mount->device.starts_with(kCard)) return {"SYS-05", State::Ok, "recordings go to " + mount->device, ""};
  if (is_worn(root, mount->device.substr(5)))
    return {"SYS-05", State::Warn, mount->device + " reports that it is worn out", "replace the card"};
  return {"SYS-05", State::Ok,
          fmt::format("recordings go to the SD card {} and wear it out: 17 GB per hour at 2.4 MS/s", mount->device),
          "use a USB disk if you record a lot: --recordings FOLDER"};
}

}  // namespace

std::vector<Finding> check_storage(const Examination& examination) {
  const auto folder = folder_of(examination);
  if (!folder) return {{"SYS-04", State::Skip, "no recordings folder: set recordings.folder", ""}};
  return {check_room(examination, *folder), check_kind(examination.root, *folder)};
}

}  // namespace spectrumd
