// SPDX-License-Identifier: MIT
#include "daemon/server/http/unknown_host.h"

#include <fmt/format.h>

#include "daemon/config/xml_text.h"

namespace spectrumd {

namespace {

constexpr std::string_view kCode = "unknown_host";

constexpr const char* kPage = R"(<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>spectrumd: unknown host name</title>
<h1>spectrumd does not know the name &ldquo;{0}&rdquo;</h1>
<p>The server works, but it answers only to names that it knows. Otherwise any web site could use your browser to reach
it (DNS rebinding).</p>
<p>If &ldquo;{0}&rdquo; is a name of this server, add it to <code>server.hosts</code> of its configuration,
<code>/etc/spectrumd/spectrumd.json</code>:</p>
<pre>"server": {{ "hosts": [ "{0}" ] }}</pre>
<p>and run <code>systemctl reload spectrumd</code>, or start it with <code>--hosts {0}</code>.</p>
<p>Without any change it is reached by its IP address; <code>hostname -I</code> prints it.</p>
</html>
)";

}  // namespace

std::string_view host_of(std::string_view authority) {
  if (authority.starts_with('[')) return authority.substr(0, authority.find(']') + 1);
  return authority.substr(0, authority.find(':'));
}

RequestError unknown_host(std::string_view authority) {
  return {421, std::string(kCode),
          fmt::format("\"{}\" is not a name of this server; add it to server.hosts", shown(authority)), "Host"};
}

bool is_unknown_host(const RequestError& error) { return error.code == kCode; }

Answer unknown_host_page(const RequestHead& head) {
  const std::string name = xml_text(shown(host_of(head.header("Host").value_or(""))));
  return {.status = 421, .type = "text/html; charset=utf-8", .body = fmt::format(kPage, name)};
}

}  // namespace spectrumd
