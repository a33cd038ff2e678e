// SPDX-License-Identifier: MIT
#include "daemon/outputs/recordings.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <system_error>
#include <utility>

#include "daemon/outputs/state_folder.h"

namespace spectrumd {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMiB = std::uint64_t{1} << 20;

// Together less than what remains of TimeoutStopSec of the unit when the server has ended.
constexpr auto kTimeToEnd = std::chrono::seconds(5), kTimeToAbandon = std::chrono::seconds(1);

// The name, or the next one if it is taken: two recordings may begin within one second.
fs::path free_stem(const fs::path& folder, const std::string& name) {
  const auto names = recordings_in(folder);
  std::string free = name;
  for (int n = 2; std::ranges::binary_search(names, free); ++n) free = fmt::format("{}_{}", name, n);
  return folder / free;
}

RecordingRefused not_there(const std::string& name) {
  return {"not_found", fmt::format("no such recording: {}", name)};
}

RecordingFacts facts_of(const RecordingPlan& plan) {
  return {.name = plan.stem.filename().string(),
          .center = plan.source.tuned.center,
          .rate = plan.source.tuned.rate,
          .format = plan.source.format,
          .progress = RecordingProgress{}};
}

void add_progress(RecordingFacts& facts, const RecordingProgress& progress) {
  facts.samples = progress.samples;
  facts.bytes = progress.samples * gpufft::bytes_per_sample(facts.format);
  facts.started = progress.started;
  facts.captures = progress.captures;
  facts.progress = progress;
}

// True if its files could not be created: then the recording is known only from here.
bool has_no_files(const RecordingFacts& facts) {
  return facts.progress->state == RecordingState::Failed && facts.captures == 0;
}

void make_folder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) throw OutputError(folder, error.value());
  if (::access(folder.c_str(), W_OK | X_OK) != 0) throw OutputError(folder, errno);
}

}  // namespace

fs::path recordings_folder(const RecordingSettings& settings) {
  if (!settings.folder.empty()) return settings.folder;
  if (const auto state = state_folder()) return *state / "recordings";
  throw RecordingRefused("no_folder", "no place for recordings; set recordings.folder");
}

Recordings::Recordings(Receiver& receiver, EventLog& events, std::function<Settings()> settings,
                       std::shared_ptr<Disk> disk)
    : receiver_(receiver), events_(events), settings_(std::move(settings)), disk_(std::move(disk)) {
  try {
    tidy_recordings(folder());
  } catch (const std::exception& error) {
    spdlog::warn("recordings: {}", error.what());  // a start will refuse with the reason
  }
}

Recordings::~Recordings() {
  std::unique_lock lock(mutex_);
  const auto recorder = running_;
  lock.unlock();
  if (!recorder) return;
  receiver_.taps().remove(*recorder);
  recorder->end("the program has ended");
  if (!recorder->wait_for(kTimeToEnd)) recorder->abandon(kTimeToAbandon);
  recorder->silence();
}

fs::path Recordings::folder() const { return recordings_folder(settings_().recordings); }

void Recordings::refuse_second() const {
  const std::scoped_lock lock(mutex_);
  if (!running_) return;
  const bool stopping = running_->progress().state == RecordingState::Stopping;
  throw RecordingRefused("already_recording", fmt::format("{} is being {}", latest_->name,
                                                          stopping ? "written to the disk; retry when it has ended"
                                                                   : "recorded; stop it first"));
}

RecordingPlan Recordings::plan(std::optional<double> seconds, const std::string& description) {
  const RecordingSettings settings = settings_().recordings;
  const ReceiverStatus now = receiver_.status();
  if (now.report.state == SourceState::Ended) throw RecordingRefused("no_samples", "the source has ended");
  if (now.sweep)
    throw RecordingRefused("sweeping", "the radio is sweeping, which cannot be recorded; tune it to a center first");
  const fs::path folder = recordings_folder(settings);
  make_folder(folder);
  const std::uint64_t used = used_bytes(folder), quota = settings.quota_mib * kMiB;
  if (used >= quota)
    throw RecordingRefused("quota", fmt::format("{}: the {} MiB of recordings.quota are used up; delete old recordings",
                                                folder.string(), settings.quota_mib));
  if (disk_->available(folder).value_or(UINT64_MAX) < settings.disk_floor_mib * kMiB)
    throw RecordingRefused("disk_full", fmt::format("{}: less than the {} MiB of recordings.disk_floor free; make room",
                                                    folder.string(), settings.disk_floor_mib));
  RecordingPlan plan{.source = now.source, .description = description, .disk = disk_};
  plan.source.tuned = now.tuned;
  plan.stem = free_stem(folder, recording_name(std::chrono::system_clock::now(), now.tuned.center));
  plan.limits = {.bytes = quota - used,
                 .disk_floor = settings.disk_floor_mib * kMiB,
                 .time = std::chrono::seconds(settings.longest_seconds)};
  if (seconds) plan.limits.samples = static_cast<std::uint64_t>(std::llround(*seconds * now.tuned.rate.value));
  plan.buffer_bytes = recording_buffer_bytes(plan.source, settings.buffer_seconds, most_recording_buffer_bytes());
  return plan;
}

std::string Recordings::start(std::optional<double> seconds, const std::string& description) try {
  const std::scoped_lock one_at_a_time(starting_);
  refuse_second();
  const RecordingPlan made = plan(seconds, description);
  const std::string name = made.stem.filename().string();
  const std::scoped_lock lock(mutex_);
  running_ = Recorder::start(
      made, [this, name](RecordingEvent event, const RecordingProgress& progress) { note(name, event, progress); });
  latest_ = facts_of(made);
  receiver_.taps().add(running_);
  return name;
} catch (const std::system_error& error) {
  throw RecordingRefused("buffer_too_large", fmt::format("{}; lower recordings.buffer", error.what()));
}

// Called on the thread of the recorder.
void Recordings::note(const std::string& name, RecordingEvent event, const RecordingProgress& progress) {
  switch (event) {
    case RecordingEvent::Started:
      return events_.add("recording", fmt::format("{}: started", name));
    case RecordingEvent::DiskFull:
      return events_.add("disk_full", fmt::format("{}: {}; it continues when there is room", name, progress.reason));
    case RecordingEvent::Resumed:
      return events_.add("recording", fmt::format("{}: continues, the disk has room again", name));
    case RecordingEvent::Ended:
      return note_end(name, progress);
  }
}

// Locked to the end: the destructor finds nothing running from here on, and must not return before this does.
void Recordings::note_end(const std::string& name, const RecordingProgress& progress) {
  const std::scoped_lock lock(mutex_);
  const auto recorder = std::exchange(running_, nullptr);
  add_progress(*latest_, progress);
  if (recorder) receiver_.taps().remove(*recorder);
  events_.add(progress.state == RecordingState::Failed ? "recording_failed" : "recording",
              fmt::format("{}: ended after {} samples: {}", name, progress.samples, progress.reason));
}

void Recordings::stop(const std::string& name) {
  std::unique_lock lock(mutex_);
  const bool is_latest = latest_ && latest_->name == name;
  const auto recorder = is_latest ? running_ : nullptr;
  lock.unlock();
  if (!is_latest && !has(name)) throw not_there(name);
  if (!recorder) return;  // it has ended
  receiver_.taps().remove(*recorder);
  recorder->end("stopped");
}

void Recordings::remove(const std::string& name) {
  const auto last = latest();
  const bool is_latest = last && last->name == name;
  if (is_latest && !last->progress->ended())
    throw RecordingRefused("still_recording", fmt::format("{} is being recorded; stop it first", name));
  if (!has(name) && !(is_latest && has_no_files(*last))) throw not_there(name);
  remove_recording(folder(), name);
  {
    const std::scoped_lock lock(mutex_);
    if (latest_ && latest_->name == name) latest_.reset();
  }
  events_.add("recording", fmt::format("{}: deleted", name));
}

// A name must be in the folder: no text of a client becomes a path.
bool Recordings::has(const std::string& name) const {
  return std::ranges::binary_search(recordings_in(folder()), name);
}

std::shared_ptr<const mailbox::Descriptor> Recordings::open(const std::string& name, RecordingPart part) try {
  if (!has(name)) throw not_there(name);
  return lent_.lend(open_regular(file_of(folder(), name, part)));
} catch (const OutputError&) {
  throw not_there(name);
}

std::uint64_t Recordings::used_bytes(const fs::path& folder) {
  return recorded_bytes_in(folder) + lent_.deleted_bytes();
}

// The newest recording of this program, from memory: its disk may stall.
std::optional<RecordingFacts> Recordings::latest() const {
  const std::scoped_lock lock(mutex_);
  auto facts = latest_;
  if (facts && running_) add_progress(*facts, running_->progress());
  return facts;
}

RecordingsFacts Recordings::list() {
  const RecordingSettings settings = settings_().recordings;
  RecordingsFacts facts{.quota = settings.quota_mib * kMiB, .disk_floor = settings.disk_floor_mib * kMiB};
  facts.folder = recordings_folder(settings);
  facts.used = used_bytes(facts.folder);
  facts.free = disk_->available(facts.folder).value_or(0);
  const auto newest = latest();
  const auto names = recordings_in(facts.folder);
  index_.forget_all_but(names);
  for (const std::string& name : names)
    if (!newest || name != newest->name) facts.recordings.push_back(index_.facts(facts.folder, name));
  const bool shown = newest && (!newest->progress->ended() || has_no_files(*newest) ||
                                std::ranges::binary_search(names, newest->name));
  if (shown) facts.recordings.push_back(*newest);
  return facts;
}

std::optional<RecordingFacts> Recordings::find(const std::string& name) {
  if (auto newest = latest(); newest && newest->name == name) return newest;
  return has(name) ? std::optional(index_.facts(folder(), name)) : std::nullopt;
}

}  // namespace spectrumd
