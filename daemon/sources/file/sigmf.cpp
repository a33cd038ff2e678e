// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <span>
#include <system_error>
#include <utility>

#include "daemon/config/key_values.h"
#include "daemon/sources/file/recording.h"
#include "daemon/sources/file/tar_members.h"
#include "daemon/sources/iq_source.h"
#include "daemon/sources/json_file.h"

namespace spectrumd {
namespace {

using gpufft::SampleFormat;
using std::filesystem::path;

constexpr std::string_view kMeta = ".sigmf-meta", kData = ".sigmf-data", kArchive = ".sigmf";

constexpr Range kFrequencies{-1e12, 1e12};
constexpr Range kSamples{0, 9e15};
constexpr std::uint64_t kLongestMetadata = 32 << 20;           // longer than the parser takes
constexpr std::uint64_t kMostMissing = 1'000'000'000'000'000;  // in all gaps together: four months at 100 MS/s

path with_extension(path file, std::string_view extension) { return sigmf_stem(std::move(file)) += extension; }

SampleFormat format_of(const Json& datatype) {
  const std::string name = text_of(datatype);
  if (name == "cu8") return SampleFormat::Cu8;
  if (name == "ci8") return SampleFormat::Cs8;
  if (name == "ci16_le") return SampleFormat::Cs16;
  if (name == "cf32_le") return SampleFormat::Cf32;
  throw KeyError(fmt::format("\"{}\" is not supported; cu8, ci8, ci16_le and cf32_le are", name));
}

Time time_of(const Json& datetime) {
  const std::string text = text_of(datetime);
  if (const auto time = parse_time(text)) {
    if (*time >= kEarliestTime && *time <= kLatestTime) return *time;
    throw KeyError(fmt::format("\"{}\" is not between 1970 and 2262", text));
  }
  throw KeyError(fmt::format("\"{}\" is not a time such as 2026-11-21T08:03:49.5Z", text));
}

// A metadata file; errors are reported with its name and the key.
class Metadata {
 public:
  Metadata(const path& file, Json json) : name_(file.string()), json_(std::move(json)) {
    if (!json_.is_object() || !json_.contains("global") || !json_["global"].is_object())
      throw SourceError(name_ + ": has no \"global\" object, so it is not SigMF metadata");
  }

  SampleFormat format() const {
    const auto format = find(json_["global"], "core:datatype", format_of);
    if (!format) throw SourceError(name_ + ": core:datatype: is missing");
    return *format;
  }

  Hertz rate(Hertz unsaid) const {
    return {find(json_["global"], "core:sample_rate", [](const Json& value) {
              return number_in(value, kFileRates);
            }).value_or(unsaid.value)};
  }

  void refuse_what_is_not_read() const {
    const auto count = [](const Json& value) { return count_in(value, kSamples); };
    if (find(json_["global"], "core:num_channels", count).value_or(1) != 1)
      throw SourceError(name_ + ": core:num_channels: only single-channel recordings are supported");
    for (const Json& capture : captures())
      if (find(capture, "core:header_bytes", count).value_or(0) != 0)
        throw SourceError(name_ + ": core:header_bytes: recordings with headers between the samples are not supported");
  }

  std::vector<Capture> read_captures(Hertz unsaid_center) const {
    const std::uint64_t offset = find(json_["global"], "core:offset", sample).value_or(0);
    std::vector<Capture> list;
    std::optional<std::uint64_t> expected;  // place in the stream, were nothing missing
    std::uint64_t missing = 0;
    for (const Json& json : captures()) {
      const Hertz before = list.empty() ? unsaid_center : list.back().center;
      const std::uint64_t start_before = list.empty() ? 0 : list.back().first_sample;
      list.push_back(read_capture(json, offset, before));
      Capture& capture = list.back();
      if (expected) *expected += capture.first_sample - std::min(capture.first_sample, start_before);
      const auto place = find(json, "core:global_index", sample);
      if (expected && place && *place > *expected) capture.missing = *place - *expected;
      expected = place;
      if ((missing += capture.missing) > kMostMissing)
        throw SourceError(fmt::format("{}: core:global_index: more than {} samples are missing", name_, kMostMissing));
      if (list.size() > 1 && list.back().first_sample < list[list.size() - 2].first_sample)
        throw SourceError(name_ + ": captures: not sorted by core:sample_start");
    }
    if (list.empty()) list.push_back({.first_sample = 0, .center = unsaid_center, .time = std::nullopt});
    return list;
  }

 private:
  static std::uint64_t sample(const Json& value) { return count_in(value, kSamples); }

  const Json& captures() const {
    static const Json none = Json::array();
    const auto found = json_.find("captures");
    if (found == json_.end()) return none;
    if (!found->is_array()) throw SourceError(name_ + ": captures: not a list");
    return *found;
  }

  Capture read_capture(const Json& json, std::uint64_t offset, Hertz center_before) const {
    const std::uint64_t start = find(json, "core:sample_start", sample).value_or(0);
    const auto center = find(json, "core:frequency", [](const Json& value) { return number_in(value, kFrequencies); });
    return {.first_sample = start - std::min(start, offset),
            .center = {center.value_or(center_before.value)},
            .time = find(json, "core:datetime", time_of)};
  }

  template <class Read>
  auto find(const Json& object, const char* key, Read read) const -> std::optional<decltype(read(object))> {
    if (!object.is_object() || !object.contains(key)) return std::nullopt;
    try {
      return read(object[key]);
    } catch (const KeyError& error) {
      throw SourceError(fmt::format("{}: {}: {}", name_, key, error.what()));
    }
  }

  const std::string name_;
  const Json json_;
};

std::string text_of_member(const Input& archive, const TarMember& member) {
  std::string text(static_cast<std::size_t>(std::min<std::uint64_t>(member.size, kLongestMetadata)), '\0');
  archive.read_at(member.offset, std::as_writable_bytes(std::span(text)));
  return text;
}

// "FILE.sigmf/NAME": a recording of an archive.
bool is_in_archive(const path& file) {
  std::error_code error;
  return file.parent_path().extension() == kArchive && is_regular_file(file.parent_path(), error);
}

std::string stem_of(const TarMember& metadata) { return metadata.name.substr(0, metadata.name.size() - kMeta.size()); }

// The recording of that name, or the only one.
std::string choose(const path& archive, const std::vector<TarMember>& members, const std::string& name) {
  std::vector<std::string> stems, found;
  for (const TarMember& member : members)
    if (member.name.ends_with(kMeta)) stems.push_back(stem_of(member));
  const auto is_it = [&name](const std::string& stem) { return name.empty() || path(stem).filename() == name; };
  std::ranges::copy_if(stems, std::back_inserter(found), is_it);
  if (found.size() == 1) return found.front();
  if (stems.size() < 2) throw SourceError(fmt::format("{}: has no recording {}", archive.string(), name));
  std::vector<std::string> names;
  for (const std::string& stem : stems) names.push_back(path(stem).filename().string());
  throw SourceError(fmt::format("{}: has {} recordings; name one, as {}/{}: {}", archive.string(), stems.size(),
                                archive.string(), names.front(), fmt::join(names, ", ")));
}

// Samples of an archive are read where they are in that.
Recording read_archive(const path& file, const std::string& wanted, const Tuning& unsaid) {
  const Input archive = Input::open(file);
  const auto members = tar_members(archive);
  const std::string stem = choose(file, members, wanted);
  const auto metadata = std::ranges::find(members, stem + std::string(kMeta), &TarMember::name);
  const auto data = std::ranges::find(members, stem + std::string(kData), &TarMember::name);
  if (data == members.end()) throw SourceError(fmt::format("{}: has no {}{}", file.string(), stem, kData));
  const std::string name = fmt::format("{}: {}", file.string(), metadata->name);
  Recording recording = read_sigmf(file, parse_json_file(text_of_member(archive, *metadata), name), unsaid);
  recording.data = file;
  recording.offset = data->offset;
  recording.bytes = data->size;
  return recording;
}

// A capture without a time follows the previous one without a pause; if the first one has none, there is no time.
void complete_times(std::vector<Capture>& captures, Hertz rate) {
  for (std::size_t i = 1; i < captures.size(); ++i) {
    const Capture& before = captures[i - 1];
    if (captures[i].time || !before.time) continue;
    captures[i].time = after_samples(*before.time, captures[i].first_sample - before.first_sample, rate);
  }
  if (captures.front().time) return;
  for (Capture& capture : captures) capture.time.reset();
}

}  // namespace

path sigmf_stem(path file) {
  const auto extension = file.extension();
  return extension == kMeta || extension == kData ? file.replace_extension() : file;
}

bool is_sigmf(const path& file) {
  const auto extension = file.extension();
  if (extension == kMeta || extension == kData || extension == kArchive || is_in_archive(file)) return true;
  std::error_code error;
  return !exists(file, error) && exists(with_extension(file, kMeta), error);
}

Recording read_sigmf(const path& file, const Tuning& unsaid) {
  if (is_in_archive(file)) return read_archive(file.parent_path(), sigmf_stem(file).filename().string(), unsaid);
  if (file.extension() == kArchive) return read_archive(file, "", unsaid);
  return read_sigmf(file, read_json(with_extension(file, kMeta)), unsaid);
}

Recording read_sigmf(const path& file, Json json, const Tuning& unsaid) {
  const Metadata metadata(with_extension(file, kMeta), std::move(json));
  metadata.refuse_what_is_not_read();
  Recording recording{.container = "SigMF",
                      .data = with_extension(file, kData),
                      .format = metadata.format(),
                      .rate = metadata.rate(unsaid.rate),
                      .captures = metadata.read_captures(unsaid.center)};
  recording.captures.front().first_sample = 0;  // samples before the first capture are taken to belong to it
  complete_times(recording.captures, recording.rate);
  return recording;
}

}  // namespace spectrumd
