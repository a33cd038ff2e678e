// SPDX-License-Identifier: MIT
// The history on disk as it is stored: lists of frames, and tiles that never change.
#include <limits>
#include <nlohmann/json.hpp>

#include "daemon/server/context.h"
#include "daemon/server/endpoints/endpoints.h"
#include "daemon/server/endpoints/history_frames.h"

namespace spectrumd {
namespace {

const StoreReader& stored_history(const ServerContext& context) {
  if (!context.store) throw RequestError(404, "no_history", "there is no history on disk; see history.folder");
  return context.store->reader();
}

Answer answer_frames(ServerContext& context, const Request& request) {
  const StoreReader& reader = stored_history(context);
  const auto [level, since, until, view] = frames_request(request.query);
  const auto frames = reader.frames(level, since, until);
  check_frame_count(frames.size());
  Json list = Json::array();
  for (const FrameHead& frame : frames)
    if (Json json = listed_frame(frame, view, reader.notes(level, frame)); !json.is_null())
      list.push_back(std::move(json));
  return json_answer(listed_frames(level, std::move(list)));
}

Answer answer_tile(ServerContext& context, const Request& request) {
  const StoreReader& reader = stored_history(context);
  std::optional<std::vector<std::byte>> tile;
  if (const auto at = tile_address(request.head.path); at && at->epoch <= std::numeric_limits<std::uint32_t>::max())
    tile = reader.tile_at(at->level, at->t0_ms, at->from_hz, at->detector, static_cast<std::uint32_t>(at->epoch));
  return tile_answer(tile, door_of(context.settings().server, request.accounts));
}

}  // namespace

Routes history_tile_routes() {
  return {{.method = "GET",
           .path = "/api/v1/history/tiles",
           .summary = "What the history on disk has of a period",
           .cost = Cost::Blocking,
           .parameters = frames_parameters(),
           .answer_schema = "HistoryTiles",
           .answer = answer_frames},
          {.method = "GET",
           .path = "/api/v1/history/tile/{level}/{t0}/{f0}/{detector}/{epoch}",
           .summary = "A tile of the history on disk, as it is stored: raw deflate. It never changes",
           .cost = Cost::Blocking,
           .other_types = {"application/octet-stream"},
           .answer = answer_tile}};
}

}  // namespace spectrumd
