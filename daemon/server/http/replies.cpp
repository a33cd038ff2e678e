// SPDX-License-Identifier: MIT
#include "daemon/server/http/replies.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <utility>

#include "daemon/server/http/made_body.h"
#include "daemon/server/http/upgrade.h"

namespace spectrumd {

namespace {

constexpr std::size_t kBlockBytes = 16 * 1024;

struct TextBody {
  std::string text;
  std::shared_ptr<MemoryBudget::Share> share;
};

template <class Body>
ssize_t read(void* body, std::uint64_t /*position*/, char* buffer, std::size_t most) noexcept {
  try {
    return static_cast<Body*>(body)->read(buffer, most);
  } catch (const std::exception&) {  // out of memory: cannot be reported in the middle of an answer
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

MHD_Response* response_from(std::unique_ptr<TextBody> body) {
  MHD_Response* response = MHD_create_response_from_buffer_with_free_callback_cls(body->text.size(), body->text.data(),
                                                                                  discard<TextBody>, body.get());
  if (response) static_cast<void>(body.release());
  return response;
}

// libmicrohttpd closes the descriptor it gets.
MHD_Response* response_from(const FileBody& file) {
  const int descriptor = fcntl(file.descriptor->get(), F_DUPFD_CLOEXEC, 0);
  if (descriptor < 0) return nullptr;
  MHD_Response* response = MHD_create_response_from_fd_at_offset64(file.bytes, descriptor, file.first);
  if (!response) close(descriptor);
  return response;
}

MHD_Response* make_response(Service& service, MHD_Connection* connection, Answer& answer) {
  if (answer.is_websocket) return upgrade_response(service);
  if (answer.source) return response_from(std::make_unique<MadeBody>(service, connection, answer));
  if (answer.file.descriptor) return response_from(answer.file);
  return response_from(std::make_unique<TextBody>(TextBody{std::move(answer.body), std::move(answer.share)}));
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
  const bool unknown_length = answer.source != nullptr;
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
