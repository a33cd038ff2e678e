// SPDX-License-Identifier: MIT
#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdlib>
#include <functional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

namespace spectrumd {

// An HTTP server that passes each request, with its body, to a function on its own thread, and answers with the text
// that this returns: a whole response. One connection at a time.
class FakeHttpServer {
 public:
  using Reply = std::function<std::string(const std::string& request)>;

  explicit FakeHttpServer(Reply reply) : reply_(std::move(reply)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    ::bind(socket_, reinterpret_cast<sockaddr*>(&address), sizeof address);
    ::listen(socket_, 16);
    socklen_t size = sizeof address;
    ::getsockname(socket_, reinterpret_cast<sockaddr*>(&address), &size);
    port_ = ntohs(address.sin_port);
    thread_ = std::jthread([this] { serve(); });
  }
  ~FakeHttpServer() {
    ::shutdown(socket_, SHUT_RDWR);
    thread_.join();
    ::close(socket_);
  }

  std::string url(std::string_view path) const {
    return "http://127.0.0.1:" + std::to_string(port_) + std::string(path);
  }

  static std::string response(int status, std::string_view body, std::string_view fields = {}) {
    return "HTTP/1.1 " + std::to_string(status) + " X\r\nContent-Length: " + std::to_string(body.size()) +
           "\r\nConnection: close\r\n" + std::string(fields) + "\r\n" + std::string(body);
  }

 private:
  void serve() {
    for (int client = 0; (client = ::accept(socket_, nullptr, nullptr)) >= 0; ::close(client)) {
      const std::string answer = reply_(read_request(client));
      ::send(client, answer.data(), answer.size(), MSG_NOSIGNAL);
    }
  }

  static std::string read_request(int client) {
    std::string request;
    char buffer[4096];
    for (ssize_t got = 0; (got = ::recv(client, buffer, sizeof buffer, 0)) > 0;) {
      request.append(buffer, static_cast<std::size_t>(got));
      const std::size_t head = request.find("\r\n\r\n");
      if (head == std::string::npos) continue;
      const std::size_t length = request.find("Content-Length: ");
      const std::size_t body = length < head ? std::strtoul(request.c_str() + length + 16, nullptr, 10) : 0;
      if (request.size() >= head + 4 + body) break;
    }
    return request;
  }

  const Reply reply_;
  const int socket_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  int port_ = 0;
  std::jthread thread_;
};

}  // namespace spectrumd
