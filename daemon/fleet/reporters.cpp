// SPDX-License-Identifier: MIT
#include "daemon/fleet/reporters.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <limits>

#include "daemon/config/host_name.h"
#include "daemon/config/listen_address.h"
#include "daemon/fleet/board_identity.h"
#include "daemon/server/context.h"
#include "daemon/store/level.h"
#include "daemon/watch/watch.h"

namespace spectrumd {
namespace {

Book* book_of(Watch* watch) try {
  return watch != nullptr ? &watch->book() : nullptr;
} catch (const WatchUnavailable&) {
  return nullptr;
}

ReportedHealth health_of(const ServerContext& context, const std::string& url) {
  const ReceiverStatus now = context.receiver.status();
  const Hertz span = now.sweep ? now.sweep->span() : now.tuned.rate;
  return {.state = std::string(to_string(now.report.state)),
          .reason = now.report.reason,
          .center_hz = now.tuned.center.value,
          .span_hz = span.value,
          .rows_per_second = now.rows_per_second,
          .load = now.dsp_load,
          .dropped_samples = static_cast<std::int64_t>(now.samples.dropped),
          .lost_rows = context.store != nullptr ? static_cast<std::int64_t>(context.store->facts().lost_rows) : 0,
          .open_alarms = context.watch != nullptr ? static_cast<std::int32_t>(context.watch->status().open_alarms) : 0,
          .synchronized = now.clock.synchronized,
          .url = url};
}

}  // namespace

std::vector<std::size_t> reported_levels(const std::vector<std::string>& names) {
  std::vector<std::size_t> levels;
  for (std::size_t level = kLevels; level-- > 0;)
    if (std::ranges::count(names, kLevelTable.at(level).name) > 0) levels.push_back(level);
  return levels;
}

Reporters::Reporters(const Settings& settings, std::uint16_t port, ServerContext& context) {
  const ReportSettings& report = settings.report;
  if (report.store.empty()) return;
  if (context.store == nullptr) {
    without_history_.emplace(context.feeds, [] {
      return FeedStatus{.name = "report",
                        .state = "waiting",
                        .cause = "only a history on disk is reported; history.folder says where it shall be"};
    });
    return;
  }
  for (const std::string& url : report.store)
    if (const auto store = parse_report_store(url))
      reporters_.emplace_back(
          ReportPlan{.store = *store,
                     .password = report.password,
                     .name = name_in_fleet(report),
                     .locator = report.locator,
                     .levels = reported_levels(report.levels),
                     .near_alarms = std::ranges::count(report.levels, "alarms") > 0,
                     .backlog_rate = static_cast<std::size_t>(
                         std::min(report.rate_kib << 10, std::uint64_t{std::numeric_limits<std::size_t>::max()}))},
          ReportSources{.reader = context.store->reader(),
                        .book = [&context] { return book_of(context.watch); },
                        .looks = [&context](Time since, Time until) { return context.looks.between(since, until); },
                        .health = [&context, url = page_for_others(served_at(
                                                 settings.server.listen, port))] { return health_of(context, url); },
                        .found =
                            [&context](const std::string& history, const std::string& board) {
                              context.reported_as.set({history, board});
                            },
                        .board = board_identity(),
                        .boot = boot_id()},
          context.feeds);
}

}  // namespace spectrumd
