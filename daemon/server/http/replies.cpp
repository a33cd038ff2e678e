// SPDX-License-Identifier: MIT
#include "daemon/server/http/replies.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "daemon/server/api/event_feed.h"
#include "daemon/server/websocket/websocket_upgrade.h"

namespace spectrumd {

namespace {

constexpr std::size_t kBlockBytes = 16 * 1024;

// A text on its way out, of which libmicrohttpd takes as much as it has room for.
class Rest {
 public:
  bool empty() const { return at_ == text_.size(); }

  void begin(std::string text) {
    text_ = std::move(text);
    at_ = 0;
  }

  ssize_t take(char* buffer, std::size_t most) {
    const std::size_t bytes = std::min(most, text_.size() - at_);
    std::memcpy(buffer, text_.data() + at_, bytes);
    at_ += bytes;
    return static_cast<ssize_t>(bytes);
  }

 private:
  std::string text_;
  std::size_t at_ = 0;
};

struct Pieces {
  std::function<std::string()> next;
  Rest rest;

  ssize_t read(char* buffer, std::size_t most) {
    if (rest.empty()) rest.begin(next());
    return rest.empty() ? MHD_CONTENT_READER_END_OF_STREAM : rest.take(buffer, most);
  }
};

struct Stream {
  Sleepers& sleepers;
  MHD_Connection* connection;
  std::shared_ptr<EventFeed> feed;
  Rest rest;

  ssize_t read(char* buffer, std::size_t most) {
    while (rest.empty()) {
      if (sleepers.stopped()) return MHD_CONTENT_READER_END_OF_STREAM;
      const Sleepers::News seen = sleepers.news();
      rest.begin(feed->next());
      if (rest.empty() && sleepers.sleep(connection, feed->due(), seen)) return 0;
    }
    return rest.take(buffer, most);
  }
};

template <class Body>
ssize_t read(void* body, std::uint64_t /*position*/, char* buffer, std::size_t most) noexcept {
  try {
    return static_cast<Body*>(body)->read(buffer, most);
  } catch (const std::exception&) {  // out of memory: nothing that a client could be told in the middle of an answer
    return MHD_CONTENT_READER_END_WITH_ERROR;
  }
}

template <class Body>
void discard(void* body) noexcept {
  delete static_cast<Body*>(body);
}

template <class Body>
MHD_Response* response_from(std::unique_ptr<Body> body) {
  MHD_Response* response =
      MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, kBlockBytes, read<Body>, body.get(), discard<Body>);
  if (response) static_cast<void>(body.release());
  return response;
}

MHD_Response* response_from(std::unique_ptr<std::string> text) {
  MHD_Response* response = MHD_create_response_from_buffer_with_free_callback_cls(text->size(), text->data(),
                                                                                  discard<std::string>, text.get());
  if (response) static_cast<void>(text.release());
  return response;
}

// libmicrohttpd closes what it is given.
MHD_Response* response_from(const FileBody& file) {
  const int descriptor = fcntl(file.descriptor->get(), F_DUPFD_CLOEXEC, 0);
  if (descriptor < 0) return nullptr;
  MHD_Response* response = MHD_create_response_from_fd_at_offset64(file.bytes, descriptor, file.first);
  if (!response) close(descriptor);
  return response;
}

MHD_Response* make_response(Service& service, MHD_Connection* connection, Answer& answer) {
  if (answer.is_websocket) return websocket_response(service);
  if (answer.feed)
    return response_from(std::make_unique<Stream>(
        Stream{.sleepers = service.sleepers, .connection = connection, .feed = std::move(answer.feed), .rest = {}}));
  if (answer.pieces)
    return response_from(std::make_unique<Pieces>(Pieces{.next = std::move(answer.pieces), .rest = {}}));
  if (answer.file.descriptor) return response_from(answer.file);
  return response_from(std::make_unique<std::string>(std::move(answer.body)));
}

bool has(const Answer& answer, std::string_view name) {
  return std::any_of(answer.headers.begin(), answer.headers.end(), [&](const Header& h) { return h.first == name; });
}

}  // namespace

void add_common_headers(Answer& answer) {
  if (!answer.type.empty()) answer.headers.emplace_back("Content-Type", answer.type);
  if (!has(answer, "Cache-Control")) answer.headers.emplace_back("Cache-Control", "no-store");
  if (!has(answer, "Content-Security-Policy"))
    answer.headers.emplace_back("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'");
  answer.headers.emplace_back("X-Content-Type-Options", "nosniff");
  answer.headers.emplace_back("Referrer-Policy", "no-referrer");
  answer.headers.emplace_back("Cross-Origin-Resource-Policy", "same-origin");
}

MHD_Result reply(Service& service, MHD_Connection* connection, bool is_head, Answer answer) {
  const bool unknown_length = answer.feed || answer.pieces;
  MHD_Response* response = make_response(service, connection, answer);
  if (!response) return MHD_NO;
  // libmicrohttpd 0.9.75 ends the chunks that it does not send for HEAD, and that reads like the next answer.
  if (is_head && unknown_length) MHD_set_response_options(response, MHD_RF_HTTP_1_0_COMPATIBLE_STRICT, MHD_RO_END);
  for (const auto& [name, value] : answer.headers) MHD_add_response_header(response, name.c_str(), value.c_str());
  const MHD_Result result = MHD_queue_response(connection, static_cast<unsigned>(answer.status), response);
  MHD_destroy_response(response);
  return result;
}

}  // namespace spectrumd
