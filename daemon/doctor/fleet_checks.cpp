// SPDX-License-Identifier: MIT
// Databases that the history is reported to.
#include <fmt/format.h>

#include <chrono>
#include <nlohmann/json.hpp>

#include "daemon/doctor/child.h"
#include "daemon/doctor/doctor.h"
#include "daemon/fleet/fleet_schema.h"
#include "daemon/outputs/history_plan.h"

namespace spectrumd {
namespace {

using namespace std::chrono_literals;
using State = Finding::State;

constexpr auto kDatabaseLimit = 20s;  // names have to be looked up as well
constexpr const char* kDatabaseCure =
    "see \"A database\" in daemon/fleet/README.md; rows wait in the history until it works";

// What is wrong with a database, and whether it is reached through TLS.
Json tried(const ReportStore& store, const std::string& password) try {
  return in_child(
      [&] {
        try {
          PgConnection connection({.store = store, .password = password, .application = "spectrumd doctor"}, {});
          return Json{{"trouble", schema_trouble(schema_of(connection))}, {"encrypted", connection.encrypted()}};
        } catch (const PgError& error) {
          return Json{{"trouble", error.what()}, {"encrypted", false}};
        }
      },
      kDatabaseLimit);
} catch (const ChildFailed& failure) {
  return {{"trouble", failure.what()}, {"encrypted", false}};
}

Finding check(const Examination& examination, const ReportStore& store) {
  if (!examination.root.is_this_machine())
    return {"FLEET-01", State::Skip, store.shown + ": only the machine itself can connect to it", ""};
  const Json found = tried(store, examination.settings.report.password);
  const auto trouble = found.at("trouble").get<std::string>();
  if (!trouble.empty()) return {"FLEET-01", State::Warn, fmt::format("{}: {}", store.shown, trouble), kDatabaseCure};
  if (!store.is_local && !store.verifies())
    return {"FLEET-01", State::Warn, fmt::format("{}: anyone on the way could be that server", store.shown),
            "remove sslmode from report.store, or set it to verify-full"};
  return {"FLEET-01", State::Ok,
          fmt::format("{} takes reports{}", store.shown, found.at("encrypted").get<bool>() ? ", encrypted" : ""), ""};
}

}  // namespace

std::vector<Finding> check_fleet(const Examination& examination) {
  std::vector<Finding> findings;
  const Settings& settings = examination.settings;
  if (!settings.report.store.empty() && !history_folder(settings.history_disk) &&
      examination.root.user() != "spectrumd")
    findings.push_back(
        {"FLEET-02", State::Fail, "report.store: there is no history on disk to report", "set history.folder"});
  for (const std::string& url : settings.report.store)
    if (const auto store = parse_report_store(url)) findings.push_back(check(examination, *store));
  return findings;
}

}  // namespace spectrumd
