// SPDX-License-Identifier: MIT
// Many WebSocket clients on a running spectrumd, and one that never reads: counts what each got and what it cost the
// server. Prints JSON; fails when a client that reads has lost a row.
#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <sys/epoll.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <stdexcept>
#include <vector>

#include "command_line/program.h"
#include "tests/daemon/server/websocket_test_client.h"
#include "tests/daemon/server/wire_row.h"

namespace spectrumd {
namespace {

using Clock = std::chrono::steady_clock;
using nlohmann::ordered_json;

struct Arguments {
  std::string address = "127.0.0.1:8088";
  std::string token;
  std::size_t clients = 200;
  std::size_t stuck = 1;
  std::size_t bins = 1024;
  double seconds = 60;
  double warm_up_seconds = 10;
  int pid = 0;
};

int connect_to(const std::string& address) {
  const auto colon = address.rfind(':');
  sockaddr_in target{};
  target.sin_family = AF_INET;
  target.sin_port = htons(static_cast<std::uint16_t>(std::stoi(address.substr(colon + 1))));
  if (inet_pton(AF_INET, address.substr(0, colon).c_str(), &target.sin_addr) != 1)
    throw std::runtime_error(address + ": not IPV4:PORT");
  const int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (connect(fd, reinterpret_cast<const sockaddr*>(&target), sizeof target) != 0)
    throw std::runtime_error(address + ": " + std::strerror(errno));
  return fd;
}

// Returns the bytes received after the server's answer.
std::string shake_hands(int fd, const Arguments& arguments) {
  const std::string bearer = arguments.token.empty() ? "" : ", bearer." + arguments.token;
  const std::string request = "GET /ws HTTP/1.1\r\nHost: " + arguments.address +
                              "\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                              "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: spectrum.v1" +
                              bearer + "\r\n\r\n";
  send(fd, request.data(), request.size(), MSG_NOSIGNAL);
  std::string answer;
  while (answer.find("\r\n\r\n") == std::string::npos) {
    std::array<char, 4096> buffer;
    const ssize_t bytes = recv(fd, buffer.data(), buffer.size(), 0);
    if (bytes <= 0) throw std::runtime_error("the server hung up during the handshake: " + answer);
    answer.append(buffer.data(), static_cast<std::size_t>(bytes));
  }
  if (!answer.starts_with("HTTP/1.1 101")) throw std::runtime_error("refused: " + answer);
  return answer.substr(answer.find("\r\n\r\n") + 4);
}

double age_ms(const WireRow& row) {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return std::chrono::duration<double, std::milli>(now - std::chrono::nanoseconds(row.time_ns)).count() -
         1000 * static_cast<double>(row.seconds);
}

// One client that reads, and its counters.
struct Reader {
  int fd = -1;
  std::string bytes;
  bool gone = false;
  std::uint64_t bytes_received = 0;
  std::uint32_t first = 0, last = 0;  // sequences
  std::uint32_t received = 0;
  std::uint32_t missed = 0;   // by the sequences
  std::uint32_t skipped = 0;  // as reported by the server

  void count(const WireRow& row) {
    if (received == 0) first = row.sequence;
    if (received > 0) missed += row.sequence - last - 1;
    if (received > 0) skipped += row.skipped;
    last = row.sequence;
    ++received;
  }
};

class Load {
 public:
  explicit Load(const Arguments& arguments) : arguments_(arguments) {
    for (std::size_t i = 0; i < arguments.stuck; ++i) stuck_.push_back(open_connection());
    for (std::size_t i = 0; i < arguments.clients; ++i) open_reader();
  }

  // Reads without counting, until all clients are connected and the server's history has its final size.
  void warm_up() {
    read_for(arguments_.warm_up_seconds, false);
    for (Reader& reader : readers_) reader.bytes_received = 0;
  }

  void measure() {
    const auto begin = Clock::now();
    read_for(arguments_.seconds, true);
    elapsed_ = std::chrono::duration<double>(Clock::now() - begin).count();
    newest_ = 0;
    for (const Reader& reader : readers_) newest_ = std::max(newest_, reader.last);
    catch_up();
  }

  ordered_json report() const {
    std::vector<std::uint32_t> received, expected;
    std::uint64_t missed = 0, skipped = 0, bytes = 0, gone = 0;
    for (const Reader& reader : readers_) {
      received.push_back(reader.received);
      expected.push_back(reader.received == 0 ? 0 : std::max(newest_, reader.last) - reader.first + 1);
      missed += reader.missed + (newest_ > reader.last ? newest_ - reader.last : 0);
      skipped += reader.skipped;
      bytes += reader.bytes_received;
      gone += reader.gone;
    }
    return {{"clients", readers_.size()},
            {"never_reading", stuck_.size()},
            {"bins", arguments_.bins},
            {"seconds", elapsed_},
            {"rows_expected", spread(expected)},
            {"rows_received", spread(received)},
            {"rows_missed", missed},
            {"rows_skipped_as_told", skipped},
            {"connections_lost", gone},
            {"row_age_ms", {{"p50", quantile(0.5)}, {"p99", quantile(0.99)}, {"max", quantile(1)}}},
            {"bytes_per_second", static_cast<double>(bytes) / elapsed_}};
  }

  bool lossless() const {
    return std::all_of(readers_.begin(), readers_.end(), [this](const Reader& reader) {
      return !reader.gone && reader.received > 0 && reader.missed == 0 && reader.skipped == 0 && reader.last >= newest_;
    });
  }

 private:
  int open_connection() {
    const int fd = connect_to(arguments_.address);
    leftover_ = shake_hands(fd, arguments_);
    const std::string view = frame(kText, R"({"type":"view","bins":)" + std::to_string(arguments_.bins) + "}");
    send(fd, view.data(), view.size(), MSG_NOSIGNAL);
    return fd;
  }

  void open_reader() {
    Reader reader{.fd = open_connection()};
    reader.bytes = leftover_;
    fcntl(reader.fd, F_SETFL, O_NONBLOCK);
    epoll_event event{.events = EPOLLIN, .data = {.u64 = readers_.size()}};
    epoll_ctl(epoll_, EPOLL_CTL_ADD, reader.fd, &event);
    readers_.push_back(std::move(reader));
  }

  void read_for(double seconds, bool counted) {
    const auto end = Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
    while (Clock::now() < end) read_once(counted);
  }

  void catch_up() {
    const auto behind = [this](const Reader& reader) { return !reader.gone && reader.last < newest_; };
    const auto end = Clock::now() + std::chrono::seconds(2);
    while (Clock::now() < end && std::any_of(readers_.begin(), readers_.end(), behind)) read_once(true);
  }

  void read_once(bool counted) {
    std::array<epoll_event, 256> events;
    const int count = epoll_wait(epoll_, events.data(), events.size(), 50);
    for (int i = 0; i < count; ++i) read(readers_[events[static_cast<std::size_t>(i)].data.u64], counted);
  }

  void read(Reader& reader, bool counted) {
    static std::array<char, 1 << 18> buffer;
    const ssize_t bytes = recv(reader.fd, buffer.data(), buffer.size(), 0);
    if (bytes <= 0) {
      reader.gone = true;
      epoll_ctl(epoll_, EPOLL_CTL_DEL, reader.fd, nullptr);
      return;
    }
    reader.bytes_received += static_cast<std::uint64_t>(bytes);
    reader.bytes.append(buffer.data(), static_cast<std::size_t>(bytes));
    while (const auto got = take_frame(reader.bytes)) {
      if (got->opcode() != kBinary || !counted) continue;
      const WireRow row = decode_header(std::as_bytes(std::span(got->payload)));
      reader.count(row);
      ages_.push_back(age_ms(row));
    }
  }

  static ordered_json spread(std::vector<std::uint32_t> values) {
    std::sort(values.begin(), values.end());
    if (values.empty()) return nullptr;
    return {{"min", values.front()}, {"median", values[values.size() / 2]}, {"max", values.back()}};
  }

  double quantile(double share) const {
    if (ages_.empty()) return 0;
    std::vector<double> ages = ages_;
    const auto at = ages.begin() + static_cast<std::ptrdiff_t>(share * static_cast<double>(ages.size() - 1));
    std::nth_element(ages.begin(), at, ages.end());
    return *at;
  }

  Arguments arguments_;
  int epoll_ = epoll_create1(EPOLL_CLOEXEC);
  std::string leftover_;  // of the last handshake
  std::vector<int> stuck_;
  std::vector<Reader> readers_;
  std::vector<double> ages_;
  double elapsed_ = 0;
  std::uint32_t newest_ = 0;  // row that any client had at the end
};

// The kernel's figures for the server's process.
struct Usage {
  std::map<std::string, double> cpu_seconds;  // by thread
  double rss_mib = 0;
};

void add_cpu_seconds(Usage& usage, const std::filesystem::path& thread) {
  std::ifstream stat(thread / "stat");
  std::string name, word;
  std::getline(stat, name, '(');
  std::getline(stat, name, ')');  // which may have spaces
  for (int field = 3; field < 14; ++field) stat >> word;
  double user = 0, system = 0;
  stat >> user >> system;
  usage.cpu_seconds[name] += (user + system) / static_cast<double>(sysconf(_SC_CLK_TCK));
}

Usage usage_of(int pid) {
  Usage usage;
  const std::filesystem::path process = "/proc/" + std::to_string(pid);
  for (const auto& thread : std::filesystem::directory_iterator(process / "task"))
    add_cpu_seconds(usage, thread.path());
  std::ifstream memory(process / "statm");
  double total = 0, resident = 0;
  memory >> total >> resident;
  usage.rss_mib = resident * static_cast<double>(sysconf(_SC_PAGESIZE)) / (1 << 20);
  return usage;
}

ordered_json server_report(const Usage& before, const Usage& after, double seconds) {
  ordered_json threads;
  double all = 0;
  for (const auto& [name, cpu_seconds] : after.cpu_seconds) {
    const auto earlier = before.cpu_seconds.find(name);
    const double share = (cpu_seconds - (earlier == before.cpu_seconds.end() ? 0 : earlier->second)) / seconds;
    threads[name] = share;
    all += share;
  }
  return {{"cpu_share", all},
          {"cpu_share_of_threads", threads},
          {"rss_mib_begin", before.rss_mib},
          {"rss_mib_end", after.rss_mib}};
}

int run(const Arguments& arguments) {
  Load load(arguments);
  load.warm_up();
  const auto begin = Clock::now();
  const Usage before = arguments.pid ? usage_of(arguments.pid) : Usage{};
  load.measure();
  ordered_json report = load.report();
  if (arguments.pid) {
    const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    report["server"] = server_report(before, usage_of(arguments.pid), seconds);
  }
  std::cout << report.dump(2) << '\n';
  return load.lossless() ? 0 : 1;
}

int load(command_line::Arguments& line) {
  using command_line::into;
  Arguments arguments;
  line.add({{"[ADDRESS]", "of the server, IPV4:PORT; 127.0.0.1:8088 by default", into(arguments.address)},
            {"--clients N", "that read: 200 by default", into(arguments.clients)},
            {"--stuck N", "that never read: 1 by default", into(arguments.stuck)},
            {"--bins N", "of a row: 1024 by default", into(arguments.bins)},
            {"--seconds SECONDS", "to measure: 60 by default", into(arguments.seconds)},
            {"--warm-up SECONDS", "before that: 10 by default", into(arguments.warm_up_seconds)},
            {"--pid PID", "of the server, to measure its processor time and memory", into(arguments.pid)},
            {"--token TEXT", "where the server asks for one", into(arguments.token)}});
  return line.parse() ? run(arguments) : 0;
}

constexpr command_line::Command kCommand{"", "[ADDRESS] [FLAGS]", "print what clients got, as JSON", load};

}  // namespace
}  // namespace spectrumd

int main(int count, char** words) {
  return command_line::run({.name = "websocket_load",
                            .version = "1",
                            .about = "many WebSocket clients on a running spectrumd",
                            .commands = {&spectrumd::kCommand, 1}},
                           count, words);
}
