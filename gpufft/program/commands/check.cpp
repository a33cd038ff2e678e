// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <CLI/Validators.hpp>
#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "gpufft/program/check/check.h"
#include "gpufft/program/commands/commands.h"
#include "gpufft/program/commands/show.h"
#ifdef GPUFFT_PEER_CUFFT
#include "gpufft/program/check/cufft_backend.h"
#endif

namespace gpufft::program {
namespace {

using nlohmann::json;

void show_check(const CheckResult& result, bool as_json) {
  if (as_json) {
    show(json{{"backend", result.backend},
              {"target", result.target},
              {"kind", result.kind},
              {"class", result.class_of_length},
              {"n", result.n},
              {"error", result.error},
              {"bound", result.bound},
              {"passed", result.passed()}}
             .dump());
  } else {
    show(fmt::format("{:<6} {:<6} {:<13} {:<14} {:>7}  {:.2e}  {:.2f} of the bound{}", result.backend, result.target,
                     result.kind, result.class_of_length, result.n, result.error, result.error / result.bound,
                     result.passed() ? "" : "  FAILED"));
  }
}

bool show_checks(const std::optional<std::string>& backend, bool as_json) {
  bool passed = true;
  run_checks(backend, [&](const CheckResult& result) {
    passed = passed && result.passed();
    show_check(result, as_json);
  });
#ifdef GPUFFT_PEER_CUFFT  // for comparison: its errors are not ours
  if (const CufftBackend cufft; backend == "cuda" && !cufft.why_unavailable())
    run_checks(cufft, [as_json](const CheckResult& result) { show_check(result, as_json); });
#endif
  return passed;
}

bool show_random_checks(const std::optional<std::string>& backend, const RandomChecks& checks, bool as_json) {
  std::size_t done = 0, passed = 0;
  double worst = 0;
  run_random_checks(backend, checks, [&](const CheckResult& result) {
    ++done;
    if (result.passed()) ++passed;
    worst = std::max(worst, result.error / result.bound);
    if (as_json || !result.passed()) show_check(result, as_json);
  });
  if (!as_json)
    show(fmt::format("{} of {} random spectra passed, {} were refused; the worst has {:.2f} of its bound", passed, done,
                     checks.count - std::min(done, checks.count), worst));
  return passed == done;
}

struct Options {
  std::optional<std::string> backend;
  RandomChecks random;
  bool as_json = false;
};

}  // namespace

void add_check_command(CLI::App& app) {
  const auto options = std::make_shared<Options>();
  auto* const command =
      app.add_subcommand("check", "Errors against transforms in double; ends with 1 if one is over its bound");
  command->add_option("--backend", options->backend,
                      "One only, \"qpu:emulated\" for instance; by default all that auto may take");
  command->add_option("--random", options->random.count,
                      "Instead: so many spectra of random length, hop, format and numbers of frames");
  command->add_option("--seed", options->random.seed, "Of the random spectra: 1 by default");
  command->add_option("--points", options->random.points, "Of a call of a random spectrum, about: 4194304 by default")
      ->check(CLI::Range(std::size_t{16}, std::size_t{1} << 30));
  command->add_flag("--json", options->as_json, "One JSON object per line");
  command->callback([options] {
    const bool passed = options->random.count > 0
                            ? show_random_checks(options->backend, options->random, options->as_json)
                            : show_checks(options->backend, options->as_json);
    if (!passed) throw CLI::RuntimeError(1);
  });
}

}  // namespace gpufft::program
