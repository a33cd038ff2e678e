// SPDX-License-Identifier: MIT
#include <arpa/inet.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <sstream>

#include "daemon/config/listen_address.h"
#include "daemon/config/spot_source.h"
#include "daemon/doctor/doctor.h"
#include "daemon/doctor/processes.h"
#include "daemon/server/sockets/listen_socket.h"

namespace spectrumd {
namespace {

using State = Finding::State;

// A kind of port, as the kernel lists it: its tables in proc/net, and the state of a socket that receives.
struct Protocol {
  std::array<const char*, 2> tables;
  std::string_view receives;
};
constexpr Protocol kTcp{.tables = {"proc/net/tcp", "proc/net/tcp6"}, .receives = "0A"};
constexpr Protocol kUdp{.tables = {"proc/net/udp", "proc/net/udp6"}, .receives = "07"};

// A line of proc/net/tcp or tcp6: "0: 0100007F:1F98 00000000:0000 0A 00000000:00000000 00:00000000 00000000 998 0
// 4711".
struct OpenPort {
  std::string address;  // hexadecimal, in the machine's order of bytes
  unsigned port = 0, user = 0;
  std::string inode;
};

std::vector<OpenPort> listeners(const Sysroot& root, const std::string& table, std::string_view receives) {
  std::vector<OpenPort> found;
  std::istringstream lines(root.text(table).value_or(""));
  for (std::string line; std::getline(lines, line);) {
    std::string number, local, remote, state, queues, timer, retries, timeout, inode;
    unsigned user = 0;
    std::istringstream(line) >> number >> local >> remote >> state >> queues >> timer >> retries >> user >> timeout >>
        inode;
    const std::size_t colon = local.find(':');
    if (state != receives || colon == std::string::npos) continue;
    found.push_back(
        {local.substr(0, colon), static_cast<unsigned>(std::stoul(local.substr(colon + 1), nullptr, 16)), user, inode});
  }
  return found;
}

bool is_any(const std::string& address) { return address.find_first_not_of('0') == std::string::npos; }

// An IPv4 address in the format of the kernel; all zeros for names and IPv6, which conflict with every listener on
// their port.
std::string in_table(const std::string& host) {
  in_addr address{};
  inet_pton(AF_INET, host == "localhost" ? "127.0.0.1" : host.c_str(), &address);
  return fmt::format("{:08X}", address.s_addr);
}

std::optional<OpenPort> in_the_way(const Sysroot& root, const ListenAddress& listen, const Protocol& protocol) {
  const std::string ours = in_table(listen.host);
  for (const char* table : protocol.tables)
    for (const OpenPort& other : listeners(root, table, protocol.receives))
      if (other.port == listen.port && (is_any(ours) || is_any(other.address) || other.address == ours)) return other;
  return std::nullopt;
}

// An address to listen on.
struct Port {
  const char* id;
  ListenAddress listen;
  const char* flag;  // that sets another
  const char* another;
  const Protocol& protocol = kTcp;
};

struct FeedPort {
  const std::string& address;
  const char* flag;
  const char* another;
};

Finding check(const Sysroot& root, const Port& port) {
  const std::string name = to_string(port.listen);
  if (port.listen.host.find(':') != std::string::npos && !root.has("proc/net/if_inet6"))
    return {port.id, State::Fail, name + ": this kernel has no IPv6", fmt::format("{} 127.0.0.1", port.flag)};
  const auto& tables = port.protocol.tables;
  if (std::ranges::none_of(tables, [&root](const char* table) { return root.has(table); }))
    return {port.id, State::Skip, "cannot determine which ports are in use", ""};
  const auto other = in_the_way(root, port.listen, port.protocol);
  if (!other || port.listen.port == 0) return {port.id, State::Ok, name + " is free", ""};
  const std::string holder = holder_of(root, fmt::format("socket:[{}]", other->inode));
  const std::string user = root.user_name(other->user);
  if (holder.empty() && user == "spectrumd") return {port.id, State::Ok, name + " is served by spectrumd", ""};
  if (holder.starts_with("spectrumd ")) return {port.id, State::Ok, name + " is served by " + holder, ""};
  return {port.id, State::Fail,
          fmt::format("{} is in use by {}", name, holder.empty() ? "a program of the user " + user : holder),
          fmt::format("stop it, or choose another port: {} {}", port.flag, port.another)};
}

// Two programs may receive at a port of UDP, but only those of a multicast group both get what is sent.
Finding check_wsjtx(const Sysroot& root, const std::string& where) {
  const Port port{"FEED-01", parse_listen(where).value_or(ListenAddress{}), "--spots", "wsjtx:224.0.0.1:2237", kUdp};
  if (is_multicast_group(port.listen.host)) return {port.id, State::Ok, where + " is a multicast group", ""};
  return check(root, port);
}

}  // namespace

std::vector<Finding> check_port(const Examination& examination) {
  const Settings& settings = examination.settings;
  std::vector<Finding> findings{
      check(examination.root,
            {"SYS-06", parse_listen(settings.server.listen).value_or(ListenAddress{}), "--listen", "127.0.0.1:8089"})};
  const FeedSettings& feeds = settings.feeds;
  const std::string shared = settings.server.share.substr(settings.server.share.find('=') + 1);  // of "rtl_tcp=ADDRESS"
  for (const auto& [address, flag, another] : {FeedPort{feeds.rigctl, "--rigctl", "127.0.0.1:4534"},
                                               {feeds.sdrangel, "--sdrangel", "127.0.0.1:8888"},
                                               {feeds.spyserver, "--spyserver", "127.0.0.1:5556"},
                                               {feeds.kiwi, "--kiwi", "127.0.0.1:8074"},
                                               {shared, "--share", "rtl_tcp=1235"}})
    if (const auto listen = parse_listen(address); listen && !address.empty())
      findings.push_back(check(examination.root, {"FEED-01", *listen, flag, another}));
  for (const std::string& from : feeds.spots)
    if (const auto source = parse_spot_source(from); source && source->kind == SpotSource::Kind::Wsjtx)
      findings.push_back(check_wsjtx(examination.root, source->where));
  return findings;
}

}  // namespace spectrumd
