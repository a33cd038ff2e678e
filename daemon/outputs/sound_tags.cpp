// SPDX-License-Identifier: MIT
#include "daemon/outputs/sound_tags.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <map>

#include "daemon/config/version.h"
#include "daemon/outputs/output_file.h"
#include "daemon/sources/iq_source.h"

namespace spectrumd {
namespace {

constexpr std::array<std::string_view, 2> kSoundExtensions{".wav", ".opus"};
constexpr std::size_t kHeadBytes = 16 * 1024, kTailBytes = 64 * 1024;  // a page of Ogg has 64 KiB at most
constexpr std::size_t kLongestTag = 4096;
constexpr unsigned kOpusRate = 48'000;

std::string hertz_text(Hertz center) { return fmt::format("{:.0f}", std::round(center.value)); }

std::string title_of(const SoundTags& tags) {
  return fmt::format("{}Hz {}", format_number(std::round(tags.center.value_or(Hertz{}).value)), tags.mode);
}

std::string read_piece(const mailbox::Descriptor& file, const std::filesystem::path& path, std::uint64_t at,
                       std::size_t bytes) {
  std::string text(bytes, '\0');
  const ssize_t got = ::pread(file.get(), text.data(), text.size(), static_cast<off_t>(at));
  if (got < 0) throw OutputError(path, errno);
  text.resize(static_cast<std::size_t>(got));
  return text;
}

// A little-endian number; 0 beyond the end. Places are of 64 bits, as sums of what a file says may be beyond 32.
template <class Number>
Number number_at(std::string_view text, std::uint64_t at) {
  Number number = 0;
  if (at + sizeof number <= text.size()) std::memcpy(&number, text.data() + at, sizeof number);
  return number;
}

// Empty beyond the end.
std::string_view part_of(std::string_view text, std::uint64_t at, std::uint64_t bytes) {
  return text.substr(static_cast<std::size_t>(std::min<std::uint64_t>(at, text.size())),
                     static_cast<std::size_t>(std::min<std::uint64_t>(bytes, text.size())));
}

SoundTags tags_from(std::map<std::string, std::string> texts, const char* date, const char* hertz, const char* mode,
                    const char* description) {
  const auto center = parse_number(texts[hertz], {});
  return {.started = parse_time(texts[date]),
          .center = center ? std::optional(Hertz{*center}) : std::nullopt,
          .mode = texts[mode],
          .description = texts[description]};
}

SourceError not_ours(const std::filesystem::path& path) {
  return SourceError(path.filename().string() + ": not a sound recording of spectrumd");
}

SoundFacts wav_facts(std::string_view head, std::uint64_t size, const std::filesystem::path& path) {
  if (!head.starts_with("RIFF") || part_of(head, 8, 8) != "WAVEfmt ") throw not_ours(path);
  const unsigned rate = number_at<std::uint32_t>(head, 24), frame_bytes = number_at<std::uint16_t>(head, 32);
  std::map<std::string, std::string> texts;
  for (std::uint64_t at = 36; at + 8 <= head.size();) {
    const std::uint64_t bytes = number_at<std::uint32_t>(head, at + 4), begin = at + 8;
    if (part_of(head, at, 4) == "data" && frame_bytes > 0)
      return {tags_from(texts, "ICRD", "ISRC", "ISBJ", "ICMT"), rate, (size - begin) / frame_bytes};
    const std::uint64_t end = part_of(head, at, 4) == "LIST" ? std::min<std::uint64_t>(begin + bytes, head.size()) : 0;
    for (std::uint64_t item = begin + 4; item + 8 <= end;) {
      const std::uint64_t length = number_at<std::uint32_t>(head, item + 4);
      if (length > kLongestTag + 1) throw not_ours(path);
      const std::string_view text = part_of(head, item + 8, length);
      texts[std::string(part_of(head, item, 4))] = text.substr(0, text.find('\0'));
      item += 8 + length + length % 2;
    }
    at = begin + bytes + bytes % 2;
  }
  throw not_ours(path);
}

// The comments are in the second page, after 27 bytes of its header and its lacing.
SoundFacts opus_facts(std::string_view head, std::string_view tail, const std::filesystem::path& path) {
  const std::size_t id = head.find("OpusHead"), comments = head.find("OpusTags");
  if (id == std::string_view::npos || comments == std::string_view::npos) throw not_ours(path);
  std::map<std::string, std::string> texts;
  std::uint64_t at = comments + 8;
  at += std::uint64_t{4} + number_at<std::uint32_t>(head, at);
  const auto count = number_at<std::uint32_t>(head, at);
  at += 4;
  for (std::uint32_t n = 0; n < count && at + 4 <= head.size(); ++n) {
    const std::uint64_t length = number_at<std::uint32_t>(head, at);
    if (length > kLongestTag + 16 || at + 4 + length > head.size()) throw not_ours(path);
    const std::string text(part_of(head, at + 4, length));
    const std::size_t equals = text.find('=');
    if (equals != std::string::npos) texts[text.substr(0, equals)] = text.substr(equals + 1);
    at += 4 + length;
  }
  const std::size_t last = tail.rfind("OggS");
  const auto granule = last == std::string_view::npos ? 0 : number_at<std::uint64_t>(tail, last + 6);
  const std::uint64_t pre_skip = number_at<std::uint16_t>(head, id + 10);
  const unsigned rate = number_at<std::uint32_t>(head, id + 12);
  return {tags_from(texts, "DATE", "FREQUENCY", "MODE", "DESCRIPTION"), rate,
          (granule - std::min(granule, pre_skip)) * rate / kOpusRate};
}

}  // namespace

std::string_view extension_of(SoundFormat format) { return kSoundExtensions[static_cast<std::size_t>(format)]; }

std::optional<SoundFormat> sound_format_of(const std::filesystem::path& file) {
  const auto found = std::ranges::find(kSoundExtensions, file.extension().string());
  if (found == kSoundExtensions.end()) return std::nullopt;
  return static_cast<SoundFormat>(found - kSoundExtensions.begin());
}

WavTags wav_tags(const SoundTags& tags) {
  WavTags list{{"INAM", title_of(tags)},
               {"ICRD", tags.started ? format_time(*tags.started) : ""},
               {"ISRC", hertz_text(tags.center.value_or(Hertz{}))},
               {"ISBJ", tags.mode},
               {"ISFT", "spectrumd " + std::string(version())}};
  if (!tags.description.empty()) list.emplace_back("ICMT", tags.description.substr(0, kLongestTag));
  return list;
}

OggComments ogg_comments(const SoundTags& tags) {
  OggComments list{"TITLE=" + title_of(tags), "DATE=" + (tags.started ? format_time(*tags.started) : ""),
                   "FREQUENCY=" + hertz_text(tags.center.value_or(Hertz{})), "MODE=" + tags.mode,
                   "ENCODER=spectrumd " + std::string(version())};
  if (!tags.description.empty()) list.push_back("DESCRIPTION=" + tags.description.substr(0, kLongestTag));
  return list;
}

SoundFacts read_sound_facts(const mailbox::Descriptor& file, const std::filesystem::path& path, SoundFormat format) {
  struct stat facts {};
  if (::fstat(file.get(), &facts) != 0) throw OutputError(path, errno);
  const auto size = static_cast<std::uint64_t>(facts.st_size);
  const std::string head = read_piece(file, path, 0, kHeadBytes);
  if (format == SoundFormat::Wav) return wav_facts(head, size, path);
  return opus_facts(head, read_piece(file, path, size - std::min<std::uint64_t>(size, kTailBytes), kTailBytes), path);
}

}  // namespace spectrumd
