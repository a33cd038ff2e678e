// SPDX-License-Identifier: MIT
#include "daemon/doctor/doctor.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <ostream>
#include <vector>

#include "daemon/config/keys.h"
#include "daemon/doctor/child.h"
#include "daemon/pipeline/backend_choice.h"
#include "gpufft/planning/trials.h"

namespace spectrumd {
namespace {

constexpr auto kChoiceLimit = std::chrono::seconds(20);    // drivers may have to be loaded
constexpr auto kDevicePatience = std::chrono::seconds(5);  // and compile

std::string_view to_string(Finding::State state) {
  switch (state) {
    case Finding::State::Warn:
      return "WARN";
    case Finding::State::Fail:
      return "FAIL";
    case Finding::State::Skip:
      return "SKIP";
    case Finding::State::Ok:
      break;
  }
  return "OK";
}

int exit_status(const std::vector<Finding>& findings) {
  const auto any = [&](Finding::State state) { return std::ranges::count(findings, state, &Finding::state) > 0; };
  if (any(Finding::State::Fail)) return 2;
  return any(Finding::State::Warn) ? 1 : 0;
}

// Chooses as the daemon does: the first is used, the others say why not. A line for each.
std::string choice(const Settings& settings) {
  const Analysis& analysis = settings.analysis;
  const gpufft::SpectrumRequest request{
      .bins = analysis.fft,
      .hop = std::max<std::size_t>(1, static_cast<std::size_t>(static_cast<double>(analysis.fft) * analysis.hop)),
      .window = analysis.window,
      .remove_dc = analysis.remove_dc};
  std::vector<std::string> lines;
  for (const gpufft::Trial& trial :
       gpufft::try_candidates(request, SpectrumPlanner::candidates(settings), {.patience = kDevicePatience}))
    lines.push_back(fmt::format("{}: {}", trial.candidate.name, gpufft::outcome(trial)));
  return fmt::format("{}", fmt::join(lines, "\n  not    "));
}

// For this machine only: what another would choose can only be found out there.
std::optional<std::string> verdict(const Examination& examination) {
  if (!examination.root.is_this_machine()) return std::nullopt;
  if (examination.settings.backend == "qpu")
    return "Will use: the QPUs if they work (PI-07, PI-09), otherwise the CPU.";
  const auto choose = [&]() -> Json { return choice(examination.settings); };
  try {
    return "Will use: " + in_child(choose, kChoiceLimit).get<std::string>();
  } catch (const ChildFailed& error) {
    return fmt::format("Will not start with --backend {}: {}.", examination.settings.backend, error.what());
  }
}

Json to_json(const Finding& finding) {
  return {{"id", finding.id}, {"state", to_string(finding.state)}, {"finding", finding.text}, {"cure", finding.cure}};
}

}  // namespace

std::vector<Finding> check_settings(const Examination& examination) {
  if (examination.config_problems.empty()) return {{"CFG-01", Finding::State::Ok, "the configuration is fine", ""}};
  std::vector<Finding> findings;
  for (const std::string& problem : examination.config_problems)
    findings.push_back({"CFG-01", Finding::State::Fail, problem, "correct it; the other checks used the defaults"});
  return findings;
}

std::vector<Finding> check_all(const Examination& examination) {
  std::vector<Finding> findings;
  for (const auto& check : {check_settings, check_system, check_storage, check_history, check_port, check_feeds,
                            check_fleet, check_users, check_usb, check_pi, check_backends})
    std::ranges::move(check(examination), std::back_inserter(findings));
  return findings;
}

int doctor(const Examination& examination, bool json, std::ostream& out) {
  const auto findings = check_all(examination);
  const auto choice = verdict(examination);
  const int status = exit_status(findings);
  if (json) {
    Json list = Json::array();
    for (const Finding& finding : findings) list.push_back(to_json(finding));
    const Json report{{"status", status}, {"findings", list}, {"verdict", choice ? Json(*choice) : Json()}};
    out << report.dump(2, ' ', false, Json::error_handler_t::replace) << '\n';
    return status;
  }
  for (const Finding& finding : findings)
    out << fmt::format("{:<8}{:<5} {}{}{}\n", finding.id, to_string(finding.state), finding.text,
                       finding.cure.empty() ? "" : " - ", finding.cure);
  if (choice) out << *choice << '\n';
  return status;
}

}  // namespace spectrumd
