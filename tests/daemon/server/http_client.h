// SPDX-License-Identifier: MIT
#pragma once

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <poll.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace spectrumd {

struct HttpAnswer {
  int status = 0;  // 0: the connection was closed without an answer
  std::vector<std::pair<std::string, std::string>> headers;
  std::string body;

  std::string header(std::string_view name) const {  // all of that name, with commas between
    std::string values;
    for (const auto& [other, value] : headers)
      if (other.size() == name.size() && strncasecmp(other.data(), name.data(), name.size()) == 0)
        values += (values.empty() ? "" : ", ") + value;
    return values;
  }
  nlohmann::json json() const { return nlohmann::json::parse(body, nullptr, false); }
  std::string error_code() const {
    const auto parsed = json();
    return parsed.is_object() && parsed.contains("error") ? parsed["error"].value("code", "") : "";
  }
};

// One connection to a server on this machine: bytes out, answers in. It knows just enough of HTTP to be a second
// opinion.
class HttpClient {
 public:
  using Clock = std::chrono::steady_clock;

  // `from` is the address it comes from, one of 127.0.0.0/8.
  explicit HttpClient(std::uint16_t port, std::uint32_t from = INADDR_LOOPBACK) : fd_(socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(from);
    bind(fd_, reinterpret_cast<const sockaddr*>(&address), sizeof address);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons(port);
    connected_ = connect(fd_, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
  }
  HttpClient(HttpClient&& other) noexcept
      : fd_(std::exchange(other.fd_, -1)), connected_(other.connected_), bytes_(std::move(other.bytes_)) {}
  HttpClient& operator=(HttpClient&&) = delete;
  ~HttpClient() {
    if (fd_ >= 0) close(fd_);
  }

  bool connected() const { return connected_; }
  int descriptor() const { return fd_; }
  int release() { return std::exchange(fd_, -1); }          // to continue with another protocol
  std::string rest() { return std::exchange(bytes_, ""); }  // what came behind the last answer

  // False when the server does not take it any more.
  bool send(std::string_view bytes) const {
    while (!bytes.empty()) {
      const ssize_t sent = ::send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (sent <= 0) return false;
      bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
    return true;
  }
  void end_of_requests() const { shutdown(fd_, SHUT_WR); }

  HttpAnswer ask(std::string_view request) {
    send(request);
    return read(request.starts_with("HEAD"));
  }

  HttpAnswer read(bool without_body = false, std::chrono::milliseconds timeout = std::chrono::seconds(60)) {
    end_ = Clock::now() + timeout;
    HttpAnswer answer;
    const auto head = read_until("\r\n\r\n");
    if (!head) return answer;
    parse_head(*head, answer);
    if (answer.status == 100) return read(without_body, timeout);
    if (!without_body && answer.status >= 200 && answer.status != 204 && answer.status != 304) read_body(answer);
    return answer;
  }

  bool has_answer() const {
    pollfd poller{fd_, POLLIN, 0};
    return !bytes_.empty() || poll(&poller, 1, 0) > 0;
  }

  // So many as they come, where nothing is in chunks; nothing at the end of the connection.
  std::string read_plain_bytes(std::size_t count, std::chrono::milliseconds timeout = std::chrono::seconds(30)) {
    end_ = Clock::now() + timeout;
    return read_bytes(count).value_or("");
  }

  // The next of what stands between empty lines: an event of a stream.
  std::optional<std::string> read_chunked_block(std::chrono::milliseconds timeout = std::chrono::seconds(5)) {
    end_ = Clock::now() + timeout;
    for (;;) {
      if (const auto end = stream_.find("\n\n"); end != std::string::npos) {
        std::string block = stream_.substr(0, end);
        stream_.erase(0, end + 2);
        return block;
      }
      const auto chunk = read_chunk();
      if (!chunk || chunk->empty()) return std::nullopt;
      stream_ += *chunk;
    }
  }
  // So many bytes of a stream; fewer where it ends.
  std::string read_chunked_bytes(std::size_t count, std::chrono::milliseconds timeout = std::chrono::seconds(30)) {
    end_ = Clock::now() + timeout;
    while (stream_.size() < count) {
      const auto chunk = read_chunk();
      if (!chunk || chunk->empty()) break;
      stream_ += *chunk;
    }
    std::string bytes = stream_.substr(0, count);
    stream_.erase(0, count);
    return bytes;
  }
  HttpAnswer read_head(std::chrono::milliseconds timeout = std::chrono::seconds(5)) { return read(true, timeout); }

  // Whether the server closes within `timeout`, whatever else it sends.
  bool is_closed(std::chrono::milliseconds timeout) {
    end_ = Clock::now() + timeout;
    while (receive()) bytes_.clear();
    return closed_;
  }

 private:
  static void parse_head(std::string_view head, HttpAnswer& answer) {
    if (head.size() > 12) answer.status = std::atoi(std::string(head.substr(9, 3)).c_str());
    while (!head.empty()) {
      const std::string_view line = head.substr(0, head.find("\r\n"));
      head.remove_prefix(std::min(line.size() + 2, head.size()));
      if (const auto colon = line.find(": "); colon != std::string_view::npos)
        answer.headers.emplace_back(line.substr(0, colon), line.substr(colon + 2));
    }
  }

  void read_body(HttpAnswer& answer) {
    if (answer.header("Transfer-Encoding") == "chunked") {
      while (const auto chunk = read_chunk()) {
        if (chunk->empty()) return;
        answer.body += *chunk;
      }
      answer.status = 0;  // cut off
    } else if (const std::string length = answer.header("Content-Length"); !length.empty()) {
      answer.body = read_bytes(std::stoul(length)).value_or("");
    } else {
      while (receive()) {
      }
      answer.body = std::exchange(bytes_, "");
    }
  }

  std::optional<std::string> read_chunk() {
    const auto size = read_until("\r\n");
    if (!size) return std::nullopt;
    const auto chunk = read_bytes(std::stoul(*size, nullptr, 16));
    return chunk && read_until("\r\n") ? chunk : std::nullopt;
  }

  std::optional<std::string> read_until(std::string_view mark) {
    for (;;) {
      if (const auto end = bytes_.find(mark); end != std::string::npos) {
        std::string text = bytes_.substr(0, end);
        bytes_.erase(0, end + mark.size());
        return text;
      }
      if (!receive()) return std::nullopt;
    }
  }

  std::optional<std::string> read_bytes(std::size_t count) {
    while (bytes_.size() < count)
      if (!receive()) return std::nullopt;
    std::string text = bytes_.substr(0, count);
    bytes_.erase(0, count);
    return text;
  }

  bool receive() {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(end_ - Clock::now()).count();
    pollfd poller{fd_, POLLIN, 0};
    if (left < 0 || poll(&poller, 1, static_cast<int>(left)) <= 0) return false;
    char buffer[65536];
    const ssize_t received = recv(fd_, buffer, sizeof buffer, 0);
    closed_ = received <= 0;
    if (received > 0) bytes_.append(buffer, static_cast<std::size_t>(received));
    return !closed_;
  }

  int fd_;
  bool connected_ = false;
  bool closed_ = false;
  std::string bytes_, stream_;
  Clock::time_point end_;
};

using Lines = std::vector<std::string>;

// The text of a request with a good Host and the given further lines.
inline std::string request_text(std::string_view method, std::string_view target, const Lines& lines = {},
                                std::string_view body = "") {
  std::string text = fmt::format("{} {} HTTP/1.1\r\nHost: localhost\r\n", method, target);
  for (const std::string& line : lines) text += line + "\r\n";
  if (!body.empty()) text += fmt::format("Content-Length: {}\r\n", body.size());
  return text.append("\r\n").append(body);
}

}  // namespace spectrumd
