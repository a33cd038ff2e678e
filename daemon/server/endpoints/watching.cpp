// SPDX-License-Identifier: MIT
#include "daemon/server/endpoints/watching.h"

#include <fmt/format.h>

#include "daemon/config/plain_text.h"

namespace spectrumd {

Watch& watch_of(ServerContext& context) {
  if (!context.watch) throw RequestError(503, "unavailable", "nothing is watched here");
  return *context.watch;
}

std::int64_t number_in_path(const Request& request, std::size_t from_end) {
  const std::string_view text = item_of(request.head.path, from_end);
  const auto number = plain_number<std::int64_t>(text);
  if (!number || *number < 1) throw RequestError(404, "not_found", fmt::format("{}: not found", shown(text)));
  return *number;
}

}  // namespace spectrumd
