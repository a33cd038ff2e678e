// SPDX-License-Identifier: MIT
#include "qpu/program/emulate/server.h"

#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>

namespace qpu {

namespace {

constexpr int kWaitingProcesses = 64;
constexpr int kBetweenLooks = 1;  // milliseconds

[[noreturn]] void throw_errno(const char* what) { throw std::system_error(errno, std::generic_category(), what); }

mailbox::Descriptor listen_at(const std::string& path) {
  mailbox::Descriptor listener(socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0));
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path.size() >= sizeof address.sun_path) throw std::system_error(ENAMETOOLONG, std::generic_category(), path);
  std::strcpy(address.sun_path, path.c_str());
  if (listener.get() < 0 || bind(listener.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0 ||
      listen(listener.get(), kWaitingProcesses) != 0)
    throw_errno("socket of the emulated session");
  return listener;
}

void pass(int descriptor, msghdr& message, std::span<char> control) {
  message.msg_control = control.data();
  message.msg_controllen = control.size();
  cmsghdr* const header = CMSG_FIRSTHDR(&message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(sizeof descriptor);
  std::memcpy(CMSG_DATA(header), &descriptor, sizeof descriptor);
}

bool can_read(const pollfd& one) { return one.revents & (POLLIN | POLLHUP | POLLERR); }

}  // namespace

Server::Server(EmulatedPi& pi, const std::filesystem::path& session)
    : pi_(pi), listener_(listen_at(session.string() + preload::kSocketName)), words_(preload::kMostWords) {}

int Server::patience() const {
  if (!pi_.busy()) return -1;
  return time_passes_ && !pi_.blocked() ? 0 : kBetweenLooks;
}

// Programs queued one after another start together, as on a chip, where that takes microseconds: between two writes no
// caller sleeps, or computes for as long as goes_on() requires.
void Server::let_time_pass() {
  time_passes_ = time_passes_ || std::ranges::any_of(callers_, [](auto& caller) { return caller.second.goes_on(); });
  if (time_passes_) pi_.go_on();
}

bool Server::serve_round(int something_else) {
  std::vector<pollfd> waits{{something_else, POLLIN, 0}, {listener_.get(), POLLIN, 0}};
  for (const mailbox::Descriptor& process : processes_) waits.push_back({process.get(), POLLIN, 0});
  const int ready = poll(waits.data(), waits.size(), patience());
  if (ready < 0 && errno != EINTR) throw_errno("poll");
  if (ready == 0) let_time_pass();
  if (ready <= 0) return false;
  std::erase_if(processes_, [&](const mailbox::Descriptor& process) {
    const auto wait = std::ranges::find(waits, process.get(), &pollfd::fd);
    const bool gone = can_read(*wait) && !serve(process.get());
    if (gone) callers_.erase(process.get());
    return gone;
  });
  if (can_read(waits[1])) accept_process();
  return can_read(waits[0]);
}

void Server::accept_process() {
  mailbox::Descriptor process(accept4(listener_.get(), nullptr, nullptr, SOCK_CLOEXEC));
  if (process.get() < 0) return;
  callers_.insert_or_assign(process.get(), CallerActivity(process.get()));
  processes_.push_back(std::move(process));
}

bool Server::serve(int process) {
  preload::Request request{};
  iovec parts[] = {{&request, sizeof request}, {words_.data(), words_.size() * sizeof words_[0]}};
  msghdr message{};
  message.msg_iov = parts;
  message.msg_iovlen = 2;
  const ssize_t received = recvmsg(process, &message, 0);
  if (received < static_cast<ssize_t>(sizeof request)) return false;
  const std::size_t words = (static_cast<std::size_t>(received) - sizeof request) / sizeof words_[0];
  preload::Reply reply = answer(request, std::span(words_).first(words));
  time_passes_ = false;
  for (auto& caller : callers_) caller.second.begin();
  parts[0] = {&reply, sizeof reply};
  parts[1].iov_len = words * sizeof words_[0];
  const mailbox::Descriptor passed = std::move(passed_);
  alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(int))> control{};
  if (passed.get() >= 0) pass(passed.get(), message, control);
  return sendmsg(process, &message, MSG_NOSIGNAL) >= 0;
}

preload::Facts Server::facts() const {
  const Personality& board = pi_.board();
  return {.v3d = board.peripherals + mailbox::kV3dOffset,
          .peripherals = board.peripherals,
          .peripheral_bytes = board.peripheral_bytes,
          .memory_bytes = SharedMemory::kBytes,
          .direct_window = board.direct_window};
}

preload::Reply Server::share(std::uint32_t bytes, std::span<std::uint32_t> words) {
  auto buffer = pi_.share(bytes);
  if (!buffer || words.empty()) return {ENOMEM, 0, static_cast<std::uint32_t>(words.size())};
  passed_ = std::move(buffer->file);
  words[0] = buffer->handle;
  return {0, buffer->bus_address, static_cast<std::uint32_t>(words.size())};
}

preload::Reply Server::answer(const preload::Request& request, std::span<std::uint32_t> words) {
  const auto count = static_cast<std::uint32_t>(words.size());
  switch (request.operation) {
    case preload::Operation::Hello: {
      const preload::Facts known = facts();
      std::memcpy(words.data(), &known, std::min(words.size_bytes(), sizeof known));
      return {0, 0, count};
    }
    case preload::Operation::OpenVcio:
      return {pi_.open_vcio(), 0, 0};
    case preload::Operation::OpenMemory:
      return {pi_.open_memory(), 0, 0};
    case preload::Operation::MapMemory:
      return {pi_.map_memory(), 0, 0};
    case preload::Operation::PropertyCall:
      return {pi_.property_call(words), 0, count};
    case preload::Operation::ShareMemory:
      return share(request.first, words);
    case preload::Operation::ReadRegister:
      return {0, pi_.read_register(request.first), 0};
    case preload::Operation::WriteRegister:
      pi_.write_register(request.first, request.second);
      return {};
  }
  return {EINVAL, 0, 0};
}

}  // namespace qpu
