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

// A place where "auto" looks for the cheapest way.
struct Candidate {
  std::string name;  // as backend_named() takes it: "cpu:avx2"
  const Backend* backend;
};

// Each backend, on each of its devices that need not be asked for by name. The processor at its best comes first, for
// the others have to beat that; then they, best first by what one may expect; then what else the processor has.
std::vector<Candidate> auto_candidates(std::span<const Backend* const> among = backends());

// What came of trying a candidate.
struct Trial {
  using Time = std::chrono::duration<double>;

  Candidate candidate;
  std::optional<Time> frame;       // from samples to powers, by the clock on the wall; absent: not measured
  std::string trouble;             // why not
  bool late = false;               // it may still turn out: its device is getting ready
  std::shared_ptr<Spectrum> plan;  // of one that is late, for one who goes on with it: giving it up may mean to wait
};

struct TrialOptions {
  std::size_t frames = 8;                 // of a row
  std::chrono::milliseconds budget{40};   // for all; nobody starts after it, and nobody is stopped
  std::chrono::milliseconds patience{0};  // beyond that, with each device that gets ready
};

// Has each candidate make rows of random samples, and puts the cheapest first, then those without a figure. Nothing is
// remembered: what fails today is tried again tomorrow. Throws PlanError, with the reasons, if none has a figure.
std::vector<Trial> try_candidates(const SpectrumRequest& request, std::span<const Candidate> candidates,
                                  const TrialOptions& options = {});

// "3.14 us a frame", "not there".
std::string outcome(const Trial& trial);

// Of all trials in one line: why the first was taken, and why the others were not.
std::string account_of(std::span<const Trial> trials);

}  // namespace gpufft
