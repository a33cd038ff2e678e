// SPDX-License-Identifier: MIT
#include "daemon/store/verify.h"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <fstream>
#include <limits>
#include <system_error>

#include "daemon/config/units.h"
#include "daemon/store/checked_vfs.h"
#include "daemon/store/level.h"
#include "daemon/store/level_file.h"
#include "daemon/store/level_folder.h"

namespace spectrumd {
namespace {

class Verification {
 public:
  explicit Verification(std::filesystem::path file) : file_(std::move(file)) {}

  std::vector<StoreFault> run() {
    check_pages();
    try {
      LevelFile open(file_, LevelFile::For::Reading);
      if (const auto damage = open.first_damage()) add(*damage, 0);
      check_frames(open);
    } catch (const std::runtime_error& fault) {
      add(fault.what(), 0);
    }
    return std::move(faults_);
  }

 private:
  void add(std::string text, std::size_t lost) { faults_.push_back({file_, std::move(text), lost}); }

  // What a log has for a page is newer, and has checksums of SQLite.
  void check_pages() {
    std::ifstream file(file_, std::ios::binary);
    if (!file) return add(std::generic_category().message(errno), 0);
    std::array<std::byte, kPageBytes> page;
    for (std::uint32_t number = 1; file.read(reinterpret_cast<char*>(page.data()), kPageBytes); ++number) {
      const PageState state = check_page(page, number);
      if (state == PageState::Corrected) add(fmt::format("page {}: one bit is wrong, corrected when read", number), 0);
      if (state == PageState::Damaged && !has_log()) add(fmt::format("page {}: checksum", number), 0);
    }
    if (file.gcount() > 0) add("ends within a page", 0);
  }

  bool has_log() const {
    std::error_code error;
    const auto size = std::filesystem::file_size(file_.string() + "-wal", error);
    return !error && size > 0;
  }

  void check_frames(LevelFile& open) {
    constexpr std::int64_t kEver = std::int64_t{1} << 60;
    const auto frames = open.frames(-kEver, kEver);
    if (const std::size_t count = open.frame_count(); count != frames.size())
      add(fmt::format("{} frames: checksum", count - frames.size()), 0);
    for (const FrameHead& frame : frames) {
      check_part(open, frame, 0, "facts of the rows", [&](const auto& body) { decode_notes(decoder_, body, frame); });
      for (const Detector detector : {Detector::Mean, Detector::Max})
        for (std::size_t n = 0; n < frame.tiles(); ++n) {
          levels_.resize(frame.rows * frame.tile_bins(n));
          check_part(open, frame, part_of(detector, n), fmt::format("tile {}, {}", n, to_string(detector)),
                     [&](const auto& body) { decoder_.decode(body, frame.tile_bins(n), levels_); });
        }
    }
  }

  template <class Decode>
  void check_part(LevelFile& open, const FrameHead& frame, std::int64_t part, const std::string& name, Decode decode) {
    std::string reason = "is missing, or its checksum is wrong";
    try {
      if (const auto body = open.part(frame.id, part)) {
        decode(*body);
        return;
      }
    } catch (const std::runtime_error& fault) {
      reason = fault.what();
    }
    add(fmt::format("frame of {}, {}: {}", format_time(frame.begin()), name, reason), part == 0 ? 0 : 1);
  }

  const std::filesystem::path file_;
  std::vector<StoreFault> faults_;
  TileDecoder decoder_;
  std::vector<std::uint8_t> levels_;
};

}  // namespace

std::vector<StoreFault> verify_file(const std::filesystem::path& file) { return Verification(file).run(); }

std::vector<std::filesystem::path> store_files(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  for (const Level& level : kLevelTable)
    for (const StoredFile& file : stored_files(folder / level.name)) files.push_back(folder / level.name / file.name());
  return files;
}

}  // namespace spectrumd
