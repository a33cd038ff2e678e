// SPDX-License-Identifier: MIT
// Any text as a rule: refused with the key at fault, or a rule that reads what it writes and can be watched.
#include <cstdint>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string_view>
#include <vector>

#include "daemon/config/json_text.h"
#include "daemon/watch/rule_json.h"
#include "daemon/watch/sentry.h"

namespace spectrumd {
namespace {

void look_at_a_row(const Rule& rule) {
  const std::vector<Centibel> levels(64, -9000);
  Row row;
  row.center = {100e6};
  row.span = {2.4e6};
  row.ffts = 29;
  row.duration = std::chrono::milliseconds(50);
  for (Pyramid& pyramid : row.levels) pyramid = Pyramid(Pool::Mean, levels);
  Sentry sentry;
  AlarmChanges changes;
  sentry.set(rule, changes);
  for (int i = 0; i < 3; ++i) sentry.look(row, levels, changes);
  for (int second = 0; second < 15; ++second) sentry.wait(row.time, second, changes);
}

}  // namespace
}  // namespace spectrumd

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace spectrumd;
  try {
    const Json body = parse_json({reinterpret_cast<const char*>(data), size}, {.bytes = 64 * 1024});
    const Rule rule = new_rule(body);
    if (new_rule(rule_json(rule, Secrets::Shown)) != rule) std::abort();
    if (to_text(rule_json(rule, Secrets::Hidden)).find("\"secret\"") != std::string::npos) std::abort();
    look_at_a_row(rule);
  } catch (const JsonError&) {
  } catch (const RuleError&) {
  }
  return 0;
}
