// SPDX-License-Identifier: MIT
#include "daemon/commands/qr/url_for_others.h"

#include <fmt/format.h>

#include <algorithm>

#include "daemon/commands/qr/qr_code.h"

namespace spectrumd {

namespace {

std::string url_of(const std::string& host, std::uint16_t port) {
  return "http://" + to_string(ListenAddress{host, port});
}

std::string why_not(const ListenAddress& listen) {
  if (!is_loopback(listen.host)) return "Other machines cannot open it yet: this machine has no network address.\n";
  return fmt::format(
      "Other machines cannot open this address. To let them, set a token in the configuration (server.token) and start "
      "with --listen 0.0.0.0:{0}, or let anyone tune with --listen 0.0.0.0:{0} --open.\n",
      listen.port);
}

}  // namespace

std::string url_for_others(const ListenAddress& listen, std::string_view main_address,
                           std::span<const LocalAddress> addresses) {
  if (is_loopback(listen.host)) return "";
  const auto reached = addresses_at(listen.host, addresses);
  if (reached.empty()) return "";
  if (std::ranges::count(reached, main_address, &LocalAddress::text))
    return url_of(std::string(main_address), listen.port);
  const auto ipv4 = std::ranges::find(reached, false, &LocalAddress::is_ipv6);
  return url_of(ipv4 == reached.end() ? reached.front().text : ipv4->text, listen.port);
}

std::string qr_text(const ListenAddress& listen) {
  const std::string url = url_for_others(listen, main_address(), local_addresses());
  return url.empty() ? why_not(listen) : drawn(qr_code_of(url), style_of_terminal()) + url + "\n";
}

}  // namespace spectrumd
