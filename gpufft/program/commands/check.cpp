// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
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

struct Options {
  std::optional<std::string> backend;
  bool as_json = false;
};

}  // namespace

void add_check_command(CLI::App& app) {
  const auto options = std::make_shared<Options>();
  auto* const command =
      app.add_subcommand("check", "Errors against transforms in double; ends with 1 if one is over its bound");
  command->add_option("--backend", options->backend,
                      "One only, \"qpu:emulated\" for instance; by default all that auto may take");
  command->add_flag("--json", options->as_json, "One JSON object per line");
  command->callback([options] {
    if (!show_checks(options->backend, options->as_json)) throw CLI::RuntimeError(1);
  });
}

}  // namespace gpufft::program
