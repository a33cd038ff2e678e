// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "gpufft/backend.h"

namespace gpufft {

// A backend, or one of its devices, that "auto" measures.
struct Candidate {
  std::string name;  // as backend_named() takes it: "cpu:avx2"
  const Backend* backend;
};

// Each backend on each of its auto_devices(). The processor's best vector unit comes first, as the one that the others
// have to beat; then the others in the order of backends(); then the rest of the processor's.
std::vector<Candidate> auto_candidates(std::span<const Backend* const> among = backends());

// The result of trying a candidate.
struct Trial {
  using Time = std::chrono::duration<double>;

  Candidate candidate;
  std::optional<Time> frame;       // from samples to powers, wall clock; absent: not measured
  std::string trouble;             // why there is no figure
  bool late = false;               // its device is still getting ready, it may work later
  std::shared_ptr<Spectrum> plan;  // of a late candidate, for the caller to keep using: destroying it may block
};

struct TrialOptions {
  std::size_t frames = 8;                 // of a row
  std::chrono::milliseconds budget{40};   // for all together; no trial starts after it, and none is interrupted
  std::chrono::milliseconds patience{0};  // extra time to wait for each device that is still getting ready
};

// Lets each candidate compute rows of random samples on the calling thread, which blocks for about the budget. Returns
// the cheapest first, then those without a figure. Nothing is cached: what fails now is tried again in the next call.
// Throws PlanError, with the reasons, if no candidate has a figure.
std::vector<Trial> try_candidates(const SpectrumRequest& request, std::span<const Candidate> candidates,
                                  const TrialOptions& options = {});

// The result in a few words: "3.14 us a frame", or why there is no figure.
std::string outcome(const Trial& trial);

// All trials in one line: why the first was chosen, and why the others were not.
std::string account_of(std::span<const Trial> trials);

}  // namespace gpufft
