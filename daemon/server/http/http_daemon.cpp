// SPDX-License-Identifier: MIT
#include "daemon/server/http/http_daemon.h"

#include <spdlog/spdlog.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <string>
#include <utility>

#include "daemon/server/http/exchange.h"
#include "daemon/server/sockets/listen_socket.h"

namespace spectrumd {

namespace {

// Memory for the head of a request and of its answer; what does not fit is answered with 413, 414 or 431.
constexpr std::size_t kMemoryPerConnection = 32 * 1024;
constexpr std::size_t kMostTargetBytes = 8 * 1024;
constexpr std::ptrdiff_t kMostParameters = 100;  // each takes 64 bytes of that memory
constexpr unsigned kIdleSeconds = 90;            // without a byte either way; Connections are stricter
constexpr unsigned kUnlimited = 60'000;          // connections are counted by us, and by address

template <class Pairs>
MHD_Result collect(void* pairs, MHD_ValueKind /*kind*/, const char* name, std::size_t name_bytes, const char* value,
                   std::size_t value_bytes) {
  static_cast<Pairs*>(pairs)->emplace_back(std::string(name, name_bytes),
                                           value ? std::string(value, value_bytes) : std::string());
  return MHD_YES;
}

RequestHead head_of(MHD_Connection* connection, const char* path, const char* method, const char* version) {
  RequestHead head{.method = method, .path = path, .http_1_1 = std::string_view(version) != "HTTP/1.0"};
  MHD_get_connection_values_n(connection, MHD_HEADER_KIND, collect<decltype(head.headers)>, &head.headers);
  MHD_get_connection_values_n(connection, MHD_GET_ARGUMENT_KIND, collect<Query::Given>, &head.query);
  return head;
}

Connection& line_of(MHD_Connection* connection) {
  return *static_cast<Connection*>(
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT)->socket_context);
}

// In place. A decoded zero would end the text for all readers; left encoded, it is just an unknown name.
std::size_t unescape(void* /*self*/, MHD_Connection* /*connection*/, char* text) noexcept {
  const std::string_view escaped(text);
  return escaped.find("%00") == std::string_view::npos ? MHD_http_unescape(text) : escaped.size();
}

bool is_too_long(std::string_view target) {
  return target.size() > kMostTargetBytes || std::ranges::count(target, '&') >= kMostParameters;
}

// libmicrohttpd 0.9.75 never answers a request whose parameters do not fit into its memory. They are cut off in its
// buffer before it parses them: it is about to split the text there itself.
void drop_parameters(const char* target) {
  char* const begin_of_query = const_cast<char*>(std::strchr(target, '?'));
  if (begin_of_query) begin_of_query[1] = '\0';
}

void log(void* /*self*/, const char* format, std::va_list arguments) noexcept {
  if (!spdlog::should_log(spdlog::level::debug)) return;
  std::array<char, 256> line{};
  const int length = std::vsnprintf(line.data(), line.size(), format, arguments);
  if (length <= 0) return;
  std::string_view text(line.data());
  text = text.substr(0, text.find_first_of("\r\n"));
  spdlog::debug("libmicrohttpd: {}", text);
}

}  // namespace

// Callbacks of libmicrohttpd, all on the serving thread. Nothing may be thrown through its frames.
struct HttpCallbacks {
  static MHD_Result on_accept(void* self, const sockaddr* /*address*/, socklen_t /*bytes*/) noexcept {
    return static_cast<HttpDaemon*>(self)->service_.connections.may_connect() ? MHD_YES : MHD_NO;
  }

  // The request line is there, but its parameters are not parsed yet.
  static void* on_target(void* /*self*/, const char* target, MHD_Connection* connection) noexcept {
    Connection& line = line_of(connection);
    line.target_is_too_long = target && is_too_long(target);
    if (line.target_is_too_long) drop_parameters(target);
    return nullptr;  // no exchange yet
  }

  static void on_connection(void* self, MHD_Connection* connection, void** line,
                            MHD_ConnectionNotificationCode code) noexcept {
    auto& daemon = *static_cast<HttpDaemon*>(self);
    if (code == MHD_CONNECTION_NOTIFY_CLOSED) return daemon.service_.connections.close(static_cast<Connection*>(*line));
    const int fd = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD)->connect_fd;
    const sockaddr* address = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS)->client_addr;
    *line = daemon.service_.connections.open(fd, ClientAddress(*address));
  }

  // The first call of a request brings its head, those with data its body, and the one after that its end.
  static MHD_Result on_request(void* self, MHD_Connection* connection, const char* path, const char* method,
                               const char* version, const char* data, std::size_t* bytes, void** exchange) noexcept {
    try {
      auto* known = static_cast<Exchange*>(*exchange);
      if (!known) {
        known = new Exchange(static_cast<HttpDaemon*>(self)->service_, connection, line_of(connection),
                             head_of(connection, path, method, version));
        *exchange = known;
        return known->begin();
      }
      return *bytes > 0 ? known->take({data, std::exchange(*bytes, 0)}) : known->finish();
    } catch (const std::exception& error) {
      spdlog::error("a request was aborted: {}", error.what());
      return MHD_NO;
    }
  }

  static void on_completed(void* self, MHD_Connection* connection, void** exchange,
                           MHD_RequestTerminationCode /*code*/) noexcept {
    static_cast<HttpDaemon*>(self)->service_.connections.enter(line_of(connection), Phase::Asking);
    delete static_cast<Exchange*>(std::exchange(*exchange, nullptr));
  }
};

// MHD_OPTION_STRICT_FOR_CLIENT is not set: in 0.9.75 it refuses no header that check_form() accepts, but closes
// connections without an answer, and sends its answer to a missing Host twice.
HttpDaemon::HttpDaemon(Service& service, int listen_socket) : service_(service), port_(port_of(listen_socket)) {
  constexpr unsigned kFlags = MHD_USE_EPOLL | MHD_ALLOW_UPGRADE | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ERROR_LOG;
  using Callbacks = HttpCallbacks;
  daemon_ = MHD_start_daemon(kFlags, 0, Callbacks::on_accept, this, Callbacks::on_request, this,
                             MHD_OPTION_EXTERNAL_LOGGER, log, nullptr,                      //
                             MHD_OPTION_LISTEN_SOCKET, listen_socket,                       //
                             MHD_OPTION_UNESCAPE_CALLBACK, unescape, nullptr,               //
                             MHD_OPTION_URI_LOG_CALLBACK, Callbacks::on_target, this,       //
                             MHD_OPTION_NOTIFY_CONNECTION, Callbacks::on_connection, this,  //
                             MHD_OPTION_NOTIFY_COMPLETED, Callbacks::on_completed, this,    //
                             MHD_OPTION_CONNECTION_MEMORY_LIMIT, kMemoryPerConnection,      //
                             MHD_OPTION_CONNECTION_LIMIT, kUnlimited,                       //
                             MHD_OPTION_CONNECTION_TIMEOUT, kIdleSeconds, MHD_OPTION_END);
  if (daemon_) return;
  close(listen_socket);
  throw ServerError("the HTTP server does not start: not enough memory or file descriptors");
}

HttpDaemon::~HttpDaemon() {
  MHD_stop_daemon(daemon_);
  if (listen_socket_ >= 0) close(listen_socket_);
}

int HttpDaemon::descriptor() const { return MHD_get_daemon_info(daemon_, MHD_DAEMON_INFO_EPOLL_FD)->epoll_fd; }

std::optional<std::chrono::milliseconds> HttpDaemon::patience() const {
  MHD_UNSIGNED_LONG_LONG milliseconds = 0;
  if (MHD_get_timeout(daemon_, &milliseconds) != MHD_YES) return std::nullopt;
  return std::chrono::milliseconds(milliseconds);
}

void HttpDaemon::serve() { MHD_run(daemon_); }

void HttpDaemon::stop_listening() { listen_socket_ = MHD_quiesce_daemon(daemon_); }

}  // namespace spectrumd
