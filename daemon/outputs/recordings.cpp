// SPDX-License-Identifier: MIT
#include "daemon/outputs/recordings.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "daemon/sources/file/recording.h"

namespace spectrumd {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kMeta = ".sigmf-meta", kData = ".sigmf-data", kHalfWritten = ".tmp";
constexpr std::uint64_t kMiB = std::uint64_t{1} << 20;

fs::path file_of(const fs::path& folder, const std::string& name, std::string_view extension) {
  return folder / (name + std::string(extension));
}

std::uint64_t size_of(const fs::path& file) {
  std::error_code error;
  const auto size = fs::file_size(file, error);
  return error ? 0 : size;
}

std::uint64_t bytes_in(const fs::path& folder) {
  std::uint64_t bytes = 0;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error))
    if (entry.path().extension() == kMeta || entry.path().extension() == kData) bytes += size_of(entry.path());
  return bytes;
}

// Names of the pairs in a folder, which sort by their age.
std::vector<std::string> names_in(const fs::path& folder) {
  std::vector<std::string> names;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error))
    if (entry.path().extension() == kMeta) names.push_back(entry.path().stem().string());
  std::ranges::sort(names);
  return names;
}

std::optional<RecordingFacts> facts_of(const fs::path& folder, const std::string& name) {
  try {
    const Recording recording = read_sigmf(file_of(folder, name, kMeta), Tuning{});
    const std::uint64_t bytes = size_of(recording.data);
    return RecordingFacts{.name = name,
                          .center = recording.captures.front().center,
                          .rate = recording.rate,
                          .format = recording.format,
                          .bytes = bytes,
                          .samples = bytes / gpufft::bytes_per_sample(recording.format),
                          .started = recording.captures.front().time,
                          .captures = recording.captures.size()};
  } catch (const SourceError&) {
    return std::nullopt;  // somebody else's file, or one that is being deleted
  }
}

// The name, or one after it where there is such a recording already: two may begin in one second.
fs::path free_stem(const fs::path& folder, const std::string& name) {
  const auto names = names_in(folder);
  std::string free = name;
  for (int n = 2; std::ranges::binary_search(names, free); ++n) free = fmt::format("{}_{}", name, n);
  return folder / free;
}

const char* variable(const char* name) {
  const char* value = std::getenv(name);
  return value && *value ? value : nullptr;
}

RecordingRefused not_there(const std::string& name) {
  return {"not_found", fmt::format("there is no recording {}", name)};
}

}  // namespace

fs::path recordings_folder(const RecordingSettings& settings) {
  if (!settings.folder.empty()) return settings.folder;
  if (const char* state = variable("STATE_DIRECTORY")) return fs::path(state) / "recordings";
  if (const char* data = variable("XDG_DATA_HOME")) return fs::path(data) / "spectrumd" / "recordings";
  if (const char* home = variable("HOME")) return fs::path(home) / ".local/share/spectrumd/recordings";
  throw RecordingRefused("no_folder", "no place for recordings; set recordings.folder");
}

std::string recording_name(Time time, Hertz center) {
  std::string text = format_time(time);  // 2026-11-21T08:03:49.123456Z
  std::erase(text, ':');
  return fmt::format("{}Z_{}Hz", text.substr(0, text.find('.')), format_number(std::round(center.value)));
}

Recordings::Recordings(Receiver& receiver, EventLog& events, std::function<Settings()> settings)
    : receiver_(receiver), events_(events), settings_(std::move(settings)) {
  tidy();
}

Recordings::~Recordings() {
  if (!running_) return;
  receiver_.taps().remove(*running_);
  running_->end("the program has ended");
}

// What a crash may have left half done: new metadata not yet in place of the old, data of which not a byte came.
void Recordings::tidy() const try {
  std::error_code error;
  const fs::path folder = recordings_folder(settings_().recordings);
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    const fs::path& file = entry.path();
    const bool half_written = file.extension() == kHalfWritten && file.stem().extension() == kMeta;
    const bool empty = file.extension() == kData && size_of(file) == 0;
    if (half_written || empty) fs::remove(file, error);
    if (empty) fs::remove(file_of(folder, file.stem().string(), kMeta), error);
  }
} catch (const RecordingRefused&) {
  // No folder, nothing to tidy.
}

RecordingPlan Recordings::plan(std::optional<double> seconds, const std::string& description) const {
  const RecordingSettings settings = settings_().recordings;
  const ReceiverStatus now = receiver_.status();
  if (now.report.state == SourceState::Ended)
    throw RecordingRefused("no_samples", "the source has ended, nothing comes any more");
  if (now.sweep)
    throw RecordingRefused(
        "sweeping", "the radio sweeps, and the pieces that it hears are no recording; tune it to a center first");
  const fs::path folder = recordings_folder(settings);
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) throw OutputError(folder, error.value());
  const std::uint64_t used = bytes_in(folder), quota = settings.quota_mib * kMiB;
  if (used >= quota)
    throw RecordingRefused("quota", fmt::format("{}: the {} MiB of recordings.quota are used up; delete old recordings",
                                                folder.string(), settings.quota_mib));
  const auto space = fs::space(folder, error);
  if (!error && space.available < settings.disk_floor_mib * kMiB)
    throw RecordingRefused("disk_full", fmt::format("{}: has not the {} MiB of recordings.disk_floor free; make room",
                                                    folder.string(), settings.disk_floor_mib));
  RecordingPlan plan{.source = now.source, .description = description};
  plan.source.tuned = now.tuned;
  plan.stem = free_stem(folder, recording_name(std::chrono::system_clock::now(), now.tuned.center));
  plan.limits = {.bytes = quota - used,
                 .disk_floor = settings.disk_floor_mib * kMiB,
                 .time = std::chrono::seconds(settings.longest_seconds)};
  if (seconds) plan.limits.samples = static_cast<std::uint64_t>(std::llround(*seconds * now.tuned.rate.value));
  return plan;
}

std::string Recordings::start(std::optional<double> seconds, const std::string& description) {
  const std::scoped_lock lock(mutex_);
  if (running_ && !running_->progress().ended)
    throw RecordingRefused("already_recording", fmt::format("{} is being recorded; stop it first", running_name_));
  const RecordingPlan made = plan(seconds, description);
  if (running_) receiver_.taps().remove(*running_);
  const std::string name = made.stem.filename().string();
  running_ =
      std::make_shared<Recorder>(made, [this, name](const RecordingProgress& progress) { note_end(name, progress); });
  running_name_ = name;
  receiver_.taps().add(running_);
  events_.add("recording", fmt::format("{}: started", name));
  return name;
}

// On the recorder's own thread.
void Recordings::note_end(const std::string& name, const RecordingProgress& progress) {
  events_.add(progress.failed ? "recording_failed" : "recording",
              fmt::format("{}: ended after {} samples: {}", name, progress.samples, *progress.ended));
}

void Recordings::stop(const std::string& name) {
  const std::scoped_lock lock(mutex_);
  if (!running_ || running_name_ != name) {
    if (!find_file(name)) throw not_there(name);
    return;  // it has ended long ago
  }
  receiver_.taps().remove(*running_);
  running_->end("stopped");
  running_->wait();
}

void Recordings::remove(const std::string& name) {
  const std::scoped_lock lock(mutex_);
  if (!find_file(name)) throw not_there(name);
  if (running_ && running_name_ == name && !running_->progress().ended)
    throw RecordingRefused("still_recording", fmt::format("{} is being recorded; stop it first", name));
  const fs::path folder = recordings_folder(settings_().recordings);
  for (const std::string_view extension : {kData, kMeta}) {
    std::error_code error;
    fs::remove(file_of(folder, name, extension), error);
    if (error) throw OutputError(file_of(folder, name, extension), error.value());
  }
  events_.add("recording", fmt::format("{}: deleted", name));
}

// A name is one of those in the folder or it is nothing: no text of a client becomes a path.
bool Recordings::find_file(const std::string& name) const {
  const auto names = names_in(recordings_folder(settings_().recordings));
  return std::ranges::binary_search(names, name);
}

fs::path Recordings::path_of(const std::string& name, Part part) const {
  if (!find_file(name)) throw not_there(name);
  return file_of(recordings_folder(settings_().recordings), name, part == Part::Data ? kData : kMeta);
}

RecordingsFacts Recordings::list() const {
  const RecordingSettings settings = settings_().recordings;
  RecordingsFacts facts{.quota = settings.quota_mib * kMiB, .disk_floor = settings.disk_floor_mib * kMiB};
  facts.folder = recordings_folder(settings);
  facts.used = bytes_in(facts.folder);
  std::error_code error;
  if (const auto space = fs::space(facts.folder, error); !error) facts.free = space.available;
  for (const std::string& name : names_in(facts.folder))
    if (auto recording = facts_of(facts.folder, name)) facts.recordings.push_back(*std::move(recording));
  const std::scoped_lock lock(mutex_);
  for (RecordingFacts& recording : facts.recordings)
    if (running_ && recording.name == running_name_) recording.progress = running_->progress();
  return facts;
}

std::optional<RecordingFacts> Recordings::find(const std::string& name) const {
  const auto facts = list();
  const auto found = std::ranges::find(facts.recordings, name, &RecordingFacts::name);
  return found == facts.recordings.end() ? std::nullopt : std::optional(*found);
}

}  // namespace spectrumd
