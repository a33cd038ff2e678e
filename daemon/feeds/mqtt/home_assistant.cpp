// SPDX-License-Identifier: MIT
#include "daemon/feeds/mqtt/home_assistant.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "daemon/config/version.h"

namespace spectrumd {
namespace {

constexpr double kHighestCenter = 100e9;
constexpr int kExpireSeconds = 60;  // several times the period of the states

// By the topics, which the broker keeps apart: several receivers may be on one machine, or on machines of one name.
std::string identity_of(const HomeAssistantDevice& device) {
  const std::string identifier = identifier_of(device.prefix);
  return identifier.starts_with("spectrumd_") ? identifier : "spectrumd_" + identifier;
}

// One quantity of the states.
struct Sensor {
  std::string_view key, name, value, unit, device_class;
  bool diagnostic = false;
};

Json sensor_json(const HomeAssistantDevice& device, const Sensor& sensor) {
  Json json{{"p", "sensor"},
            {"uniq_id", fmt::format("{}_{}", identity_of(device), sensor.key)},
            {"name", sensor.name},
            {"stat_t", device.prefix + "/states"},
            {"val_tpl", fmt::format("{{{{ value_json.{} }}}}", sensor.value)},
            {"exp_aft", kExpireSeconds}};
  if (!sensor.unit.empty()) {
    json["unit_of_meas"] = sensor.unit;
    json["stat_cla"] = "measurement";
  }
  if (!sensor.device_class.empty()) json["dev_cla"] = sensor.device_class;
  if (sensor.diagnostic) json["ent_cat"] = "diagnostic";
  return json;
}

Json overload_json(const HomeAssistantDevice& device) {
  return {{"p", "binary_sensor"},
          {"uniq_id", identity_of(device) + "_overload"},
          {"name", "Overload"},
          {"dev_cla", "problem"},
          {"stat_t", device.prefix + "/states"},
          {"val_tpl", "{{ 'ON' if value_json.clipped > 0.001 else 'OFF' }}"},
          {"ent_cat", "diagnostic"},
          {"exp_aft", kExpireSeconds}};
}

Json center_json(const HomeAssistantDevice& device) {
  return {{"p", "number"},
          {"uniq_id", identity_of(device) + "_set_center"},
          {"name", "Tune to"},
          {"cmd_t", device.prefix + "/set/center"},
          {"stat_t", device.prefix + "/states"},
          {"val_tpl", "{{ value_json.center_hz }}"},
          {"min", 0},
          {"max", kHighestCenter},
          {"step", 1},
          {"mode", "box"},
          {"unit_of_meas", "Hz"},
          {"dev_cla", "frequency"},
          {"ent_cat", "config"}};
}

Json gain_json(const HomeAssistantDevice& device) {
  return {{"p", "select"},
          {"uniq_id", identity_of(device) + "_set_gain"},
          {"name", "Gain"},
          {"cmd_t", device.prefix + "/set/gain"},
          {"stat_t", device.prefix + "/states"},
          {"val_tpl", "{{ value_json.gain }}"},
          {"ops", device.gains},
          {"ent_cat", "config"}};
}

}  // namespace

std::string identifier_of(std::string_view name) {
  std::string identifier(name);
  std::ranges::replace_if(
      identifier,
      [](unsigned char letter) {
        return !((letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
                 (letter >= '0' && letter <= '9') || letter == '_' || letter == '-');
      },
      '_');
  return identifier;
}

std::string discovery_topic(const std::string& discovery_prefix, const HomeAssistantDevice& device) {
  return fmt::format("{}/device/{}/config", discovery_prefix, identity_of(device));
}

Json discovery_json(const HomeAssistantDevice& device) {
  // Home Assistant's class for signal strength knows dBm, not dBFS.
  const std::string_view strength = device.unit == "dBm" ? "signal_strength" : "";
  Json components = Json::object();
  const auto add = [&](const Sensor& sensor) { components[std::string(sensor.key)] = sensor_json(device, sensor); };
  add({"source", "Receiver", "source", "", "", true});
  add({"center", "Center", "center_hz", "Hz", "frequency"});
  add({"floor", "Noise floor", "floor_db", device.unit, strength});
  add({"signals", "Signals", "signals", "signals", ""});
  add({"strongest", "Strongest signal", "strongest_hz", "Hz", "frequency"});
  add({"strongest_level", "Level of the strongest signal", "strongest_db", device.unit, strength});
  add({"rows", "Rows per second", "rows_per_second", "1/s", "", true});
  add({"alarms", "Open alarms", "open_alarms", "alarms", ""});
  components["overload"] = overload_json(device);
  if (device.may_tune) {
    components["set_center"] = center_json(device);
    components["set_gain"] = gain_json(device);
  }
  Json machine{{"ids", Json::array({identity_of(device)})},
               {"name", "spectrumd " + device.name},
               {"mf", "spectrumd"},
               {"sw", version()}};
  if (!device.url.empty()) machine["cu"] = device.url;
  return {{"dev", std::move(machine)},
          {"o", {{"name", "spectrumd"}, {"sw", version()}}},
          {"avty_t", device.prefix + "/availability"},
          {"qos", 0},
          {"cmps", std::move(components)}};
}

}  // namespace spectrumd
