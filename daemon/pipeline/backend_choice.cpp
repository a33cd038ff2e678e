// SPDX-License-Identifier: MIT
#include "daemon/pipeline/backend_choice.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace spectrumd {

namespace {

using gpufft::Candidate;
using gpufft::Trial;

constexpr std::string_view kAuto = "auto", kQpu = "qpu";

// "qpu", or "qpu:DEVICE", which overrides the setting.
std::optional<std::string> qpu_device(const Settings& settings) {
  const std::string_view name = settings.backend;
  if (name == kQpu) return settings.qpu.device;
  if (name.starts_with("qpu:")) return std::string(name.substr(kQpu.size() + 1));
  return std::nullopt;
}

// The daemon has no access to the real QPUs: a helper process drives them.
Candidate qpu(const std::string& device, const std::string& socket) {
  const std::string name = fmt::format("{}:{}", kQpu, device == "real" ? "helper:" + socket : device);
  return {name, &gpufft::backend_named(name)};
}

Candidate named(const Settings& settings) {
  if (const auto device = qpu_device(settings)) return qpu(*device, settings.qpu.socket);
  return {settings.backend, &gpufft::backend_named(settings.backend)};
}

bool is_processor(const Candidate& candidate) { return candidate.backend->traits().processor; }

std::string device_of(const Settings& settings, const Candidate& candidate) {
  if (is_processor(candidate)) return {};
  if (candidate.backend->name() != kQpu) return candidate.name;
  return qpu_device(settings).value_or(settings.qpu.device);
}

bool same_work(const gpufft::SpectrumRequest& one, const gpufft::SpectrumRequest& other) {
  return one.format == other.format && one.bins == other.bins && one.hop == other.hop &&
         one.remove_dc == other.remove_dc;
}

Trial after_work(const BackendChoice::Entry& entry) {
  Trial trial = entry.trial;
  if (entry.at_work && !entry.health->trouble().empty()) trial.trouble = entry.health->trouble();
  if (entry.at_work && entry.at_work->state() != TrialAtWork::State::Waiting) trial.frame = entry.at_work->frame();
  return trial;
}

}  // namespace

const BackendChoice::Entry& BackendChoice::chosen() const {
  const auto won = [](const Entry& entry) {
    return entry.at_work && entry.at_work->state() == TrialAtWork::State::Won;
  };
  const auto late = std::ranges::find_if(entries_, won);
  return late == entries_.end() ? entries_.front() : *late;
}

BackendStatus BackendChoice::status() const {
  const Entry& taken = chosen();
  BackendStatus status{.name = std::string(taken.trial.candidate.backend->name()),
                       .reason = "asked for by name",
                       .device = taken.device,
                       .trouble = taken.health ? taken.health->trouble() : "",
                       .candidates = {}};
  if (by_name_) return status;
  status.reason = "the cheapest: ";
  for (const Entry& entry : entries_) {
    const Trial trial = after_work(entry);
    const auto seconds = trial.frame ? std::optional(trial.frame->count()) : std::nullopt;
    status.candidates.push_back({trial.candidate.name, seconds, gpufft::outcome(trial), &entry == &taken});
  }
  const auto cost = [](const BackendStatus::Candidate& candidate) { return candidate.frame_seconds.value_or(1e9); };
  std::ranges::stable_sort(status.candidates, {}, cost);
  for (std::size_t i = 0; i < status.candidates.size(); ++i)
    status.reason += (i == 0 ? "" : "; ") + status.candidates[i].name + ": " + status.candidates[i].outcome;
  return status;
}

std::vector<Candidate> SpectrumPlanner::candidates(const Settings& settings) {
  if (qpu_device(settings)) return {named(settings)};
  if (settings.backend != kAuto) return {{settings.backend, gpufft::choose_backend(settings.backend).backend}};
  auto candidates = gpufft::auto_candidates();
  const auto is_qpu = [](const Candidate& candidate) { return candidate.backend->name() == kQpu; };
  const bool real = settings.qpu.device == "real";  // an emulated one has to be asked for by name
  for (Candidate& candidate : candidates)
    if (is_qpu(candidate) && real) candidate = qpu(settings.qpu.device, settings.qpu.socket);
  if (!real) std::erase_if(candidates, is_qpu);
  return candidates;
}

// The processor stands behind every device, so it has to take the work as well; where devices only may take part, it is
// enough.
void SpectrumPlanner::check(const Settings& settings, const gpufft::SpectrumRequest& request) {
  gpufft::processor_backend().check_spectrum(request);
  if (settings.backend != kAuto) named(settings).backend->check_spectrum(request);
}

void SpectrumPlanner::forget() {
  const std::scoped_lock lock(mutex_);
  tried_.reset();
}

// Measured once per workload: settings are checked before they are applied, and most changes leave the workload as it
// is. A plan whose trial was late is finished for the first caller that asks.
std::vector<Trial> SpectrumPlanner::trials(const Settings& settings, const gpufft::SpectrumRequest& request,
                                           std::size_t frames) {
  if (settings.backend != kAuto) return {{.candidate = candidates(settings).front()}};
  if (!tried_ || !same_work(tried_->request, request))
    tried_ = {request, gpufft::try_candidates(request, candidates(settings), {.frames = frames})};
  auto given = tried_->trials;
  for (Trial& trial : tried_->trials) trial.plan.reset();
  return given;
}

BackendChoice::Entry SpectrumPlanner::entry(const Settings& settings, Trial trial, std::optional<Trial::Time> to_beat) {
  BackendChoice::Entry made{.trial = std::move(trial), .device = {}, .health = nullptr, .at_work = nullptr};
  made.device = device_of(settings, made.trial.candidate);
  if (made.device.empty()) return made;
  auto& health = health_[made.trial.candidate.name];
  if (!health) health = std::make_shared<DeviceHealth>();
  made.health = health;
  if (made.trial.late && to_beat) made.at_work = std::make_shared<TrialAtWork>(*to_beat);
  return made;
}

SpectrumPlanner::Planned SpectrumPlanner::plan(const Settings& settings, const gpufft::SpectrumRequest& request,
                                               std::size_t frames) {
  const std::scoped_lock lock(mutex_);
  auto timed = request;
  timed.deadline = std::chrono::milliseconds(settings.qpu.deadline_ms);
  std::vector<BackendChoice::Entry> entries;
  const auto tried = trials(settings, timed, frames);
  for (const Trial& trial : tried) entries.push_back(entry(settings, trial, tried.front().frame));
  auto spectrum = make(settings, timed, entries);
  return {std::move(spectrum), std::make_shared<const BackendChoice>(std::move(entries), settings.backend != kAuto)};
}

// Devices up to the first processor: those after it are slower. Late ones come first, because they are kept only if
// they win.
std::unique_ptr<gpufft::Spectrum> SpectrumPlanner::make(const Settings& settings,
                                                        const gpufft::SpectrumRequest& request,
                                                        std::span<BackendChoice::Entry> entries) {
  const auto processor =
      std::ranges::find_if(entries, [](const auto& entry) { return is_processor(entry.trial.candidate); });
  std::vector<SteadySpectrum::Device> late, devices;
  for (auto entry = entries.begin(); entry != entries.end(); ++entry) {
    if (entry->device.empty() || (entry > processor && !entry->at_work)) continue;
    (entry->at_work ? late : devices)
        .push_back(
            {.plan = [backend = entry->trial.candidate.backend, request] { return backend->plan_spectrum(request); },
             .health = entry->health,
             .report = [this, name = std::string(entry->trial.candidate.backend->name())](
                           const std::string& text) { events_.add("backend", fmt::format("{}: {}", name, text)); },
             .trial = entry->at_work,
             .planned = std::exchange(entry->trial.plan, nullptr)});
  }
  late.insert(late.end(), devices.begin(), devices.end());
  const gpufft::Backend& behind =
      processor == entries.end() ? gpufft::processor_backend() : *processor->trial.candidate.backend;
  auto on_processor = behind.plan_spectrum(request);
  if (late.empty()) return on_processor;
  return std::make_unique<SteadySpectrum>(
      SteadySpectrum::Parts{.devices = std::move(late),
                            .on_processor = std::move(on_processor),
                            .retry_after = std::chrono::seconds(settings.qpu.retry_s)});
}

}  // namespace spectrumd
