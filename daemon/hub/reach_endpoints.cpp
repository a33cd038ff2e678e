// SPDX-License-Identifier: MIT
// What is not in the database: the receiver that has it is asked.
#include <algorithm>
#include <array>

#include "daemon/config/plain_text.h"
#include "daemon/hub/hub.h"
#include "daemon/server/websocket/handshake.h"

namespace spectrumd {
namespace {

struct EvidenceFile {
  std::string_view name, type;
};
constexpr std::array<EvidenceFile, 4> kEvidenceFiles{{{"picture.png", "image/png"},
                                                      {"event.json", "application/json"},
                                                      {"rows.json", "application/json"},
                                                      {"rows.npy", "application/octet-stream"}}};

Answer answer_evidence_of(HubContext& hub, const Request& request) {
  const std::int64_t receiver = receiver_in(request.head.path, 4);
  const auto event = plain_number<std::int64_t>(item_of(request.head.path, 1));
  const auto* file = std::ranges::find(kEvidenceFiles, item_of(request.head.path), &EvidenceFile::name);
  if (!event || *event < 0 || file == kEvidenceFiles.end())
    throw RequestError(404, "not_found", "evidence of an event is picture.png, event.json, rows.json and rows.npy");
  auto fetch = [&hub, receiver, event = *event, name = file->name,
                journal = request.query.text("journal").value_or("")] {
    return evidence_from(hub.place(receiver), event, name, journal, hub.limits.ask, hub.fleet.stopping());
  };
  return {.late = hub.errands.begin(std::move(fetch), std::string(file->type))};
}

// Whether it can be watched is said there: that may change.
Answer answer_live(HubContext&, const Request& request) {
  receiver_in(request.head.path, 1);
  return {.status = 101, .type = "", .headers = websocket_headers(request.head), .body = "", .is_websocket = true};
}

}  // namespace

Routes reach_routes() {
  return {
      {.method = "GET",
       .path = "/api/v1/receivers/{receiver}/events/log/{id}/{file}",
       .summary = "Evidence of an event, from the receiver that has it: rows.npy, rows.json, picture.png, event.json",
       .cost = Cost::Blocking,
       .parameters = {{"journal", "that of the event: if the receiver has another one, there is none",
                       Parameter::Kind::Text}},
       .other_types = {"application/octet-stream", "image/png"},
       .answer = answer_evidence_of},
      {.method = "GET",
       .path = "/api/v1/receivers/{receiver}/ws",
       .summary = "WebSocket, subprotocol spectrum.v1: rows of a receiver as they come, and whether they do",
       .answer_schema = "WebSocketLive",
       .is_websocket = true,
       .answer = answer_live}};
}

}  // namespace spectrumd
