// SPDX-License-Identifier: MIT
// Any body of PATCH api/v1/tuning: refused with a reason, or the settings it leaves can be written and read again.
#include <cstdint>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string_view>

#include "daemon/config/json_text.h"
#include "daemon/config/key_search.h"
#include "daemon/config/keys.h"
#include "daemon/server/endpoints/tuning.h"
#include "daemon/server/http/request_error.h"

namespace {

using spectrumd::Json;
using spectrumd::Settings;

void take(Settings& settings, const Json& patch) {
  for (const auto& [name, value] : patch.items()) {
    const spectrumd::Key* key = spectrumd::find_tuning_key(name);
    if (!key) throw spectrumd::RequestError(400, "unknown_key", spectrumd::shown(name), name);
    key->set(settings, value);
  }
}

std::string error_of(const std::string& code, const std::exception& error) {
  return spectrumd::to_text(spectrumd::error_json({400, code, error.what(), "field"}));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Settings settings;
  try {
    const Json body = spectrumd::parse_client_json({reinterpret_cast<const char*>(data), size});
    if (!body.is_object()) return 0;
    take(settings, body);
  } catch (const spectrumd::RequestError& error) {
    if (!Json::accept(error_of(error.code, error))) std::abort();
    return 0;
  } catch (const spectrumd::KeyError& error) {
    if (!Json::accept(error_of("bad_value", error))) std::abort();
    return 0;
  }
  Settings again;
  take(again, spectrumd::parse_client_json(spectrumd::to_text(spectrumd::tuning_keys_json(settings))));
  if (tuning_keys_json(again) != tuning_keys_json(settings)) std::abort();
  return 0;
}
