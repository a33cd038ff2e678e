// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstddef>
#include <span>
#include <string>

#include "daemon/config/host_port.h"

namespace spectrumd {

// A connection to a server. All members throw DeviceError, whose text begins with the name of the server. One thread
// may send while another receives; all but name() block.
class TcpConnection {
 public:
  TcpConnection(const HostPort& server, std::chrono::milliseconds limit);
  ~TcpConnection();
  TcpConnection(const TcpConnection&) = delete;
  TcpConnection& operator=(const TcpConnection&) = delete;

  const std::string& name() const { return name_; }  // "host:port"
  void send(std::span<const std::byte> bytes);
  bool readable(std::chrono::milliseconds limit) const;
  std::size_t receive(std::span<std::byte> bytes);  // waits for data; 0: closed by the server
  void receive_all(std::span<std::byte> bytes, std::chrono::milliseconds limit);

 private:
  [[noreturn]] void refuse(const std::string& reason) const;

  const std::string name_;
  int descriptor_ = -1;
};

}  // namespace spectrumd
