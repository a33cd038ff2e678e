// SPDX-License-Identifier: MIT
#include "daemon/server/endpoints/status.h"

#include <nlohmann/json.hpp>

#include "daemon/config/key_values.h"
#include "daemon/config/version.h"
#include "daemon/server/context.h"
#include "daemon/server/endpoints/dial.h"
#include "daemon/server/endpoints/endpoints.h"
#include "daemon/server/endpoints/events.h"
#include "daemon/server/endpoints/tuning.h"
#include "daemon/server/rows/resolution.h"
#include "daemon/server/rows/row_json.h"
#include "daemon/sources/conversion.h"
#include "daemon/watch/watch.h"

namespace spectrumd {

namespace {

std::string_view name_of(gpufft::SampleFormat format) {
  switch (format) {
    case gpufft::SampleFormat::Cu8:
      return "cu8";
    case gpufft::SampleFormat::Cs8:
      return "cs8";
    case gpufft::SampleFormat::Cs16:
      return "cs16";
    case gpufft::SampleFormat::Cf32:
      break;
  }
  return "cf32";
}

Json retry_seconds(const SourceReport& report) {
  if (!report.retry_at) return nullptr;
  const std::chrono::duration<double> left = *report.retry_at - std::chrono::steady_clock::now();
  return std::max(0.0, left.count());
}

Json gains_json(const std::vector<Decibels>& steps) {
  Json gains = Json::array();
  for (const Decibels step : steps) gains.push_back(number_json(step.value));
  return gains;
}

Json source_json(const ReceiverStatus& now) {
  return {{"kind", now.source.kind},
          {"description", now.source.description},
          {"state", to_string(now.report.state)},
          {"cause", to_string(now.report.cause)},
          {"reason", now.report.reason},
          {"retry_seconds", retry_seconds(now.report)},
          {"times_lost", now.report.times_lost},
          {"center_hz", number_json(now.tuned.center.value)},
          {"radio_center_hz", number_json(at_device(now.tuned.center, now.tuned.conversion).value)},
          {"rate_hz", number_json(now.tuned.rate.value)},
          {"measured_rate_hz", now.measured_rate_hz},
          {"gain_db", now.tuned.gain ? number_json(now.tuned.gain->value) : Json()},
          {"gains_db", gains_json(now.report.gain_steps)},
          {"locked", now.tuned.locked ? Json(*now.tuned.locked) : Json()},
          {"ppm", number_json(now.tuned.ppm)},
          {"estimated_ppm", now.report.estimated_ppm ? Json(*now.report.estimated_ppm) : Json()},
          {"format", name_of(now.source.format)},
          {"live", now.source.live},
          {"tunable", now.source.tunable},
          {"demo", now.source.demo},
          {"generation", now.tuned.generation}};
}

Json samples_json(const SampleCounts& samples, std::uint64_t lost_by_device) {
  return {{"received", samples.received},  {"processed", samples.processed}, {"dropped", samples.dropped},
          {"dropped_usb", lost_by_device}, {"discarded", samples.discarded}, {"buffered", samples.buffered},
          {"clipped", samples.clipped}};
}

// The time from one row to the next at one frequency is that of the sweep.
Json sweep_json(const ReceiverStatus& now, const RowPtr& latest) {
  if (!now.sweep) return nullptr;
  const bool swept = latest && (latest->flags & kRowSwept) && latest->generation == now.sweep->generation;
  return {{"from_hz", number_json(now.sweep->from.value)},
          {"to_hz", number_json(now.sweep->from.value + now.sweep->span().value)},
          {"hops", now.sweep->hops},
          {"hop", now.hop ? Json(*now.hop + 1) : Json()},
          {"revisit_seconds", swept ? Json(std::chrono::duration<double>(latest->duration).count()) : Json()}};
}

Hertz bin_width(const ReceiverStatus& now) { return {now.tuned.rate.value / static_cast<double>(now.analysis.fft)}; }

Json backend_json(const ReceiverStatus& now) {
  Json device;
  if (!now.backend.device.empty())
    device = {{"name", now.backend.device},
              {"trouble", now.backend.trouble},
              {"load", now.device_load.ratio},
              {"batch_seconds", now.device_load.batch_seconds}};
  return {{"name", now.backend.name},    {"reason", now.backend.reason}, {"load", now.dsp_load},
          {"device", std::move(device)}, {"planning", now.planning},     {"candidates", candidates_json(now.backend)}};
}

Json rows_json(const ReceiverStatus& now) {
  return {{"sequence", now.row_sequence},
          {"per_second", now.rows_per_second},
          {"bins", now.sweep ? now.sweep->bins : now.analysis.fft},
          {"bin_hz", number_json(bin_width(now).value)}};
}

Json clock_json(const ClockStatus& clock) {
  return {{"synchronized", clock.synchronized ? Json(*clock.synchronized) : Json()},
          {"epoch", clock.epoch},
          {"last_step_seconds", std::chrono::duration<double>(clock.stepped_by).count()},
          {"last_step", clock.stepped_at ? Json(format_time(*clock.stepped_at)) : Json()}};
}

Json oldest_json(const std::optional<Time>& oldest) { return oldest ? Json(format_time(*oldest)) : Json(); }

Json disk_json(const StoreFacts& facts) {
  Json levels = Json::array();
  for (const StoreFacts::OfLevel& level : facts.levels)
    levels.push_back({{"name", level.name},
                      {"seconds", level.step.count()},
                      {"bytes", level.bytes},
                      {"limit_bytes", level.limit_bytes},
                      {"files", level.files},
                      {"rows", level.rows},
                      {"oldest", oldest_json(level.oldest)}});
  return {{"folder", facts.folder.string()},  {"state", to_string(facts.state)},
          {"reason", facts.reason},           {"bytes", facts.bytes},
          {"limit_bytes", facts.limit_bytes}, {"oldest", oldest_json(facts.oldest)},
          {"lost_rows", facts.lost_rows},     {"set_aside", facts.set_aside},
          {"levels", std::move(levels)}};
}

Json history_json(const History& history, const Store* store) {
  Json tiers = Json::array();
  for (const History::TierFacts& tier : history.tiers())
    tiers.push_back({{"seconds", tier.step.count()},
                     {"rows", tier.rows},
                     {"bytes", tier.bytes},
                     {"oldest", tier.rows == 0 ? Json() : Json(format_time(tier.oldest))}});
  return {{"bytes", history.bytes()},
          {"limit_bytes", history.memory_limit()},
          {"tiers", std::move(tiers)},
          {"disk", store ? disk_json(store->facts()) : Json()}};
}

Json watch_json(Watch* watch, const Settings& settings) {
  if (!watch) return nullptr;
  const WatchStatus status = watch->status();
  return {{"folder", status.folder.empty() ? Json() : Json(status.folder.string())},
          {"state", to_string(status.state)},
          {"reason", status.reason},
          {"rules", status.rules},
          {"open_alarms", status.open_alarms},
          {"missed_rows", status.missed_rows},
          {"evidence_bytes", status.evidence_bytes},
          {"evidence_limit_bytes", settings.watch.evidence_mib << 20}};
}

// A board may be known by its serial number: those who read without a token do not get it.
Json identity_json(const ServerContext& context, Access access) {
  const auto [history, board] = context.reported_as.get();
  if (history.empty()) return nullptr;
  return {{"history", history},
          {"board", access >= Access::Know ? Json(board) : Json()},
          {"journal", context.watch ? std::to_string(context.watch->status().journal) : ""}};
}

Json rig_json(const std::optional<FollowedDial::Rig>& rig) {
  if (!rig) return nullptr;
  return {{"at_if", rig->on_if}, {"may_tune", rig->may_tune}, {"connected", rig->connected}};
}

Json tuned_by_json(const std::optional<TunedBy>& tuned, Access access) {
  if (!tuned || tuned->by.via.empty()) return nullptr;
  Json json = requester_json(tuned->by, access);
  json["time"] = format_time(tuned->time);
  return json;
}

Answer answer_status(ServerContext& context, const Request& request) {
  return json_answer(status_json(context, request.sender.access()));
}

}  // namespace

Json candidates_json(const BackendStatus& backend) {
  Json candidates = Json::array();
  for (const BackendStatus::Candidate& candidate : backend.candidates)
    candidates.push_back({{"name", candidate.name},
                          {"frame_us", candidate.frame_seconds ? Json(*candidate.frame_seconds * 1e6) : Json()},
                          {"outcome", candidate.outcome},
                          {"chosen", candidate.chosen}});
  return candidates;
}

// The rest of them is in `feeds`.
Json feed_states_json(const FeedList& list) {
  Json feeds = Json::array();
  for (const FeedStatus& feed : list.all())
    feeds.push_back({{"name", feed.name}, {"state", feed.state}, {"cause", feed.cause}});
  return feeds;
}

Json status_json(const ServerContext& context, Access access) {
  const ReceiverStatus now = context.receiver.status();
  const Settings& settings = *now.settings;
  const auto uptime = std::chrono::steady_clock::now() - context.started;
  return {{"version", version()},
          {"time", format_time(std::chrono::system_clock::now())},
          {"uptime_seconds", std::chrono::duration<double>(uptime).count()},
          {"clock", clock_json(now.clock)},
          {"source", source_json(now)},
          {"samples", samples_json(now.samples, now.report.lost_samples)},
          {"rows", rows_json(now)},
          {"sweep", sweep_json(now, context.history.latest())},
          {"tuning", tuning_keys_json(settings)},
          {"tuned_by", tuned_by_json(now.tuned_by, access)},
          {"dial", dial_json(context.accounts, access)},
          {"rig", rig_json(context.dial.rig())},
          {"feeds", feed_states_json(context.feeds)},
          {"unit", unit_of(settings)},
          {"rbw_hz", number_json(resolution_bandwidth(bin_width(now), now.analysis.window, now.analysis.fft).value)},
          {"backend", backend_json(now)},
          {"clients", {{"websocket", context.websocket_clients.load()}, {"events", context.event_clients.load()}}},
          {"history", history_json(context.history, context.store)},
          {"watch", watch_json(context.watch, settings)},
          {"identity", identity_json(context, access)}};
}

Routes status_routes() {
  return {{.method = "GET",
           .path = "/api/v1/status",
           .summary = "Status of reception, counters and computation",
           .answer_schema = "Status",
           .answer = answer_status}};
}

}  // namespace spectrumd
