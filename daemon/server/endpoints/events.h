// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "daemon/server/http/answer.h"
#include "daemon/server/http/request.h"
#include "daemon/server/rows/event_rows.h"
#include "daemon/server/rows/zoomed_events.h"

namespace spectrumd {

struct Event;
struct Requester;
struct ServerContext;

// What a returning client received last.
struct EventPlace {
  std::uint64_t event = 0;
  std::optional<std::uint64_t> row;  // nullopt: none
};

Json event_json(const Event& event, Access access);  // PROTOCOL.md has the shape

// Where a change came from. Only those who may change something see the addresses of others.
Json requester_json(const Requester& by, Access access);

// The stream of one client of api/v1/events: events, a status every second, and rows on request. Its next piece is made
// on the encoder thread when the client has received the previous one; a late client skips rows.
class EventFeed : public BodySource {
 public:
  EventFeed(ServerContext& context, std::optional<EventRowRequest> rows, const EventPlace& last, Access access);
  ~EventFeed() override;
  EventFeed(const EventFeed&) = delete;
  EventFeed& operator=(const EventFeed&) = delete;

  SharedText next() override;  // text/event-stream
  std::optional<Clock::time_point> due() const override { return next_status_; }

 private:
  std::string greeting();
  std::string events();
  std::string status(Clock::time_point now);
  SharedText row();
  SharedText next_row();
  bool skip_to_zoomed();
  std::string place() const;

  ServerContext& context_;
  std::optional<EventRowRequest> request_;
  const Access access_;
  std::uint64_t last_event_;
  std::uint64_t last_row_ = 0;
  bool greeted_ = false;
  bool row_is_next_ = false;
  Clock::time_point next_status_;
  bool catches_up_ = false;              // a returning client gets the rows that it missed
  std::shared_ptr<RowChannel> channel_;  // set if rows were requested
  std::optional<ZoomedEvents> zoomed_;   // likewise
  SharedText row_text_;                  // follows its id
};

}  // namespace spectrumd
