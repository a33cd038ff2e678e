// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <cstdlib>
#include <sstream>

#include "daemon/doctor/doctor.h"
#include "daemon/outputs/recordings.h"

namespace spectrumd {
namespace {

using State = Finding::State;

// Where recordings go or would go; nothing where that depends on who starts the daemon of a copy.
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

// The folder itself is made with the first recording.
std::string nearest_that_exists(const Sysroot& root, std::string folder) {
  while (!folder.empty() && !root.has(folder)) folder = std::filesystem::path(folder).parent_path();
  return folder;
}

struct Mount {
  std::string device, point, kind, options;
};

bool lies_in(const std::string& path, const std::string& point) {
  return point == "/" || path == point || path.starts_with(point + "/");
}

std::optional<Mount> mount_of(const Sysroot& root, const std::string& path) {
  std::optional<Mount> deepest;
  std::istringstream table(root.text("proc/mounts").value_or(""));
  for (std::string line; std::getline(table, line);) {
    Mount mount;
    std::istringstream(line) >> mount.device >> mount.point >> mount.kind >> mount.options;
    if (lies_in(path, mount.point) && (!deepest || mount.point.size() >= deepest->point.size())) deepest = mount;
  }
  return deepest;
}

Finding check_room(const Examination& examination, const std::string& folder) {
  const auto free = examination.root.free_bytes(nearest_that_exists(examination.root, folder));
  if (!free) return {"SYS-04", State::Skip, fmt::format("/{}: how much room there is is not told", folder), ""};
  const RecordingSettings& settings = examination.settings.recordings;
  const std::uint64_t mebibytes = *free >> 20;
  if (mebibytes < settings.disk_floor_mib)
    return {"SYS-04", State::Warn,
            fmt::format("/{}: {} MiB are free, less than the {} of recordings.disk_floor: nothing can be recorded",
                        folder, mebibytes, settings.disk_floor_mib),
            "make room, or set another folder: --recordings FOLDER"};
  if (mebibytes < settings.disk_floor_mib + settings.quota_mib)
    return {"SYS-04", State::Ok,
            fmt::format("/{}: {} MiB are free, less than recordings may take: they end earlier", folder, mebibytes),
            ""};
  return {"SYS-04", State::Ok, fmt::format("/{}: {} MiB are free for recordings", folder, mebibytes), ""};
}

// What eMMC and newer cards tell of themselves: "0x02" is a fifth of the spare blocks left, "0x03" urgent.
bool is_worn(const Sysroot& root, const std::string& device) {
  const std::string disk = device.substr(0, device.rfind('p'));
  const std::string state = root.text("sys/block/" + disk + "/device/pre_eol_info").value_or("0x01");
  return std::strtol(state.c_str(), nullptr, 16) > 1;
}

Finding check_kind(const Sysroot& root, const std::string& folder) {
  const auto mount = mount_of(root, "/" + folder);
  if (!mount) return {"SYS-05", State::Skip, "what recordings are stored on is not told", ""};
  if (mount->options.starts_with("ro"))
    return {"SYS-05", State::Warn, fmt::format("{} is read-only: nothing can be recorded", mount->point),
            "another folder: --recordings FOLDER"};
  if (mount->kind == "tmpfs")
    return {"SYS-05", State::Warn, fmt::format("{} is memory: recordings are gone with the next boot", mount->point),
            "another folder: --recordings FOLDER"};
  constexpr std::string_view kCard = "/dev/mmcblk";
  if (!mount->device.starts_with(kCard)) return {"SYS-05", State::Ok, "recordings go to " + mount->device, ""};
  if (is_worn(root, mount->device.substr(5)))
    return {"SYS-05", State::Warn, mount->device + " says that it is worn out", "another card, before it dies"};
  return {"SYS-05", State::Ok,
          fmt::format("recordings go to the card {}, and wear it: 17 GB an hour at 2.4 MS/s", mount->device),
          "a USB disk, where much is recorded: --recordings FOLDER"};
}

}  // namespace

std::vector<Finding> check_storage(const Examination& examination) {
  const auto folder = folder_of(examination);
  if (!folder) return {{"SYS-04", State::Skip, "no folder for recordings: set recordings.folder", ""}};
  return {check_room(examination, *folder), check_kind(examination.root, *folder)};
}

}  // namespace spectrumd
