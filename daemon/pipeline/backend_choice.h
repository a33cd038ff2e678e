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

// The backend in use and its alternatives, for status pages.
struct BackendStatus {
  struct Candidate {
    std::string name;
    std::optional<double> frame_seconds;  // per frame; absent: not measured
    std::string outcome;                  // frame time as text, or why it was not chosen
    bool chosen = false;
  };
  std::string name;
  std::string reason;
  std::string device;                 // in use; empty: the processor
  std::string trouble;                // why a fallback is in use, if one is
  std::vector<Candidate> candidates;  // fastest first; empty if the backend was requested by name
};

// The backend that a plan uses: the one requested by name, or the fastest of those tried. Immutable; any thread.
class BackendChoice {
 public:
  struct Entry {
    gpufft::Trial trial;
    std::string device;                    // display name; empty: the processor
    std::shared_ptr<DeviceHealth> health;  // of the device
    std::shared_ptr<TrialAtWork> at_work;  // for a device that was not ready when others were measured
  };
  BackendChoice(std::vector<Entry> entries, bool by_name) : entries_(std::move(entries)), by_name_(by_name) {}

  BackendStatus status() const;

 private:
  const Entry& chosen() const;

  const std::vector<Entry> entries_;
  const bool by_name_;
};

// Plans spectra according to the settings, on devices with the processor as fallback. Any thread; one plan at a time,
// so plan() and forget() block while another thread plans.
class SpectrumPlanner {
 public:
  explicit SpectrumPlanner(EventLog& events) : events_(events) {}  // must outlive this and what it plans

  // Throws gpufft::PlanError if the backend is not in this build or not available.
  static std::vector<gpufft::Candidate> candidates(const Settings& settings);

  // Throws gpufft::PlanError if plan() would. Plans nothing, opens nothing, does not block.
  static void check(const Settings& settings, const gpufft::SpectrumRequest& request);

  struct Planned {
    std::unique_ptr<gpufft::Spectrum> spectrum;
    std::shared_ptr<const BackendChoice> choice;
  };
  // `frames`: frames per row. Blocks for as long as planning takes. Throws gpufft::PlanError.
  Planned plan(const Settings& settings, const gpufft::SpectrumRequest& request, std::size_t frames);

  void forget();  // discards measurements, which may be out of date

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
  std::optional<Tried> tried_;  // for the last plan; the next one is usually for the same workload
};

}  // namespace spectrumd
