// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string>

#include "gpufft/program/check/check.h"
#include "gpufft/program/commands/commands.h"
#include "gpufft/program/record.h"
#ifdef GPUFFT_PEER_CUFFT
#include "gpufft/program/check/cufft_backend.h"
#endif

namespace gpufft::program {
namespace {

void show_check(const CheckResult& result, bool as_json) {
  show({{"backend", result.backend},
        {"target", result.target},
        {"kind", result.kind},
        {"class", result.class_of_length},
        {"n", result.n},
        {"error", result.error},
        {"bound", result.bound},
        {"passed", result.passed()},
        {"share", result.error / result.bound, true},
        {"verdict", result.passed() ? "" : "  FAILED", true}},
       "{backend:<6} {target:<6} {kind:<13} {class:<14} {n:>7}  {error:.2e}  {share:.2f} of the bound{verdict}",
       as_json);
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

struct Tally {
  std::size_t done = 0, passed = 0;
  double worst = 0;
};

bool show_random_checks(const std::optional<std::string>& backend, const RandomChecks& checks, bool as_json) {
  std::map<std::string, Tally> tallies{{kRandomSpectrum, {}}, {kRandomTransform, {}}};
  run_random_checks(backend, checks, [&](const CheckResult& result) {
    Tally& tally = tallies.at(result.kind);
    ++tally.done;
    if (result.passed()) ++tally.passed;
    tally.worst = std::max(tally.worst, result.error / result.bound);
    if (as_json || !result.passed()) show_check(result, as_json);
  });
  bool all_passed = true;
  for (const auto& [kind, tally] : tallies) {
    all_passed = all_passed && tally.passed == tally.done;
    if (!as_json)
      show(fmt::format("{} of {} random requests of kind {} passed, {} were refused; the worst has {:.2f} of its bound",
                       tally.passed, tally.done, kind, checks.count - std::min(tally.done, checks.count), tally.worst));
  }
  return all_passed;
}

}  // namespace

int run_check(command_line::Arguments& arguments) {
  using command_line::into, command_line::positive, command_line::within;
  std::optional<std::string> backend;
  RandomChecks random;
  bool as_json = false;
  arguments.add(
      {{"--backend NAME", "Check this backend only, \"qpu:emulated\" for instance; by default all that auto may use",
        into(backend)},
       {"--random COUNT",
        "Check COUNT spectra of random length, hop, format and numbers of frames instead, and COUNT transforms of "
        "random kind, length, batch and layout",
        into(random.count)},
       {"--seed N", "For the random requests; 1 by default", into(random.seed)},
       {"--points N", "Approximate number of points per call of a random request; 4194304 by default",
        within(16, 1 << 30, into(random.points))},
       {"--n N,...", "Lengths that random requests have; any by default", positive(into(random.lengths))},
       {"--json", "One JSON object per line", into(as_json)}});
  if (!arguments.parse()) return 0;
  const bool passed = random.count > 0 ? show_random_checks(backend, random, as_json) : show_checks(backend, as_json);
  return passed ? 0 : command_line::kExitFailure;
}

}  // namespace gpufft::program
