// SPDX-License-Identifier: MIT
#include "daemon/watch/rule_json.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <nlohmann/json.hpp>
#include <utility>

#include "daemon/config/key_values.h"

namespace spectrumd {
namespace {

constexpr Range kLevels{-300, 300}, kPercent{0, 100}, kSeconds{0, 86400}, kFrequencies{0, 1e12}, kDuty{0, 1};
constexpr std::size_t kMostRanges = 1000, kMostPoints = 4000, kMostText = 1000, kMostName = 200;
constexpr std::array kKinds{RuleKind::Above, RuleKind::Below,     RuleKind::Appear,    RuleKind::Vanish,
                            RuleKind::Mask,  RuleKind::FloorRise, RuleKind::Occupancy, RuleKind::Health};

// The value of a name that to_string() knows.
template <class Enum, std::size_t N>
Enum named(const Json& value, const std::array<Enum, N>& all) {
  std::array<std::string_view, N> names;
  std::ranges::transform(all, names.begin(), [](Enum each) { return to_string(each); });
  const std::string name = one_of(value, names);
  return all.at(static_cast<std::size_t>(std::ranges::find(names, name) - names.begin()));
}

RuleKind rule_kind(const Json& value) { return named(value, kKinds); }
Reference reference_of(const Json& value) {
  return named(value, std::array{Reference::Absolute, Reference::Floor, Reference::Usual});
}
Ailment ailment_of(const Json& value) {
  return named(value, std::array{Ailment::NoData, Ailment::Overload, Ailment::Lost});
}

std::string short_text(const Json& value, std::size_t most) {
  std::string text = text_of(value);
  if (text.size() > most) throw KeyError(fmt::format("is longer than {} bytes", most));
  return text;
}

const Json::array_t& list_in(const Json& value, std::size_t most) {
  if (!value.is_array()) throw KeyError("is not an array");
  if (value.size() > most) throw KeyError(fmt::format("has more than {} items", most));
  return value.get_ref<const Json::array_t&>();
}

Span span_in(const Json& from, const Json& to) {
  const Span span{{number_in(from, kFrequencies)}, {number_in(to, kFrequencies)}};
  if (span.from >= span.to) throw KeyError("is a range that ends before it begins");
  return span;
}

std::vector<Span> spans_of(const Json& value) {
  std::vector<Span> spans;
  for (const Json& pair : list_in(value, kMostRanges)) {
    if (!pair.is_array() || pair.size() != 2) throw KeyError("is not a list of pairs [from, to]");
    spans.push_back(span_in(pair[0], pair[1]));
  }
  return spans;
}

const Json& member(const Json& object, const char* key) {
  if (!object.is_object() || !object.contains(key)) throw KeyError(fmt::format("has an item without {}", key));
  return object[key];
}

std::vector<KnownRange> known_of(const Json& value) {
  std::vector<KnownRange> known;
  for (const Json& item : list_in(value, kMostRanges))
    known.push_back({span_in(member(item, "from_hz"), member(item, "to_hz")),
                     item.contains("label") ? short_text(item["label"], kMostName) : ""});
  return known;
}

std::vector<ChannelRange> channels_of(const Json& value) {
  std::vector<ChannelRange> channels;
  for (const Json& item : list_in(value, kMostChannels))
    channels.push_back(
        {short_text(member(item, "name"), kMostName), span_in(member(item, "from_hz"), member(item, "to_hz"))});
  return channels;
}

void check_order(const std::vector<LimitPoint>& points) {
  if (points.size() < 2) throw KeyError("needs two points or more");
  if (points.size() > kMostPoints) throw KeyError(fmt::format("has more than {} points", kMostPoints));
  const auto unordered = std::ranges::adjacent_find(
      points, [](const LimitPoint& a, const LimitPoint& b) { return a.frequency >= b.frequency; });
  if (unordered != points.end()) throw KeyError("needs points of rising frequency");
}

std::vector<LimitPoint> limits_of(const Json& value) {
  std::vector<LimitPoint> points;
  for (const Json& pair : list_in(value, kMostPoints)) {
    if (!pair.is_array() || pair.size() != 2) throw KeyError("is not a list of pairs [frequency, level]");
    points.push_back({{number_in(pair[0], kFrequencies)}, {number_in(pair[1], kLevels)}});
  }
  check_order(points);
  return points;
}

std::optional<Time> moment_of(const Json& value) {
  if (value.is_null()) return std::nullopt;
  const auto time = value.is_string() ? parse_time(value.get_ref<const std::string&>()) : std::nullopt;
  if (!time) throw KeyError("is not a time like 2026-11-21T08:03:49Z, or null");
  return time;
}

// Only what libcurl may open; where it leads to is up to who may change rules.
std::string url_of(const Json& value) {
  std::string url = short_text(value, kMostText);
  if (url.empty()) return url;
  if (!url.starts_with("http://") && !url.starts_with("https://")) throw KeyError("is not an http or https URL");
  if (std::ranges::any_of(url, [](unsigned char c) { return c <= ' ' || c == 127; }))
    throw KeyError("has a space or a control character");
  return url;
}

// One plain address: it becomes a line of a message, so nothing that could end the line or begin another.
std::string address_of(const Json& value) {
  std::string address = short_text(value, kMostName);
  if (address.empty()) return address;
  constexpr std::string_view kSigns = ".!#$%&'*+/=?^_`{|}~-@";
  const bool plain = std::ranges::all_of(address, [&](unsigned char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           kSigns.find(static_cast<char>(c)) != std::string_view::npos;
  });
  const auto at = address.find('@');
  if (!plain || at == 0 || at == std::string::npos || at != address.rfind('@') || at + 1 == address.size() ||
      address[0] == '-')
    throw KeyError("is not an address like name@example.org");
  return address;
}

// Reads keys of one object; unknown ones are refused when it has ended.
class Keys {
 public:
  Keys(const Json& body, std::string prefix) : body_(body), prefix_(std::move(prefix)) {
    if (!body.is_object()) throw RuleError(prefix_, "is not an object");
  }

  template <class Read, class Value>
  Keys& read(const char* key, Value& value, Read parse) {
    known_.emplace_back(key);
    if (!body_.contains(key)) return *this;
    try {
      value = parse(body_[key]);
    } catch (const KeyError& error) {
      throw RuleError(prefix_ + key, error.what());
    }
    return *this;
  }

  template <class Value>
  Keys& number(const char* key, Value& value, Range range) {
    return read(key, value, [range](const Json& json) { return number_in(json, range); });
  }

  void refuse_others() const {
    for (const auto& [key, value] : body_.items())
      if (!std::ranges::count(known_, key)) throw RuleError(prefix_ + key.substr(0, 100), "is not a key of a rule");
  }

 private:
  const Json& body_;
  const std::string prefix_;
  std::vector<std::string> known_;
};

void read_actions(Actions& actions, const Json& body) {
  Keys keys(body, "actions.");
  keys.read("webhook", actions.webhook, url_of)
      .read("secret", actions.secret, [](const Json& value) { return short_text(value, kMostName); })
      .read("email", actions.email, address_of)
      .read("text", actions.text, [](const Json& value) { return short_text(value, kMostText); })
      .read("command", actions.command, yes_or_no)
      .read("evidence", actions.evidence, yes_or_no)
      .number("iq_seconds", actions.iq, {0, 600})
      .number("iq_before_seconds", actions.iq_before, {0, 600});
  bool has_secret = false;  // as rule_json() writes it
  keys.read("has_secret", has_secret, yes_or_no).refuse_others();
}

// Both edges, or neither.
void read_range(Rule& rule, const Json& body, Keys& keys) {
  Json from = rule.range ? Json(rule.range->from.value) : Json(), to = rule.range ? Json(rule.range->to.value) : Json();
  keys.read("from_hz", from, [](const Json& value) { return value; });
  keys.read("to_hz", to, [](const Json& value) { return value; });
  if (!body.contains("from_hz") && !body.contains("to_hz")) return;
  try {
    if (from.is_null() != to.is_null()) throw KeyError("needs from_hz and to_hz, or neither");
    rule.range = from.is_null() ? std::nullopt : std::optional(span_in(from, to));
  } catch (const KeyError& error) {
    throw RuleError("from_hz", error.what());
  }
}

bool is_percent(const Rule& rule) { return rule.kind == RuleKind::Occupancy || rule.kind == RuleKind::Health; }

void check_whole(const Rule& rule) {
  if (rule.kind == RuleKind::Mask && rule.limits.empty()) throw RuleError("limits", "is missing");
  if (rule.kind == RuleKind::Mask && rule.reference != Reference::Absolute)
    throw RuleError("reference", "of limit lines is absolute");
  if ((rule.kind == RuleKind::Vanish || rule.kind == RuleKind::Occupancy) && !rule.range)
    throw RuleError("from_hz", "is missing: such a rule needs a range");
  if (is_percent(rule) && (rule.level < kPercent.least || rule.level > kPercent.most))
    throw RuleError("level", "is a share in percent, from 0 to 100");
}

Json span_json(const Span& span) { return {number_json(span.from.value), number_json(span.to.value)}; }

Json actions_json(const Actions& actions, Secrets secrets) {
  Json json{{"webhook", actions.webhook},
            {"email", actions.email},
            {"text", actions.text},
            {"command", actions.command},
            {"evidence", actions.evidence},
            {"iq_seconds", number_json(actions.iq)},
            {"iq_before_seconds", number_json(actions.iq_before)},
            {"has_secret", !actions.secret.empty()}};
  if (secrets == Secrets::Shown) json["secret"] = actions.secret;
  return json;
}

template <class Items, class Make>
Json array_of(const Items& items, Make make) {
  Json array = Json::array();
  for (const auto& item : items) array.push_back(make(item));
  return array;
}

Json range_json(std::string_view name_key, const std::string& name, const Span& range) {
  return {{name_key, name}, {"from_hz", number_json(range.from.value)}, {"to_hz", number_json(range.to.value)}};
}

std::optional<double> number_at(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '"')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\r' || text.back() == '"')) text.remove_suffix(1);
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc{} && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

}  // namespace

Json rule_json(const Rule& rule, Secrets secrets) {
  return {{"id", rule.id},
          {"name", rule.name},
          {"kind", to_string(rule.kind)},
          {"enabled", rule.enabled},
          {"from_hz", rule.range ? number_json(rule.range->from.value) : Json()},
          {"to_hz", rule.range ? number_json(rule.range->to.value) : Json()},
          {"level", number_json(rule.level)},
          {"reference", to_string(rule.reference)},
          {"hysteresis", number_json(rule.hysteresis)},
          {"least_seconds", number_json(rule.least)},
          {"gone_seconds", number_json(rule.gone)},
          {"duty", number_json(rule.duty)},
          {"bursts", rule.bursts},
          {"period_seconds", number_json(rule.period)},
          {"ailment", to_string(rule.ailment)},
          {"ignored", array_of(rule.ignored, span_json)},
          {"known", array_of(rule.known, [](const KnownRange& k) { return range_json("label", k.label, k.range); })},
          {"learns_until", rule.learns_until ? Json(format_time(*rule.learns_until)) : Json()},
          {"limits", array_of(rule.limits,
                              [](const LimitPoint& p) {
                                return Json{number_json(p.frequency.value), number_json(p.level.value)};
                              })},
          {"actions", actions_json(rule.actions, secrets)}};
}

Rule changed_rule(const Rule& now, const Json& body) {
  Rule rule = now;
  Keys keys(body, "");
  std::int64_t id = 0;  // as rule_json() writes it
  std::string csv;
  keys.read("id", id, [](const Json&) { return 0; })
      .read("kind", rule.kind, rule_kind)
      .read("name", rule.name, [](const Json& value) { return short_text(value, kMostName); })
      .read("enabled", rule.enabled, yes_or_no)
      .number("level", rule.level, kLevels)
      .read("reference", rule.reference, reference_of)
      .number("hysteresis", rule.hysteresis, {0, 100})
      .number("least_seconds", rule.least, kSeconds)
      .number("gone_seconds", rule.gone, kSeconds)
      .number("duty", rule.duty, kDuty)
      .read("bursts", rule.bursts, yes_or_no)
      .number("period_seconds", rule.period, {10, 86400})
      .read("ailment", rule.ailment, ailment_of)
      .read("ignored", rule.ignored, spans_of)
      .read("known", rule.known, known_of)
      .read("learns_until", rule.learns_until, moment_of)
      .read("limits", rule.limits,
            [](const Json& value) { return value.empty() ? std::vector<LimitPoint>() : limits_of(value); })
      .read("limits_csv", csv, [](const Json& value) {
        if (!value.is_string()) throw KeyError("is not a text");
        return value.get<std::string>();
      });
  if (body.contains("limits_csv")) rule.limits = limits_of_csv(csv);
  read_range(rule, body, keys);
  Json actions = Json::object();
  keys.read("actions", actions, [](const Json& value) { return value; }).refuse_others();
  read_actions(rule.actions, actions);
  check_whole(rule);
  return rule;
}

Rule new_rule(const Json& body) {
  if (!body.is_object() || !body.contains("kind")) throw RuleError("kind", "is missing");
  try {
    Rule rule = usual_rule(rule_kind(body["kind"]));
    rule.name = to_string(rule.kind);
    return changed_rule(rule, body);
  } catch (const KeyError& error) {
    throw RuleError("kind", error.what());
  }
}

std::vector<LimitPoint> limits_of_csv(std::string_view text) try {
  std::vector<LimitPoint> points;
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    if (line.empty() || line == "\r" || line.front() == '#') continue;
    const auto comma = line.find_first_of(",;\t");
    const auto hertz = number_at(line.substr(0, comma));
    const auto level = comma == std::string_view::npos ? std::nullopt : number_at(line.substr(comma + 1));
    if (hertz && level && *hertz >= 0 && *hertz <= kFrequencies.most && *level >= kLevels.least &&
        *level <= kLevels.most)
      points.push_back({{*hertz}, {*level}});
    else if (number > 1)
      throw KeyError(fmt::format("has no frequency and level in line {}", number));
  }
  check_order(points);
  return points;
} catch (const KeyError& error) {
  throw RuleError("limits_csv", error.what());
}

Json plan_json(const OccupancyPlan& plan) {
  return {{"threshold_db", number_json(plan.threshold)},
          {"channels", array_of(plan.channels, [](const ChannelRange& channel) {
             return range_json("name", channel.name, channel.range);
           })}};
}

OccupancyPlan changed_plan(const OccupancyPlan& now, const Json& body) {
  OccupancyPlan plan = now;
  Keys keys(body, "");
  keys.number("threshold_db", plan.threshold, {1, 100}).read("channels", plan.channels, channels_of).refuse_others();
  return plan;
}

}  // namespace spectrumd
