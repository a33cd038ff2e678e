// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "daemon/server/http/answer.h"
#include "daemon/server/http/query.h"
#include "daemon/server/sockets/client_address.h"
#include "daemon/users/accounts.h"

namespace spectrumd {

// Names of headers, schemes and hosts are case-insensitive.
bool same_name(std::string_view a, std::string_view b);

// Splits "gzip, br;q=0.5" into items, without white space and parameters.
std::vector<std::string_view> items_of(std::string_view list);

// The head of a request: everything but its body.
struct RequestHead {
  std::string method;
  std::string path;
  bool http_1_1 = true;
  std::vector<Header> headers;
  Query::Given query;

  std::optional<std::string_view> header(std::string_view name) const;  // the first of that name
  std::size_t header_count(std::string_view name) const;
  bool lists(std::string_view header_name, std::string_view item) const;
};

// The client that sent a request.
struct Sender {
  Caller caller = {};
  std::optional<ClientAddress> address = {};

  Access access() const { return caller.access(); }
};

struct Route;

// A request as a handler sees it: it has passed all checks.
struct Request {
  const RequestHead& head;
  const Query& query;
  const Json& body;               // of a change
  std::span<const Route> routes;  // all routes of the server
  Sender sender;
  Accounts* accounts = nullptr;  // of the server, if it has users
};

}  // namespace spectrumd
