// SPDX-License-Identifier: MIT
#include "gpufft/qpu/helper/connection.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>

#include <cerrno>
#include <cstring>

#include "gpufft/backend.h"

namespace gpufft::qpu {
namespace {

constexpr int kBacklog = 8;

// Room for one descriptor next to a message.
struct Control {
  alignas(cmsghdr) std::byte bytes[CMSG_SPACE(sizeof(int))]{};
};

sockaddr_un address_of(const std::filesystem::path& path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path.empty() || path.native().size() >= sizeof address.sun_path)
    throw DeviceError(fmt::format("qpu helper: \"{}\" cannot be the path of a socket; use one of 1 to {} characters",
                                  path.string(), sizeof address.sun_path - 1));
  std::strcpy(address.sun_path, path.c_str());
  return address;
}

mailbox::Descriptor make_socket() {
  mailbox::Descriptor made(socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  if (made.get() < 0) throw DeviceError(fmt::format("qpu helper: no socket: {}", std::strerror(errno)));
  return made;
}

}  // namespace

Connection Connection::to(const std::filesystem::path& helper) {
  const sockaddr_un address = address_of(helper);
  mailbox::Descriptor made = make_socket();
  if (connect(made.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0)
    return Connection(std::move(made));
  const char* const cure = errno == EACCES   ? "let this user into the group that owns it"
                           : errno == EAGAIN ? "it is busy or hangs; look at its log"
                                             : "start it: systemctl start spectrumd-qpu, or spectrumd --qpu-helper";
  throw DeviceError(fmt::format("qpu helper at {}: {}; {}", helper.string(), std::strerror(errno), cure));
}

bool Connection::send(std::span<const std::byte> message, int descriptor) {
  iovec part{const_cast<std::byte*>(message.data()), message.size()};
  Control control;
  msghdr header{};
  header.msg_iov = &part;
  header.msg_iovlen = 1;
  if (descriptor >= 0) {
    header.msg_control = control.bytes;
    header.msg_controllen = sizeof control.bytes;
    cmsghdr* const rights = CMSG_FIRSTHDR(&header);
    rights->cmsg_level = SOL_SOCKET;
    rights->cmsg_type = SCM_RIGHTS;
    rights->cmsg_len = CMSG_LEN(sizeof descriptor);
    std::memcpy(CMSG_DATA(rights), &descriptor, sizeof descriptor);
  }
  return sendmsg(socket_.get(), &header, MSG_NOSIGNAL) == static_cast<ssize_t>(message.size());
}

bool Connection::wait(std::chrono::milliseconds patience) const {
  const auto end = std::chrono::steady_clock::now() + patience;
  for (;;) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(end - std::chrono::steady_clock::now());
    pollfd one{socket_.get(), POLLIN, 0};
    const int ready = poll(&one, 1, static_cast<int>(std::max<std::int64_t>(0, left.count())));
    if (ready > 0) return true;
    if (ready == 0 || errno != EINTR) return false;
  }
}

std::optional<Connection::Received> Connection::receive(std::span<std::byte> message) {
  iovec part{message.data(), message.size()};
  Control control;
  msghdr header{};
  header.msg_iov = &part;
  header.msg_iovlen = 1;
  header.msg_control = control.bytes;
  header.msg_controllen = sizeof control.bytes;
  const ssize_t size = recvmsg(socket_.get(), &header, MSG_CMSG_CLOEXEC);
  Received received;
  for (cmsghdr* head = CMSG_FIRSTHDR(&header); head != nullptr; head = CMSG_NXTHDR(&header, head)) {
    if (head->cmsg_level != SOL_SOCKET || head->cmsg_type != SCM_RIGHTS) continue;
    int descriptor = -1;
    std::memcpy(&descriptor, CMSG_DATA(head), sizeof descriptor);
    received.descriptor = mailbox::Descriptor(descriptor);
  }
  if (size != static_cast<ssize_t>(message.size()) || header.msg_flags & MSG_TRUNC) return std::nullopt;
  return received;
}

// Binds under another name until it listens: between the two calls a client would be refused.
Listener::Listener(std::filesystem::path path) : path_(std::move(path)), socket_(make_socket()) {
  const std::filesystem::path early = path_.string() + ".new";
  const sockaddr_un address = address_of(early);
  std::error_code ignored;
  if (std::filesystem::exists(path_, ignored) && !std::filesystem::is_socket(path_, ignored))
    throw DeviceError(fmt::format("{}: not a socket; remove it, or use another path", path_.string()));
  std::filesystem::remove(early, ignored);
  if (bind(socket_.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0 ||
      listen(socket_.get(), kBacklog) != 0 || rename(early.c_str(), path_.c_str()) != 0)
    throw DeviceError(fmt::format("{}: {}; create its directory and let this user write there", path_.string(),
                                  std::strerror(errno)));
}

Listener::~Listener() {
  std::error_code ignored;
  std::filesystem::remove(path_, ignored);
}

std::optional<Connection> Listener::accept() {
  mailbox::Descriptor accepted(accept4(socket_.get(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
  if (accepted.get() < 0) return std::nullopt;
  return Connection(std::move(accepted));
}

}  // namespace gpufft::qpu
