// SPDX-License-Identifier: MIT
#include "daemon/server/websocket/deflate_offer.h"

#include <gtest/gtest.h>

#include "daemon/server/websocket/handshake.h"

namespace spectrumd {
namespace {

RequestHead head_that_offers(const std::vector<std::string>& lines) {
  RequestHead head{.method = "GET",
                   .path = "/ws",
                   .headers = {{"Upgrade", "websocket"},
                               {"Connection", "Upgrade"},
                               {"Sec-WebSocket-Version", "13"},
                               {"Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="}}};
  for (const std::string& line : lines) head.headers.emplace_back("Sec-WebSocket-Extensions", line);
  return head;
}

std::string answer_to(const std::vector<std::string>& lines) {
  for (const auto& [name, value] : websocket_headers(head_that_offers(lines)))
    if (name == "Sec-WebSocket-Extensions") return value;
  return "";
}

constexpr const char* kPlain = "permessage-deflate; client_no_context_takeover";

TEST(DeflateOffer, WithoutOneNothingIsAgreed) {
  EXPECT_EQ(answer_to({}), "");
  EXPECT_EQ(answer_to({""}), "");
  EXPECT_EQ(answer_to({"x-webkit-deflate-frame, permessage-bzip2"}), "");
}

TEST(DeflateOffer, OfBrowsersAndLibrariesIsAccepted) {
  for (const char* offer :
       {"permessage-deflate", "permessage-deflate; client_max_window_bits", "foo, permessage-deflate",
        "permessage-deflate;client_max_window_bits=15", " permessage-deflate ; client_no_context_takeover"})
    EXPECT_EQ(answer_to({offer}), kPlain) << offer;
  EXPECT_EQ(answer_to({"foo", "permessage-deflate"}), kPlain) << "in the second line";
}

TEST(DeflateOffer, LimitsOfTheClientAreKeptAndSaid) {
  const std::string offer = "permessage-deflate; server_no_context_takeover; server_max_window_bits=\"10\"";
  EXPECT_EQ(deflate_terms(head_that_offers({offer})),
            (DeflateTerms{.window_bits = 10, .names_window = true, .keeps_context = false}));
  EXPECT_EQ(answer_to({offer}), std::string(kPlain) + "; server_no_context_takeover; server_max_window_bits=10");
}

TEST(DeflateOffer, ThatCannotBeKeptGivesWayToTheNext) {
  for (const char* parameter :
       {"server_max_window_bits=8", "server_max_window_bits=16", "server_max_window_bits=09", "server_max_window_bits",
        "server_max_window_bits=1x", "client_max_window_bits=7", "client_no_context_takeover=1", "unknown", "",
        "server_no_context_takeover; server_no_context_takeover", "server_max_window_bits=99999999999999999999"}) {
    const std::string offer = std::string("permessage-deflate; ") + parameter;
    EXPECT_EQ(answer_to({offer}), "") << offer;
    EXPECT_EQ(answer_to({offer + ", permessage-deflate"}), kPlain) << offer;
  }
}

}  // namespace
}  // namespace spectrumd
