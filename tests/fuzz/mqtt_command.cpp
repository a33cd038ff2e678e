// SPDX-License-Identifier: MIT
// Any message to set/KEY of MQTT: the first line is the key, the rest is the value; or with the first line "look" a
// request to look. It is refused with a reason that can be published, or sets what it says.
#include <cstdint>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "daemon/feeds/mqtt/look_request.h"
#include "tests/fuzz/tuning_keys.h"

using spectrumd::Json;
using spectrumd::Settings;

namespace {

void look(std::string_view text) {
  try {
    const spectrumd::LookRequest request = spectrumd::parse_look(text);
    if (!(request.from.value < request.to.value) || request.length.count() <= 0 || request.id.empty()) std::abort();
    if (!Json::accept(spectrumd::to_text(spectrumd::LookMeter(request).result()))) std::abort();
  } catch (const spectrumd::RequestError& error) {
    if (!Json::accept(spectrumd::to_text(spectrumd::error_json(error)))) std::abort();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::size_t end = text.find('\n');
  if (end == std::string_view::npos) return 0;
  const std::string name(text.substr(0, end)), value(text.substr(end + 1));
  if (name == "look") {
    look(value);
    return 0;
  }
  Settings settings, again;
  try {
    take_keys(settings, {{name, value}});
  } catch (const spectrumd::RequestError& error) {
    if (!Json::accept(spectrumd::error_text(error.code, error))) std::abort();
    return 0;
  } catch (const spectrumd::KeyError& error) {
    if (!Json::accept(spectrumd::error_text("bad_value", error))) std::abort();
    return 0;
  }
  const spectrumd::Key& key = *spectrumd::find_tuning_key(name);
  key.set(again, key.get(settings));
  if (key.get(again) != key.get(settings)) std::abort();
  return 0;
}
