// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>

#include "mailbox/descriptor.h"

namespace gpufft::qpu {

// One end of a connection to the helper: whole messages, one of which may carry a descriptor.
class Connection {
 public:
  explicit Connection(mailbox::Descriptor socket) : socket_(std::move(socket)) {}
  static Connection to(const std::filesystem::path& helper);  // throws DeviceError if no helper listens there

  int descriptor() const { return socket_.get(); }

  // Returns false if the other end is gone, or does not accept the message.
  bool send(std::span<const std::byte> message, int descriptor = -1);

  bool wait(std::chrono::milliseconds patience) const;  // for a message, or the end of the connection

  // Does not wait. Nullopt: the other end is gone, or the message has another size.
  struct Received {
    mailbox::Descriptor descriptor;
  };
  std::optional<Received> receive(std::span<std::byte> message);

 private:
  mailbox::Descriptor socket_;
};

// Accepts connections. Replaces what an earlier process left at that path.
class Listener {
 public:
  explicit Listener(std::filesystem::path path);  // throws DeviceError
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;
  ~Listener();

  int descriptor() const { return socket_.get(); }
  std::optional<Connection> accept();

 private:
  std::filesystem::path path_;
  mailbox::Descriptor socket_;
};

template <typename Message>
std::span<const std::byte> bytes_of(const Message& message) {
  return std::as_bytes(std::span(&message, 1));
}
template <typename Message>
std::span<std::byte> writable_bytes_of(Message& message) {
  return std::as_writable_bytes(std::span(&message, 1));
}

}  // namespace gpufft::qpu
