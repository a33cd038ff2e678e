// SPDX-License-Identifier: MIT
#include "daemon/watch/evidence/evidence.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

#include "daemon/config/json_text.h"
#include "daemon/config/key_values.h"
#include "daemon/outputs/output_file.h"
#include "daemon/outputs/picture/picture.h"
#include "daemon/outputs/tables/npy.h"
#include "daemon/watch/alarm_json.h"

namespace spectrumd {
namespace {

constexpr std::size_t kMostBins = 1024;
constexpr std::size_t kLeastColumns = 640, kLeastLines = 240, kMostLines = 1000;  // of the picture
constexpr std::array<std::string_view, 4> kFiles{"rows.npy", "rows.json", "picture.png", "event.json"};

bool comparable(const Row& a, const Row& b) {
  return a.center == b.center && a.span == b.span && a.bins() == b.bins() && a.generation == b.generation;
}

std::string_view text_of_bytes(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::string npy_of(const EvidenceRows& kept) {
  const std::size_t bins = kept.last_bin - kept.first_bin;
  std::string npy = npy_head("<i2", fmt::format("{}, 2, {}", kept.rows.size(), bins));
  for (const RowPtr& row : kept.rows)
    for (const std::size_t detector : {0, 1})
      npy += text_of_bytes(std::as_bytes(row->levels.at(detector).full().subspan(kept.first_bin, bins)));
  return npy;
}

Json rows_json(const EvidenceRows& kept) {
  Json times = Json::array(), durations = Json::array(), flags = Json::array();
  for (const RowPtr& row : kept.rows) {
    times.push_back(format_time(row->time));
    durations.push_back(std::chrono::duration<double>(row->duration).count());
    flags.push_back(row->flags);
  }
  Json json{{"unit", "centibel"}, {"detectors", {"mean", "max"}}, {"no_level", kNoLevel}};
  if (!kept.rows.empty()) {
    const Row& row = *kept.rows.front();
    const double bin_hz = row.bin_width().value;
    json["bin_hz"] = number_json(bin_hz);
    json["first_bin_hz"] = number_json(
        row.center.value + (static_cast<double>(kept.first_bin) - static_cast<double>(row.bins() / 2)) * bin_hz);
  }
  json["times"] = std::move(times);
  json["durations_seconds"] = std::move(durations);
  json["flags"] = std::move(flags);
  return json;
}

// The rows as a picture with axes, a pixel for a bin and at least two for a row.
std::string picture_of(const EvidenceRows& kept, std::string_view unit) {
  if (kept.rows.empty()) return "";
  const Row& first = *kept.rows.front();
  const double low = first.center.value - first.span.value / 2, bin = first.bin_width().value;
  const PicturePlan plan{.since = first.time,
                         .until = kept.rows.back()->time + kept.rows.back()->duration,
                         .from = {low + bin * static_cast<double>(kept.first_bin)},
                         .to = {low + bin * static_cast<double>(kept.last_bin)},
                         .columns = std::max(kLeastColumns, kept.last_bin - kept.first_bin),
                         .lines = std::clamp(2 * kept.rows.size(), kLeastLines, kMostLines),
                         .range = {},
                         .station = {},
                         .unit = unit};
  Picture picture(plan);
  for (const RowPtr& row : kept.rows) picture.add(*row);
  std::string png;
  picture.write([&](std::string_view bytes) { png += bytes; });
  return png;
}

}  // namespace

EvidenceRows evidence_rows(std::vector<RowPtr> rows, const Alarm& alarm) {
  if (rows.empty()) return {};
  const auto first =
      std::ranges::find_if(rows, [&](const RowPtr& row) { return row->time + row->duration > alarm.begin; });
  const RowPtr like = first == rows.end() ? rows.back() : *first;
  std::erase_if(rows, [&](const RowPtr& row) { return !comparable(*row, *like); });
  EvidenceRows kept{std::move(rows), 0, like->bins()};
  if (like->bins() <= kMostBins) return kept;
  const double middle = alarm.frequency > 0 ? (alarm.frequency - like->center.value) / like->bin_width().value : 0;
  const double first_bin = std::clamp(std::round(middle + static_cast<double>(like->bins() / 2 - kMostBins / 2)), 0.0,
                                      static_cast<double>(like->bins() - kMostBins));
  kept.first_bin = static_cast<std::size_t>(first_bin);
  kept.last_bin = kept.first_bin + kMostBins;
  return kept;
}

std::string EvidenceFolder::keep(const Alarm& alarm, const EvidenceRows& rows, std::string_view unit) const {
  const auto folder = folder_of_alarm(alarm.id);
  std::filesystem::create_directories(folder);
  const auto disk = std::make_shared<Disk>();
  replace_file(folder / "rows.npy", npy_of(rows), disk);
  replace_file(folder / "rows.json", to_text(rows_json(rows)), disk);
  replace_file(folder / "picture.png", picture_of(rows, unit), disk);
  update(alarm);
  return "rows.npy rows.json picture.png event.json";
}

void EvidenceFolder::update(const Alarm& alarm) const {
  const auto folder = folder_of_alarm(alarm.id);
  if (std::filesystem::exists(folder))
    replace_file(folder / "event.json", to_text(alarm_json(alarm)), std::make_shared<Disk>());
}

void EvidenceFolder::remove(std::int64_t alarm) const { std::filesystem::remove_all(folder_of_alarm(alarm)); }

std::uint64_t EvidenceFolder::bytes() const {
  std::uint64_t bytes = 0;
  std::error_code ignored;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder_, ignored))
    if (entry.is_regular_file(ignored)) bytes += entry.file_size(ignored);
  return bytes;
}

std::optional<std::filesystem::path> EvidenceFolder::path_of(std::int64_t alarm, std::string_view name) const {
  if (!std::ranges::count(kFiles, name)) return std::nullopt;
  return folder_of_alarm(alarm) / name;
}

}  // namespace spectrumd
