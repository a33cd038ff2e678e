// SPDX-License-Identifier: MIT
#include "daemon/outputs/recording_folder.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "daemon/sources/file/recording.h"
#include "daemon/sources/json_file.h"

namespace spectrumd {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kMeta = ".sigmf-meta", kData = ".sigmf-data", kHalfWritten = ".tmp";
constexpr std::uintmax_t kLargestMetadata = 1 << 20;  // a thousand captures and more

bool is_regular(const fs::path& file) {
  std::error_code error;
  return fs::is_regular_file(fs::symlink_status(file, error));
}

std::uint64_t size_of(const fs::path& file) {
  std::error_code error;
  const auto size = is_regular(file) ? fs::file_size(file, error) : 0;
  return error ? 0 : size;
}

std::string read_all(const mailbox::Descriptor& file, const fs::path& path) {
  std::string text(kLargestMetadata + 1, '\0');
  std::size_t size = 0;
  while (size < text.size()) {
    const ssize_t got = ::read(file.get(), text.data() + size, text.size() - size);
    if (got < 0) throw OutputError(path, errno);
    if (got == 0) break;
    size += static_cast<std::size_t>(got);
  }
  if (size > kLargestMetadata)
    throw SourceError(fmt::format("{}: larger than {} MiB", path.filename().string(), kLargestMetadata >> 20));
  text.resize(size);
  return text;
}

void read_sound(const fs::path& file, RecordingFacts& facts) {
  const SoundFacts sound = read_sound_facts(open_regular(file), file, facts.sound);
  facts.center = sound.tags.center.value_or(Hertz{});
  facts.rate = {static_cast<double>(sound.rate)};
  facts.started = sound.tags.started;
  facts.mode = sound.tags.mode;
  facts.samples = sound.frames;
  facts.captures = 1;
}

RecordingFacts read_facts(const fs::path& file) {
  RecordingFacts facts;
  facts.kind = kind_of(file.filename().string());
  facts.sound = sound_format_of(file).value_or(SoundFormat::Wav);
  try {
    if (facts.kind == RecordingKind::Sound) {
      read_sound(file, facts);
      return facts;
    }
    const std::string text = read_all(open_regular(file), file);
    const Recording recording = read_sigmf(file, parse_json_file(text, file.filename().string()), Tuning{});
    facts.center = recording.captures.front().center;
    facts.rate = recording.rate;
    facts.format = recording.format;
    facts.started = recording.captures.front().time;
    facts.captures = recording.captures.size();
  } catch (const std::exception& error) {
    facts.error = error.what();
  }
  return facts;
}

}  // namespace

std::string_view to_string(RecordingKind kind) {
  switch (kind) {
    case RecordingKind::Band:
      return "band";
    case RecordingKind::Iq:
      return "iq";
    case RecordingKind::Sound:
      break;
  }
  return "sound";
}

RecordingKind kind_of(const std::string& name) {
  if (sound_format_of(name)) return RecordingKind::Sound;
  return name.find(kIqSuffix) == std::string::npos ? RecordingKind::Band : RecordingKind::Iq;
}

fs::path file_of(const fs::path& folder, const std::string& name, RecordingPart part) {
  if (sound_format_of(name) && part == RecordingPart::Data) return folder / name;
  return folder / (name + std::string(part == RecordingPart::Data ? kData : kMeta));
}

mailbox::Descriptor open_regular(const fs::path& file) {
  mailbox::Descriptor descriptor(::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY));
  struct stat facts {};
  if (descriptor.get() < 0 || ::fstat(descriptor.get(), &facts) != 0) throw OutputError(file, errno);
  if (!S_ISREG(facts.st_mode)) throw OutputError(file, EINVAL);
  return descriptor;
}

std::vector<std::string> recordings_in(const fs::path& folder) {
  std::vector<std::string> names;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error))
    if (is_regular(entry.path())) {
      if (entry.path().extension() == kMeta) names.push_back(entry.path().stem().string());
      if (sound_format_of(entry.path())) names.push_back(entry.path().filename().string());
    }
  std::ranges::sort(names);
  return names;
}

std::uint64_t recorded_bytes_in(const fs::path& folder) {
  std::uint64_t bytes = 0;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error))
    if (entry.path().extension() == kMeta || entry.path().extension() == kData || sound_format_of(entry.path()))
      bytes += size_of(entry.path());
  return bytes;
}

void remove_recording(const fs::path& folder, const std::string& name) {
  for (const auto part : {RecordingPart::Data, RecordingPart::Meta}) {
    const fs::path file = file_of(folder, name, part);
    std::error_code error;
    if (is_regular(file)) fs::remove(file, error);
    if (error) throw OutputError(file, error.value());
  }
}

void tidy_recordings(const fs::path& folder) {
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    const fs::path& file = entry.path();
    if (!is_regular(file)) continue;
    const bool half_written = file.extension() == kHalfWritten && file.stem().extension() == kMeta;
    const bool empty = file.extension() == kData && size_of(file) == 0;
    if (half_written || (sound_format_of(file) && size_of(file) == 0)) fs::remove(file, error);
    if (empty) remove_recording(folder, file.stem().string());
  }
}

RecordingFacts RecordingIndex::facts(const fs::path& folder, const std::string& name) {
  const bool is_sound = kind_of(name) == RecordingKind::Sound;
  const fs::path file = file_of(folder, name, is_sound ? RecordingPart::Data : RecordingPart::Meta);
  std::error_code error;
  Entry entry{.file = file, .size = size_of(file), .written = fs::last_write_time(file, error), .facts = {}};
  if (auto facts = known(name, entry)) {
    entry.facts = *std::move(facts);
  } else {
    entry.facts = read_facts(file);
    entry.facts.name = name;
    const std::scoped_lock lock(mutex_);
    entries_.insert_or_assign(name, entry);
  }
  entry.facts.bytes = size_of(file_of(folder, name, RecordingPart::Data));
  if (!is_sound) entry.facts.samples = entry.facts.bytes / gpufft::bytes_per_sample(entry.facts.format);
  return entry.facts;
}

std::optional<RecordingFacts> RecordingIndex::known(const std::string& name, const Entry& version) const {
  const std::scoped_lock lock(mutex_);
  const auto found = entries_.find(name);
  const bool same = found != entries_.end() && found->second.file == version.file &&
                    found->second.size == version.size && found->second.written == version.written;
  return same ? std::optional(found->second.facts) : std::nullopt;
}

void RecordingIndex::forget_all_but(const std::vector<std::string>& names) {
  const std::scoped_lock lock(mutex_);
  std::erase_if(entries_, [&](const auto& entry) { return !std::ranges::binary_search(names, entry.first); });
}

std::shared_ptr<const mailbox::Descriptor> LentFiles::lend(mailbox::Descriptor file) {
  auto lent = std::make_shared<const mailbox::Descriptor>(std::move(file));
  const std::scoped_lock lock(mutex_);
  std::erase_if(files_, [](const auto& other) { return other.expired(); });
  files_.push_back(lent);
  return lent;
}

std::uint64_t LentFiles::deleted_bytes() {
  std::uint64_t bytes = 0;
  std::set<ino_t> counted;
  const std::scoped_lock lock(mutex_);
  for (const auto& lent : files_) {
    const auto file = lent.lock();
    struct stat facts {};
    if (!file || ::fstat(file->get(), &facts) != 0 || facts.st_nlink > 0) continue;
    if (counted.insert(facts.st_ino).second) bytes += static_cast<std::uint64_t>(facts.st_size);
  }
  return bytes;
}

}  // namespace spectrumd
