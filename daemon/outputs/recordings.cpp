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

constexpr std::ptrdiff_t kRemembered = 64;  // recordings that have ended
constexpr std::uint64_t kMiB = std::uint64_t{1} << 20;

// Together less than what remains of TimeoutStopSec of the unit when the server has ended.
constexpr auto kTimeToEnd = std::chrono::seconds(5), kTimeToAbandon = std::chrono::seconds(1);

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

bool is_running(const RecordingFacts& facts) { return facts.progress && !facts.progress->ended(); }

// True if its files could not be created: then the recording is known only from here.
bool has_no_files(const RecordingFacts& facts) {
  return facts.progress && facts.progress->state == RecordingState::Failed && facts.captures == 0;
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

Recordings::Recordings(Receiver& receiver, ChannelBook& channels, EventLog& events, std::function<Settings()> settings,
                       std::shared_ptr<Disk> disk)
    : receiver_(receiver),
      channels_(channels),
      events_(events),
      settings_(std::move(settings)),
      disk_(std::move(disk)) {
  try {
    tidy_recordings(folder());
  } catch (const std::exception& error) {
    spdlog::warn("recordings: {}", error.what());  // a start will refuse with the reason
  }
}

Recordings::~Recordings() {
  using Clock = std::chrono::steady_clock;
  std::unique_lock lock(mutex_);
  std::vector<std::shared_ptr<Recorder>> running;
  for (Made& made : made_) {
    if (!made.recorder) continue;
    running.push_back(made.recorder);
    detach(made);
  }
  lock.unlock();
  for (const auto& recorder : running) recorder->end("the program has ended");
  const auto left = [](Clock::time_point until) {
    return std::max(std::chrono::milliseconds(1),
                    std::chrono::duration_cast<std::chrono::milliseconds>(until - Clock::now()));
  };
  const auto to_end = Clock::now() + kTimeToEnd, to_abandon = to_end + kTimeToAbandon;
  for (const auto& recorder : running)
    if (!recorder->wait_for(left(to_end))) recorder->abandon(left(std::min(to_abandon, Clock::now() + kTimeToAbandon)));
  for (const auto& recorder : running) recorder->silence();
}

fs::path Recordings::folder() const { return recordings_folder(settings_().recordings); }

fs::path Recordings::free_path(const fs::path& folder, const std::string& name) const {
  const auto names = recordings_in(folder);
  const auto known = made_facts();
  const auto is_free = [&](const std::string& other) {
    return !std::ranges::binary_search(names, other) &&
           std::ranges::find(known, other, &RecordingFacts::name) == known.end();
  };
  const std::size_t end = sound_format_of(name) ? name.rfind('.') : name.size();
  std::string free = name;
  for (int n = 2; !is_free(free); ++n) free = fmt::format("{}_{}{}", name.substr(0, end), n, name.substr(end));
  return folder / free;
}

void Recordings::refuse_second() const {
  const std::scoped_lock lock(mutex_);
  const auto running = std::ranges::find_if(
      made_, [](const Made& made) { return made.recorder && made.facts.kind == RecordingKind::Band; });
  if (running == made_.end()) return;
  const bool stopping = running->recorder->progress().state == RecordingState::Stopping;
  throw RecordingRefused("already_recording", fmt::format("{} is being {}", running->facts.name,
                                                          stopping ? "written to the disk; retry when it has ended"
                                                                   : "recorded; stop it first"));
}

// Those of open channels have no place in the hub.
void Recordings::refuse_more_channels() const {
  const std::size_t limit = settings_().channels.limit;
  const std::scoped_lock lock(mutex_);
  const auto running =
      static_cast<std::size_t>(std::ranges::count_if(made_, [](const Made& made) { return made.feed != nullptr; }));
  if (running >= limit)
    throw ChannelRefused("too_many_channels", "",
                         fmt::format("{} channels are being recorded, the limit of channels.limit", running));
}

ReceiverStatus Recordings::recordable() const {
  ReceiverStatus now = receiver_.status();
  if (now.report.state == SourceState::Ended) throw RecordingRefused("no_samples", "the source has ended");
  if (now.sweep)
    throw RecordingRefused("sweeping", "the radio is sweeping, which cannot be recorded; tune it to a center first");
  return now;
}

// What recordings in progress leave of the memory for buffers.
double Recordings::buffer_left() const {
  double left = static_cast<double>(most_recording_buffer_bytes());
  const std::scoped_lock lock(mutex_);
  for (const Made& made : made_)
    if (made.recorder) left -= static_cast<double>(made.recorder->plan().buffer_bytes);
  return std::max(left, 0.0);
}

// The plan with the limits that are the same for all.
RecordingPlan Recordings::limited(RecordingPlan plan, const fs::path& folder) {
  const RecordingSettings settings = settings_().recordings;
  const std::uint64_t written = quota_->written();
  const std::uint64_t used = used_bytes(folder), quota = settings.quota_mib * kMiB;
  if (used >= quota)
    throw RecordingRefused("quota", fmt::format("{}: the {} MiB of recordings.quota are used up; delete old recordings",
                                                folder.string(), settings.quota_mib));
  if (disk_->available(folder).value_or(UINT64_MAX) < settings.disk_floor_mib * kMiB)
    throw RecordingRefused("disk_full", fmt::format("{}: less than the {} MiB of recordings.disk_floor free; make room",
                                                    folder.string(), settings.disk_floor_mib));
  quota_->set_left(quota - used, written);
  plan.disk = disk_;
  plan.quota = quota_;
  plan.limits.disk_floor = settings.disk_floor_mib * kMiB;
  plan.limits.time = std::chrono::seconds(settings.longest_seconds);
  return plan;
}

Recorder::Listener Recordings::listener_for(const std::string& name) {
  return [this, name](RecordingEvent event, const RecordingProgress& progress) { note(name, event, progress); };
}

std::string Recordings::start(std::optional<double> seconds, const std::string& description, double before) try {
  const std::scoped_lock one_at_a_time(starting_);
  refuse_second();
  const RecordingSettings settings = settings_().recordings;
  const ReceiverStatus now = recordable();
  const fs::path folder = recordings_folder(settings);
  make_folder(folder);
  RecordingPlan plan = limited({.source = now.source, .description = description}, folder);
  plan.source.tuned = now.tuned;
  const Time begin = std::chrono::system_clock::now() - std::chrono::nanoseconds(std::llround(before * 1e9));
  plan.stem = free_path(folder, recording_name(begin, now.tuned.center));
  if (seconds) plan.limits.samples = static_cast<std::uint64_t>(std::llround(*seconds * now.tuned.rate.value));
  plan.buffer_bytes = recording_buffer_bytes(plan.source, static_cast<double>(settings.buffer_seconds) + before,
                                             static_cast<std::uint64_t>(buffer_left()));
  const std::string name = plan.stem.filename().string();
  std::unique_lock lock(mutex_);
  const auto recorder = Recorder::start(plan, listener_for(name));
  made_.push_back({.facts = facts_of(plan), .channel_rate = 0, .recorder = recorder, .channel = {}, .feed = {}});
  lock.unlock();
  attach(name, recorder, before);
  return name;
} catch (const std::system_error& error) {
  throw RecordingRefused("buffer_too_large", fmt::format("{}; lower recordings.buffer", error.what()));
}

// Without the mutex, as a file may wait for the recorder. It may have ended in the meantime.
void Recordings::attach(const std::string& name, const std::shared_ptr<Recorder>& recorder, double before) {
  receiver_.taps().add(recorder, before);
  const std::scoped_lock lock(mutex_);
  const Made* const made = made_as(name);
  const bool ends = !made || !made->recorder || recorder->progress().state == RecordingState::Stopping;
  if (ends) receiver_.taps().remove(*recorder);
}

std::string Recordings::start(ChannelRecording recording) try {
  const std::scoped_lock one_at_a_time(starting_);
  refuse_more_channels();
  const RecordingSettings settings = settings_().recordings;
  const ReceiverStatus now = recordable();
  const fs::path folder = recordings_folder(settings);
  make_folder(folder);
  if (recording.open) recording.order = recording.open->channel().order();
  const bool in_past = recording.before > 0;  // then an open channel, which is in the present, has a double
  auto channel = in_past ? nullptr : recording.open;
  if (!channel)
    channel = channels_.open(recording.order.listen ? "audio" : "iq", recording.order,
                             in_past ? ChannelHub::Start::InThePast : ChannelHub::Start::Now);
  const auto stem = free_path(folder, name_of(recording, std::chrono::system_clock::now()));
  ChannelRecordingPlan made = plan_of(recording, now.source, stem);
  made.plan = limited(std::move(made.plan), folder);
  made.plan.buffer_bytes =
      recording_buffer_bytes(made.plan.source, static_cast<double>(settings.buffer_seconds) + recording.before,
                             static_cast<std::uint64_t>(buffer_left()), kLeastChannelBuffer);
  const std::string name = stem.filename().string();
  const std::scoped_lock lock(mutex_);
  const auto recorder = Recorder::start(made.plan, listener_for(name));
  const auto feed = std::make_shared<ChannelFeed>(recorder, made.changes);
  made_.push_back({.facts = std::move(made.facts),
                   .channel_rate = recording.order.settings.rate,
                   .recorder = recorder,
                   .channel = channel,
                   .feed = feed});
  channel->channel().add(feed);
  if (in_past) channel->begin(recording.before);
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
  Made& made = *made_as(name);
  made.adopt(progress);
  if (made.recorder) detach(made);
  made.recorder.reset();
  made.feed.reset();
  made.channel.reset();
  events_.add(progress.state == RecordingState::Failed ? "recording_failed" : "recording",
              fmt::format("{}: ended after {} samples: {}", name, progress.samples, progress.reason));
  forget_old();
}

// With the mutex held, as the next two: no samples come any more.
void Recordings::detach(Made& made) {
  if (made.feed)
    made.channel->channel().remove(*made.feed);
  else
    receiver_.taps().remove(*made.recorder);
}

void Recordings::forget_old() {
  auto ended = std::ranges::count_if(made_, [](const Made& made) { return !made.recorder; });
  std::erase_if(made_, [&](const Made& made) { return !made.recorder && ended-- > kRemembered; });
}

Recordings::Made* Recordings::made_as(const std::string& name) {
  const auto found = std::ranges::find(made_, name, [](const Made& made) { return made.facts.name; });
  return found == made_.end() ? nullptr : &*found;
}

void Recordings::Made::adopt(const RecordingProgress& progress) {
  const bool is_sound = facts.kind == RecordingKind::Sound;
  const auto samples = static_cast<double>(progress.samples);
  facts.samples = is_sound ? static_cast<std::uint64_t>(samples * facts.rate.value / channel_rate) : progress.samples;
  facts.bytes = is_sound ? progress.bytes : progress.samples * gpufft::bytes_per_sample(facts.format);
  facts.started = progress.started;
  facts.captures = progress.captures;
  facts.progress = progress;
}

RecordingFacts Recordings::Made::now() const {
  Made copy = *this;
  if (recorder) copy.adopt(recorder->progress());
  return copy.facts;
}

// From memory: the disk of those that are running may stall.
std::vector<RecordingFacts> Recordings::made_facts() const {
  const std::scoped_lock lock(mutex_);
  std::vector<RecordingFacts> all;
  for (const Made& made : made_) all.push_back(made.now());
  return all;
}

void Recordings::stop(const std::string& name) {
  std::unique_lock lock(mutex_);
  Made* const made = made_as(name);
  const auto recorder = made ? made->recorder : nullptr;
  if (recorder) detach(*made);
  const bool is_known = made != nullptr;
  lock.unlock();
  if (!is_known && !has(name)) throw not_there(name);
  if (recorder) recorder->end("stopped");  // else it has ended
}

void Recordings::remove(const std::string& name) {
  const auto known = made_facts();
  for (const RecordingFacts& facts : known)
    if (is_running(facts) && (facts.name == name || facts.progress->open_file == name))
      throw RecordingRefused("still_recording", fmt::format("{} is being recorded; stop it first", name));
  const auto made = std::ranges::find(known, name, &RecordingFacts::name);
  const bool only_here = made != known.end() && (has_no_files(*made) || made->split);
  if (!has(name) && !only_here) throw not_there(name);
  remove_recording(folder(), name);
  {
    const std::scoped_lock lock(mutex_);
    std::erase_if(made_, [&](const Made& each) { return !each.recorder && each.facts.name == name; });
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

RecordingsFacts Recordings::list() {
  const RecordingSettings settings = settings_().recordings;
  RecordingsFacts facts{.quota = settings.quota_mib * kMiB, .disk_floor = settings.disk_floor_mib * kMiB};
  facts.folder = recordings_folder(settings);
  facts.used = used_bytes(facts.folder);
  facts.free = disk_->available(facts.folder).value_or(0);
  const auto known = made_facts();
  const auto names = recordings_in(facts.folder);
  index_.forget_all_but(names);
  for (const RecordingFacts& made : known)
    if (is_running(made) || has_no_files(made) || std::ranges::binary_search(names, made.name))
      facts.recordings.push_back(made);
  for (const std::string& name : names)
    if (std::ranges::find(known, name, &RecordingFacts::name) == known.end())
      facts.recordings.push_back(from_disk(facts.folder, name, known));
  std::ranges::stable_sort(facts.recordings, {}, &RecordingFacts::name);
  return facts;
}

std::optional<RecordingFacts> Recordings::find(const std::string& name) {
  const auto known = made_facts();
  const auto made = std::ranges::find(known, name, &RecordingFacts::name);
  if (made != known.end()) return *made;
  return has(name) ? std::optional(from_disk(folder(), name, known)) : std::nullopt;
}

// Of a split recording, the file that is being written.
RecordingFacts Recordings::from_disk(const fs::path& folder, const std::string& name,
                                     const std::vector<RecordingFacts>& known) {
  RecordingFacts facts = index_.facts(folder, name);
  const bool is_open = std::ranges::any_of(
      known, [&](const RecordingFacts& made) { return is_running(made) && made.progress->open_file == name; });
  if (is_open) facts.progress = RecordingProgress{.state = RecordingState::Recording};
  return facts;
}

}  // namespace spectrumd
