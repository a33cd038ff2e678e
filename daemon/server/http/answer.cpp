// SPDX-License-Identifier: MIT
#include "daemon/server/http/answer.h"

#include <nlohmann/json.hpp>

#include "daemon/config/json_text.h"

namespace spectrumd {

std::shared_ptr<MemoryBudget::Share> share_of_memory(MemoryBudget& memory, std::size_t bytes) {
  if (auto share = memory.take(bytes)) return std::make_shared<MemoryBudget::Share>(std::move(*share));
  throw RequestError(503, "busy", "too many long answers are under way (server.memory); try again later");
}

Answer json_answer(const Json& json) { return {.body = to_text(json)}; }

Answer error_answer(const RequestError& error) {
  Answer answer = json_answer(error_json(error));
  answer.status = error.status;
  if (error.status == 401) answer.headers = {{"WWW-Authenticate", "Bearer realm=\"spectrumd\""}};
  if (error.status == 426) answer.headers = {{"Upgrade", "websocket"}, {"Sec-WebSocket-Version", "13"}};
  if (error.status == 429 || error.status == 503) answer.headers = {{"Retry-After", "1"}};
  return answer;
}

}  // namespace spectrumd
