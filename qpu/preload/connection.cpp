// SPDX-License-Identifier: MIT
#include "qpu/preload/connection.h"

#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "qpu/preload/real.h"

namespace qpu::preload {

namespace {

constexpr int kFirstDescriptor = 700;  // out of the way of programs that close or count theirs

// Excludes other threads and all signals, as a handler of the program may re-enter. A forked child may inherit
// the lock from a thread it does not have: so the lock is the process's id, and that of another process is void.
class Turn {
 public:
  Turn() {
    sigset_t all;
    sigfillset(&all);
    real().pthread_sigmask(SIG_SETMASK, &all, &before_);
    const int self = getpid();
    for (int holder = holder_.load(); holder == self || !holder_.compare_exchange_weak(holder, self);
         holder = holder_.load())
      sched_yield();
  }
  ~Turn() {
    holder_.store(0);
    real().pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;

 private:
  static inline std::atomic<int> holder_{0};
  sigset_t before_;
};

int connected = -1;  // used only in a Turn
int connected_process = 0;

int connect_to_server() {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (std::strlen(session()) + sizeof kSocketName > sizeof address.sun_path) return -1;
  std::strcpy(address.sun_path, session());
  std::strcat(address.sun_path, kSocketName);
  const int fresh = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
  if (fresh < 0) return -1;
  const int high = fcntl(fresh, F_DUPFD_CLOEXEC, kFirstDescriptor);
  const int fd = high < 0 ? fresh : high;
  if (high >= 0) close(fresh);
  if (connect(fd, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0) return fd;
  close(fd);
  return -1;
}

bool ensure_connected() {
  if (connected >= 0 && connected_process == getpid()) return true;
  if (connected >= 0) close(connected);  // the parent's
  connected = connect_to_server();
  connected_process = getpid();
  return connected >= 0;
}

// A message that may have one descriptor next to its words.
struct Packet {
  Packet(const iovec& head, const iovec& body) : parts{head, body} {
    message.msg_iov = parts;
    message.msg_iovlen = 2;
    message.msg_control = control;
    message.msg_controllen = sizeof control;
  }
  int descriptor() {
    const cmsghdr* const header = CMSG_FIRSTHDR(&message);
    int found = -1;
    if (header && header->cmsg_type == SCM_RIGHTS) std::memcpy(&found, CMSG_DATA(header), sizeof found);
    return found;
  }

  iovec parts[2];
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int))];
  msghdr message{};
};

template <typename Transfer>
bool whole(Transfer transfer, std::size_t least) {
  ssize_t done = -1;
  do done = transfer();
  while (done < 0 && errno == EINTR);
  return done >= static_cast<ssize_t>(least);
}

bool exchange(const Request& request, std::span<std::uint32_t> words, ReplyWithDescriptor& answer) {
  if (!ensure_connected()) return false;
  const iovec body{words.data(), words.size_bytes()};
  Packet asked({const_cast<Request*>(&request), sizeof request}, body),
      replied({&answer.reply, sizeof answer.reply}, body);
  asked.message.msg_controllen = 0;
  const auto send = [&] { return sendmsg(connected, &asked.message, MSG_NOSIGNAL); };
  const auto receive = [&] { return recvmsg(connected, &replied.message, MSG_CMSG_CLOEXEC); };
  if (!whole(send, sizeof request + words.size_bytes()) || !whole(receive, sizeof answer.reply)) return false;
  answer.descriptor = replied.descriptor();
  return true;
}

ReplyWithDescriptor ask(const Request& request, std::span<std::uint32_t> words) {
  const int error_before = errno;
  ReplyWithDescriptor answer{{}, -1};
  bool answered = false;
  {
    const Turn turn;
    // Retried for programs that close every descriptor they find.
    for (int attempt = 0; attempt < 2 && !answered; ++attempt) {
      if (attempt > 0) connected = -1;
      answered = exchange(request, words, answer);
    }
  }
  if (!answered) answer.reply = {EIO, 0, 0};
  errno = error_before;
  return answer;
}

}  // namespace

const char* session() {
  static const char* const directory = std::getenv(kSessionVariable);
  return directory;
}

Reply ask(Operation operation, std::uint32_t first, std::uint32_t second, std::span<std::uint32_t> words) {
  return ask(Request{operation, first, second, static_cast<std::uint32_t>(words.size())}, words).reply;
}

ReplyWithDescriptor ask_for_descriptor(Operation operation, std::uint32_t first, std::span<std::uint32_t> words) {
  return ask(Request{operation, first, 0, static_cast<std::uint32_t>(words.size())}, words);
}

const Facts& facts() {
  static const Facts known = [] {
    Facts asked{};
    ask(Operation::Hello, 0, 0, {reinterpret_cast<std::uint32_t*>(&asked), sizeof asked / sizeof(std::uint32_t)});
    return asked;
  }();
  return known;
}

}  // namespace qpu::preload
