// SPDX-License-Identifier: MIT
// Any message to set/KEY of MQTT: the first line is the key, the rest is the value. It is refused with a reason that
// can be published, or sets what it says.
#include <cstdint>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "tests/fuzz/tuning_keys.h"

using spectrumd::Json;
using spectrumd::Settings;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::size_t end = text.find('\n');
  if (end == std::string_view::npos) return 0;
  const std::string name(text.substr(0, end)), value(text.substr(end + 1));
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
