// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "daemon/config/settings.h"
#include "daemon/pipeline/event_log.h"
#include "daemon/pipeline/steady_spectrum.h"
#include "gpufft/planning/trials.h"

namespace spectrumd {

// Who makes the spectra, for status pages.
struct BackendStatus {
  struct Candidate {
    std::string name;
    std::optional<double> frame_seconds;  // what a frame takes; absent: not measured
    std::string outcome;                  // the same for people, or why not
    bool chosen = false;
  };
  std::string name;
  std::string reason;
  std::string device;                 // that it works on, where that is not the processor
  std::string trouble;                // why another one stands in for that device, if one does
  std::vector<Candidate> candidates;  // the cheapest first; none where the backend was asked for by name
};

// What a plan was made for: the one asked for by name, or the cheapest of those that were tried.
class BackendChoice {
 public:
  struct Entry {
    gpufft::Trial trial;
    std::string device;                    // for people; empty: the processor
    std::shared_ptr<DeviceHealth> health;  // of the device
    std::shared_ptr<TrialAtWork> at_work;  // of a device that got ready too late
  };
  BackendChoice(std::vector<Entry> entries, bool by_name) : entries_(std::move(entries)), by_name_(by_name) {}

  BackendStatus status() const;  // any thread

 private:
  const Entry& chosen() const;

  const std::vector<Entry> entries_;
  const bool by_name_;
};

// Makes spectra as the settings ask for, on devices with the processor behind them. Any thread; one plan at a time.
class SpectrumPlanner {
 public:
  explicit SpectrumPlanner(EventLog& events) : events_(events) {}  // must outlive this and what it plans

  // Throws gpufft::PlanError for a backend that is not in this build, or not there.
  static std::vector<gpufft::Candidate> candidates(const Settings& settings);

  // Throws gpufft::PlanError for what plan() would refuse; plans nothing, opens nothing, waits for nothing.
  static void check(const Settings& settings, const gpufft::SpectrumRequest& request);

  struct Planned {
    std::unique_ptr<gpufft::Spectrum> spectrum;
    std::shared_ptr<const BackendChoice> choice;
  };
  // `frames` are those of a row. Throws gpufft::PlanError.
  Planned plan(const Settings& settings, const gpufft::SpectrumRequest& request, std::size_t frames);

  void forget();  // what was measured: things may have changed

 private:
  struct Tried {
    gpufft::SpectrumRequest request;
    std::vector<gpufft::Trial> trials;
  };

  std::vector<gpufft::Trial> trials(const Settings& settings, const gpufft::SpectrumRequest& request,
                                    std::size_t frames);
  BackendChoice::Entry entry(const Settings& settings, gpufft::Trial trial, std::optional<gpufft::Trial::Time> to_beat);
  std::unique_ptr<gpufft::Spectrum> make(const Settings& settings, const gpufft::SpectrumRequest& request,
                                         std::span<BackendChoice::Entry> entries);

  EventLog& events_;
  std::mutex mutex_;                                             // guards what follows, and is held while planning
  std::map<std::string, std::shared_ptr<DeviceHealth>> health_;  // by the candidate's name
  std::optional<Tried> tried_;                                   // of the last plan: most are made for the same work
};

}  // namespace spectrumd
