// SPDX-License-Identifier: MIT
#include "daemon/server/http/packing.h"

#include <gtest/gtest.h>

#include "daemon/server/http/gzip.h"
#include "tests/daemon/server/gunzip.h"

namespace spectrumd {
namespace {

RequestHead head_that_takes(const std::string& encodings) {
  return {.method = "GET", .path = "/", .headers = {{"Accept-Encoding", encodings}}};
}

std::string header_of(const Answer& answer, std::string_view name) {
  for (const auto& [other, value] : answer.headers)
    if (other == name) return value;
  return "";
}

TEST(AcceptsGzip, ReadsWhatBrowsersAndProxiesWrite) {
  for (const char* text :
       {"gzip", "gzip, deflate, br", "br;q=1.0, GZIP;q=0.8, *;q=0.1", "identity,gzip;q=0.001", "deflate , gzip "})
    EXPECT_TRUE(accepts_gzip(head_that_takes(text))) << text;
  for (const char* text :
       {"", "identity", "br", "gzip;q=0", "gzip;q=0.0, br", "gzip; q=0", "gzipped", "*", ",", ";", ",;,"})
    EXPECT_FALSE(accepts_gzip(head_that_takes(text))) << text;
}

TEST(Gzip, GivesBackWhatWentIn) {
  std::string text;
  for (int i = 0; i < 100'000; ++i) text += std::to_string(i * 7919) + ",";
  for (const int level : {1, 9}) EXPECT_EQ(gunzip(gzip(text, level)), text);
  EXPECT_EQ(gunzip(gzip("", 9)), "");
}

TEST(Pack, PacksLongJsonForClientsThatAcceptIt) {
  const std::string text(2000, ' ');
  Answer answer{.body = text};
  pack(answer, head_that_takes("gzip"));
  EXPECT_EQ(header_of(answer, "Content-Encoding"), "gzip");
  EXPECT_EQ(header_of(answer, "Vary"), "Accept-Encoding");
  EXPECT_LT(answer.body.size(), 100U);
  EXPECT_EQ(gunzip(answer.body), text);
}

TEST(Pack, LeavesAloneWhatIsShortOrOtherwiseOrNotWanted) {
  Answer little{.body = std::string(1024, ' ')};
  pack(little, head_that_takes("gzip"));
  EXPECT_EQ(little.body.size(), 1024U);
  Answer binary{.type = "application/octet-stream", .body = std::string(2000, ' ')};
  pack(binary, head_that_takes("gzip"));
  EXPECT_EQ(binary.body.size(), 2000U);
  Answer unwanted{.body = std::string(2000, ' ')};
  pack(unwanted, head_that_takes("br"));
  EXPECT_EQ(unwanted.body.size(), 2000U);
  EXPECT_EQ(header_of(unwanted, "Vary"), "Accept-Encoding");
}

struct FiftyPieces : BodySource {
  SharedText next() override {
    if (left == 0) return nullptr;
    --left;
    return std::make_shared<const std::string>(10'000, static_cast<char>('a' + left % 26));
  }
  int left = 50;
};

TEST(Pack, PacksPieceByPiece) {
  Answer answer;
  answer.source = std::make_shared<FiftyPieces>();
  pack(answer, head_that_takes("gzip"));
  std::string packed;
  while (const SharedText piece = answer.source->next()) packed += *piece;
  EXPECT_EQ(gunzip(packed).size(), 500'000U);
  EXPECT_EQ(answer.source->next(), nullptr) << "an end is an end";
}

TEST(Pack, PacksRowsThatAreMadeAsTheyAreSent) {
  Answer rows{.type = "application/octet-stream"};
  rows.source = std::make_shared<FiftyPieces>();
  pack(rows, head_that_takes("gzip"));
  EXPECT_EQ(header_of(rows, "Content-Encoding"), "gzip");
  Answer plain{.type = "application/octet-stream"};
  plain.source = std::make_shared<FiftyPieces>();
  pack(plain, head_that_takes("identity"));
  EXPECT_EQ(header_of(plain, "Content-Encoding"), "");
  EXPECT_EQ(plain.source->next()->size(), 10'000U);
}

}  // namespace
}  // namespace spectrumd
