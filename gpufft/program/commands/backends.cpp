// SPDX-License-Identifier: MIT
#include "gpufft/program/commands/commands.h"

#include <fmt/format.h>

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <memory>
#include <nlohmann/json.hpp>

#include "gpufft/planning/trials.h"

namespace gpufft::program {
namespace {

using nlohmann::json;

struct Options {
  std::size_t bins = 4096;  // as the daemon's
  bool as_json = false;
};

json trials_of(const Backend& backend, std::span<const Trial> trials) {
  json list = json::array();
  for (const Trial& trial : trials) {
    if (trial.candidate.backend->name() != backend.name()) continue;
    list.push_back({{"name", trial.candidate.name},
                    {"frame_us", trial.frame ? json(trial.frame->count() * 1e6) : json()},
                    {"outcome", outcome(trial)},
                    {"chosen", &trial == trials.data()}});
  }
  return list;
}

void show_json(std::span<const Trial> trials) {
  for (const Backend* const backend : backends()) {
    const auto reason = backend->why_unavailable();
    json line{{"name", backend->name()},
              {"description", backend->description()},
              {"available", !reason},
              {"devices", backend->devices()},
              {"trials", trials_of(*backend, trials)}};
    if (reason) line["why_unavailable"] = *reason;
    fmt::print("{}\n", line.dump());
  }
}

void show_text(std::span<const Trial> trials, std::size_t bins) {
  for (const Backend* const backend : backends()) {
    const auto reason = backend->why_unavailable();
    fmt::print("{}: {}{}\n", backend->name(), backend->description(), reason ? "; not available: " + *reason : "");
    for (const auto& device : backend->devices()) fmt::print("  {}\n", device);
  }
  fmt::print("auto takes {} for spectra of {} bins:\n", trials.front().candidate.name, bins);
  for (const Trial& trial : trials) fmt::print("  {:<12} {}\n", trial.candidate.name, outcome(trial));
}

void show(const Options& options) {
  constexpr std::chrono::seconds kPatience{10};  // with drivers that compile
  const auto trials =
      try_candidates({.bins = options.bins, .hop = options.bins}, auto_candidates(), {.patience = kPatience});
  options.as_json ? show_json(trials) : show_text(trials, options.bins);
}

}  // namespace

void add_backends_command(CLI::App& app) {
  const auto options = std::make_shared<Options>();
  auto* const command = app.add_subcommand("backends", "What transforms can run on, and why not; what auto takes");
  command->add_option("--n", options->bins, "Bins of the spectra that auto is asked for; 4096 by default")
      ->check(CLI::PositiveNumber);
  command->add_flag("--json", options->as_json, "One JSON object per line");
  command->callback([options] { show(*options); });
}

}  // namespace gpufft::program
