// SPDX-License-Identifier: MIT
#include "daemon/feeds/mqtt/look_request.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

#include "daemon/config/key_values.h"
#include "daemon/pipeline/view.h"
#include "daemon/server/http/request_error.h"

namespace spectrumd {
namespace {

constexpr std::size_t kLongestId = 64;
constexpr double kUsualSeconds = 10, kMostSeconds = 60;
constexpr std::array<std::string_view, 4> kKeysOfLook{"id", "from", "to", "seconds"};

double to_hundredths(double value) { return std::round(value * 100) / 100; }

const Json& value_of(const Json& request, const std::string& key) {
  const auto found = request.find(key);
  if (found == request.end()) throw RequestError(400, "missing", fmt::format("{}: is missing", key), key);
  return *found;
}

template <class Parse>
auto parsed(const Json& value, const std::string& key, Parse parse) {
  try {
    return parse(value);
  } catch (const KeyError& error) {
    throw RequestError(400, "bad_value", fmt::format("{}: {}", key, error.what()), key);
  }
}

}  // namespace

LookRequest parse_look(std::string_view text) {
  const Json json = parse_client_json(text);
  if (!json.is_object()) throw RequestError(400, "bad_value", "a request to look is an object with id, from and to");
  for (const auto& [key, value] : json.items())
    if (std::ranges::count(kKeysOfLook, key) == 0)
      throw RequestError(400, "unknown_key", fmt::format("{}: id, from, to and seconds are known", shown(key)),
                         shown(key));
  LookRequest request{.id = parsed(value_of(json, "id"), "id", text_of),
                      .from = parsed(value_of(json, "from"), "from", center_of),
                      .to = parsed(value_of(json, "to"), "to", center_of)};
  if (request.id.empty() || request.id.size() > kLongestId)
    throw RequestError(400, "bad_value", fmt::format("id: is 1 to {} bytes", kLongestId), "id");
  if (request.from.value >= request.to.value) throw RequestError(400, "bad_value", "to: is not above from", "to");
  const double seconds = json.contains("seconds") ? parsed(json["seconds"], "seconds",
                                                           [](const Json& value) {
                                                             return number_in(value, {0.1, kMostSeconds});
                                                           })
                                                  : kUsualSeconds;
  request.length = std::chrono::milliseconds(std::lround(seconds * 1000));
  return request;
}

bool has_range(const RowFacts& row, Hertz from, Hertz to) {
  return row.center.value - row.span.value / 2 <= from.value && to.value <= row.center.value + row.span.value / 2;
}

void LookMeter::add(const Row& row) {
  if (!has_range(row, request_.from, request_.to)) return;
  const Window window = window_of(row, row.bins(), {.from = request_.from, .to = request_.to, .bins = row.bins()});
  const std::vector<Centibel> max = levels_in(row, Detector::Max, window),
                              mean = levels_in(row, Detector::Mean, window);
  if (max.empty()) return;
  const auto loudest = std::ranges::max_element(max);
  if (*loudest > most_ || rows_ == 0) {
    const double bin = window.span.value / static_cast<double>(max.size());
    most_ = *loudest;
    frequency_ = {window.center.value - window.span.value / 2 +
                  (static_cast<double>(loudest - max.begin()) + 0.5) * bin};
  }
  for (const Centibel level : mean) {
    if (level == kNoLevel) continue;
    power_ += power_of(level);
    ++levels_;
  }
  if (rows_++ == 0) first_ = row.time;
  last_ = row.time + row.duration;
}

Json LookMeter::result() const {
  return {
      {"id", request_.id},
      {"from_hz", number_json(request_.from.value)},
      {"to_hz", number_json(request_.to.value)},
      {"time", format_time(first_)},
      {"seconds", to_hundredths(std::chrono::duration<double>(last_ - first_).count())},
      {"rows", rows_},
      {"max_db", most_ == kNoLevel ? Json() : Json(decibels(most_))},
      {"frequency_hz", number_json(std::round(frequency_.value))},
      {"mean_db", levels_ > 0 ? Json(to_hundredths(10 * std::log10(power_ / static_cast<double>(levels_)))) : Json()}};
}

}  // namespace spectrumd
