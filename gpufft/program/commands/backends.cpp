// SPDX-License-Identifier: MIT
#include "gpufft/program/commands/commands.h"

#include <fmt/format.h>

#include "gpufft/planning/trials.h"
#include "gpufft/program/record.h"

namespace gpufft::program {
namespace {

std::vector<Record> trials_of(const Backend& backend, std::span<const Trial> trials) {
  std::vector<Record> list;
  for (const Trial& trial : trials) {
    if (trial.candidate.backend->name() != backend.name()) continue;
    list.push_back({{"name", trial.candidate.name},
                    {"frame_us", trial.frame ? std::optional(trial.frame->count() * 1e6) : std::nullopt},
                    {"outcome", outcome(trial)},
                    {"chosen", &trial == trials.data()}});
  }
  return list;
}

void show_json(std::span<const Trial> trials) {
  for (const Backend* const backend : backends()) {
    const auto reason = backend->why_unavailable();
    Record line{{"name", backend->name()},
                {"description", backend->description()},
                {"available", !reason},
                {"devices", backend->devices()},
                {"trials", trials_of(*backend, trials)}};
    if (reason) line.push_back({"why_unavailable", *reason});
    show(to_json(line));
  }
}

void show_text(std::span<const Trial> trials, std::size_t bins) {
  for (const Backend* const backend : backends()) {
    const auto reason = backend->why_unavailable();
    fmt::print("{}: {}{}\n", backend->name(), backend->description(), reason ? "; not available: " + *reason : "");
    for (const auto& device : backend->devices()) fmt::print("  {}\n", device);
  }
  fmt::print("auto chooses {} for spectra of {} bins:\n", trials.front().candidate.name, bins);
  for (const Trial& trial : trials) fmt::print("  {:<12} {}\n", trial.candidate.name, outcome(trial));
}

}  // namespace

int run_backends(command_line::Arguments& arguments) {
  using command_line::into, command_line::positive;
  constexpr std::chrono::seconds kPatience{10};  // for drivers that compile
  std::size_t bins = 4096;                       // the daemon's default
  bool as_json = false;
  arguments.add({{"--n BINS", "Length of the spectra to plan with auto; 4096 by default", positive(into(bins))},
                 {"--json", "One JSON object per line", into(as_json)}});
  if (!arguments.parse()) return 0;
  const auto trials = try_candidates({.bins = bins, .hop = bins}, auto_candidates(), {.patience = kPatience});
  as_json ? show_json(trials) : show_text(trials, bins);
  return 0;
}

}  // namespace gpufft::program
