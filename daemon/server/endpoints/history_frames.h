// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "daemon/config/json.h"
#include "daemon/pipeline/view.h"
#include "daemon/server/http/answer.h"
#include "daemon/server/http/query.h"
#include "daemon/store/frame.h"
#include "daemon/users/door.h"

namespace spectrumd {

// Lists of frames and the addresses of their tiles, as a receiver and the hub of a fleet serve them.

struct FramesRequest {
  std::size_t level = 0;
  Time since, until;
  View view;  // its edges
};
std::vector<Parameter> frames_parameters();
FramesRequest frames_request(const Query& query);  // throws RequestError

// A frame as it is listed: with the rows, and the tiles that are in view. Null if none is.
Json listed_frame(const FrameHead& frame, const View& view, const std::vector<RowNote>& notes);
Json listed_frames(std::size_t level, Json frames);

void check_frame_count(std::size_t frames);  // of one answer; throws RequestError

// ".../{level}/{t0}/{f0}/{detector}/{epoch}", by the clock of then.
struct TileAddress {
  std::size_t level = 0;
  std::int64_t t0_ms = 0, from_hz = 0;
  Detector detector = Detector::Max;
  std::int64_t epoch = 0;
};
std::optional<TileAddress> tile_address(std::string_view path);

// A tile, which browsers may keep for good, proxies of others only where everybody may read it. Throws RequestError if
// there is none.
Answer tile_answer(const std::optional<std::vector<std::byte>>& tile, const Door& door);

}  // namespace spectrumd
