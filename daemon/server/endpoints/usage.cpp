// SPDX-License-Identifier: MIT
// What the band is used for: occupancy, noise floor, what is usual.
#include <cmath>
#include <nlohmann/json.hpp>

#include "daemon/config/key_values.h"
#include "daemon/server/endpoints/endpoints.h"
#include "daemon/server/endpoints/period.h"
#include "daemon/server/endpoints/watching.h"

namespace spectrumd {
namespace {

using namespace std::chrono_literals;

double rounded_db(double value) { return std::round(value * 100) / 100; }
Json share_json(double share) { return std::round(share * 1e6) / 1e6; }

Json channel_usage_json(const OccupancyPeriod::Channel& channel) {
  const UsedSamples::Interval interval = channel.used.confidence();
  return {{"name", channel.channel.name},
          {"from_hz", number_json(channel.channel.range.from.value)},
          {"to_hz", number_json(channel.channel.range.to.value)},
          {"samples", channel.used.samples},
          {"occupied", channel.used.used},
          {"fco", share_json(channel.used.share())},
          {"low", share_json(interval.low)},
          {"high", share_json(interval.high)},
          {"mean_db", channel.used.used > 0 ? Json(rounded_db(channel.mean)) : Json()},
          {"floor_db", rounded_db(channel.floor)}};
}

Json occupancy_json(const OccupancyPeriod& period, bool with_bins) {
  Json channels = Json::array(), bins = Json::array();
  for (const auto& channel : period.channels) channels.push_back(channel_usage_json(channel));
  if (with_bins)
    for (const std::uint32_t used : period.bins) bins.push_back(share_json(static_cast<double>(used) / period.rows));
  Json json{{"begin", format_time(period.begin)},
            {"seconds", rounded_db(period.seconds)},
            {"center_hz", number_json(period.center.value)},
            {"span_hz", number_json(period.span.value)},
            {"samples", period.rows},
            {"sample_seconds", period.sample_time},
            {"revisit_seconds", period.revisit_time},
            {"threshold_db", number_json(period.threshold)},
            {"fbo", share_json(period.band_share())},
            {"channels", std::move(channels)}};
  if (with_bins) json["bins"] = std::move(bins);
  return json;
}

Answer answer_occupancy(ServerContext& context, const Request& request) {
  return watching([&] {
    Watch& watch = watch_of(context);
    const Period asked = period_of(request.query, 24h);
    const bool with_bins = request.query.flag("bins");
    Json periods = Json::array();
    if (const auto now = watch.period(); now && now->begin < asked.until && !request.query.text("until"))
      periods.push_back(occupancy_json(*now, with_bins));
    for (const OccupancyPeriod& period :
         watch.book().occupancy(asked.since, asked.until, *request.query.count("limit")))
      periods.push_back(occupancy_json(period, with_bins));
    Json json = plan_json(watch.plan());
    json["period_seconds"] = OccupancyPeriod::kLength.count();
    json["periods"] = std::move(periods);
    return json_answer(json);
  });
}

Answer answer_plan(ServerContext& context, const Request& request) {
  return watching([&] {
    Watch& watch = watch_of(context);
    watch.save(changed_plan(watch.plan(), request.body));
    return json_answer(plan_json(watch.plan()));
  });
}

Json floor_json(const FloorFacts& facts) {
  return {{"time", format_time(facts.time)},
          {"seconds", facts.step.count()},
          {"center_hz", number_json(facts.center.value)},
          {"span_hz", number_json(facts.span.value)},
          {"floor_db", rounded_db(facts.floor)},
          {"lowest_db", rounded_db(facts.lowest)},
          {"highest_db", rounded_db(facts.highest)},
          {"clipped", facts.clipped},
          {"coverage", facts.coverage},
          {"gain_db", facts.gain ? number_json(*facts.gain) : Json()}};
}

Answer answer_floor(ServerContext& context, const Request& request) {
  return watching([&] {
    const Period asked = period_of(request.query, 24h);
    Json values = Json::array();
    for (const FloorFacts& facts :
         watch_of(context).book().floors(asked.since, asked.until, *request.query.count("limit")))
      values.push_back(floor_json(facts));
    return json_answer({{"method", "20 % of ITU-R SM.1753"}, {"values", std::move(values)}});
  });
}

Json usual_json(const std::vector<Centibel>& levels) {
  Json json = Json::array();
  for (const Centibel level : levels) json.push_back(level == kNoLevel ? Json() : Json(decibels(level)));
  return json;
}

Answer answer_baseline(ServerContext& context, const Request& request) {
  return watching([&] {
    const auto hour = request.query.count("hour");
    Band band;
    const UsualHour usual = watch_of(context).usual(hour, band);
    return json_answer({{"hour", hour ? *hour : hour_of_week(std::chrono::system_clock::now())},
                        {"center_hz", number_json(band.center.value)},
                        {"span_hz", number_json(band.span.value)},
                        {"gain_db", band.gain ? number_json(*band.gain) : Json()},
                        {"weeks", rounded_db(usual.weeks)},
                        {"p10", usual_json(usual.p10)},
                        {"median", usual_json(usual.median)},
                        {"p90", usual_json(usual.p90)}});
  });
}

std::vector<Parameter> with_limit(double most, double otherwise) {
  auto parameters = period_parameters();
  parameters.push_back({"limit", "maximum number, the newest", Parameter::Kind::Count, 1, most, otherwise});
  return parameters;
}

std::vector<Parameter> occupancy_parameters() {
  auto parameters = with_limit(3000, 96);
  parameters.push_back({"bins", "1: also of each bin", Parameter::Kind::Choice, {}, {}, {}, kYesOrNo});
  return parameters;
}

}  // namespace

Routes usage_routes() {
  return {
      {.method = "GET",
       .path = "/api/v1/occupancy",
       .summary = "How often channels and bins were used, after ITU-R SM.1880, newest period first",
       .cost = Cost::Blocking,
       .parameters = occupancy_parameters(),
       .answer_schema = "Occupancy",
       .answer = answer_occupancy},
      {.method = "PATCH",
       .path = "/api/v1/occupancy",
       .summary = "Changes the threshold and the channels of occupancies to come",
       .cost = Cost::Blocking,
       .request_schema = "OccupancyPlan",
       .answer_schema = "OccupancyPlan",
       .answer = answer_plan},
      {.method = "GET",
       .path = "/api/v1/floor",
       .summary = "The noise floor, overload and gain of each minute, after a month of each hour, newest first",
       .cost = Cost::Blocking,
       .parameters = with_limit(50000, 1440),
       .answer_schema = "Floor",
       .answer = answer_floor},
      {.method = "GET",
       .path = "/api/v1/baseline",
       .summary = "Levels that are usual under the present tuning at an hour of the week",
       .cost = Cost::Blocking,
       .parameters = {{"hour", "0: Monday from 00:00 UTC; without it the present one", Parameter::Kind::Count, 0, 167}},
       .answer_schema = "Baseline",
       .answer = answer_baseline}};
}

}  // namespace spectrumd
