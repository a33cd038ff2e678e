// SPDX-License-Identifier: MIT
// Any body of PATCH api/v1/tuning: refused with a reason, or the settings it leaves can be written and read again.
#include <cstdint>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string_view>

#include "daemon/server/endpoints/tuning.h"
#include "tests/fuzz/tuning_keys.h"

using spectrumd::Json;
using spectrumd::Settings;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Settings settings;
  try {
    const Json body = spectrumd::parse_client_json({reinterpret_cast<const char*>(data), size});
    if (!body.is_object()) return 0;
    take_keys(settings, body);
  } catch (const spectrumd::RequestError& error) {
    if (!Json::accept(spectrumd::error_text(error.code, error))) std::abort();
    return 0;
  } catch (const spectrumd::KeyError& error) {
    if (!Json::accept(spectrumd::error_text("bad_value", error))) std::abort();
    return 0;
  }
  Settings again;
  take_keys(again, spectrumd::parse_client_json(spectrumd::to_text(spectrumd::tuning_keys_json(settings))));
  if (tuning_keys_json(again) != tuning_keys_json(settings)) std::abort();
  return 0;
}
