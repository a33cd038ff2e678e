// SPDX-License-Identifier: MIT
#include <fstream>

#include "daemon/server/rows/row_codec.h"
#include "tests/daemon/server/gunzip.h"
#include "tests/daemon/server/http_world.h"

namespace spectrumd {
namespace {

using namespace std::chrono_literals;

constexpr std::size_t kMiB = std::size_t{1} << 20;
constexpr std::size_t kBins = 65536;
constexpr const char* kLongest = "/api/v1/history?since=-600&rows=10&bins=65536&detectors=mean,max,min&bytes=2";

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kSanitized = true;  // which needs extra memory
#else
constexpr bool kSanitized = false;
#endif

std::size_t resident_bytes() {
  std::size_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages >> pages;
  return pages * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

class LongAnswers : public HttpWorld {
 protected:
  explicit LongAnswers(std::size_t memory_mib = 32) : HttpWorld(settings(memory_mib)) {
    for (std::uint64_t i = 1; i <= kRows; ++i) push(row_now(i, kBins, i, (kRows - i) * 50ms));
  }

  static Settings settings(std::size_t memory_mib) {
    Settings settings = small_radio_settings();
    settings.server.memory_mib = memory_mib;
    return settings;
  }

  // Connections that ask for the longest answer there is and do not read it, once each has got something.
  std::vector<HttpClient> unread(std::size_t count) const {
    std::vector<HttpClient> clients;
    for (std::size_t i = 0; i < count; ++i) {
      clients.push_back(client());
      clients.back().send(request_text("GET", kLongest, {"Accept: application/octet-stream"}));
    }
    for (const HttpClient& each : clients) EXPECT_TRUE(eventually([&] { return each.has_answer(); }));
    return clients;
  }

  static constexpr std::uint64_t kRows = 25;
};

TEST_F(LongAnswers, TakeLittleMemoryWhileTheyAreNotRead) {
  const std::size_t before = resident_bytes();
  std::vector<HttpClient> clients = unread(kSanitized ? 5 : 30);  // before the first is cut for reading nothing
  EXPECT_GT(context_.memory.used(), 0U);
  EXPECT_LE(context_.memory.used(), 32 * kMiB);
  EXPECT_TRUE(kSanitized || resident_bytes() < before + 128 * kMiB);
  EXPECT_EQ(get("/api/v1/status").status, 200);
  constexpr std::size_t kRow = kRowHeaderBytes + 3 * kBins * 2;
  for (HttpClient& each : clients) {
    const HttpAnswer answer = each.read(false, 30s);
    EXPECT_EQ(answer.status, 200);
    EXPECT_EQ(answer.body.size() % kRow, 0U);
    EXPECT_GE(answer.body.size(), 5 * kRow);
    EXPECT_LE(answer.body.size(), 10 * kRow);
  }
  EXPECT_TRUE(eventually([this] { return context_.memory.used() == 0; }));
}

struct LittleMemory : LongAnswers {
  LittleMemory() : LongAnswers(2) {}
};

TEST_F(LittleMemory, IsNotExceededByLongAnswers) {
  std::vector<HttpClient> clients = unread(30);
  EXPECT_LE(context_.memory.used(), 2 * kMiB);
  EXPECT_EQ(get("/api/v1/status").status, 200) << "short answers take none of it";
  std::size_t served = 0, refused = 0;
  for (HttpClient& each : clients) {
    const HttpAnswer answer = each.read(false, 30s);
    ++(answer.status == 200 ? served : refused);
    if (answer.status == 200) continue;
    EXPECT_EQ(answer.status, 503);
    EXPECT_EQ(answer.error_code(), "busy");
    EXPECT_NE(answer.header("Retry-After"), "");
  }
  EXPECT_GT(served, 0U);
  EXPECT_GT(refused, 0U);
  EXPECT_TRUE(eventually([this] { return context_.memory.used() == 0; }));
  EXPECT_EQ(get(kLongest, {"Accept: application/octet-stream"}).status, 200) << "there is room again";
}

TEST_F(LittleMemory, BoundsLongSpectraToo) {
  std::vector<HttpClient> clients;
  for (int i = 0; i < 20; ++i) {
    clients.push_back(client());
    clients.back().send(request_text("GET", "/api/v1/spectrum?bins=65536"));
  }
  for (const HttpClient& each : clients) EXPECT_TRUE(eventually([&] { return each.has_answer(); }));
  EXPECT_LE(context_.memory.used(), 2 * kMiB);
}

TEST_F(LongAnswers, AreTheRowsOfTheHistoryByteForByte) {
  std::string expected;
  const RowFormat format{.detectors = 7, .bytes_per_level = 2};
  for (const RowPtr& row : history_.recent(kRows))
    for (const std::byte byte : encode_row(*row, {.bins = 512}, format, 0, true)) expected += static_cast<char>(byte);
  const HttpAnswer answer = get("/api/v1/history?since=-600&rows=1000&bins=512&detectors=mean,max,min&bytes=2",
                                {"Accept: application/octet-stream"});
  EXPECT_EQ(answer.body.size(), expected.size());
  EXPECT_TRUE(answer.body == expected);
}

TEST_F(LongAnswers, SayTheSamePackedOrNot) {
  const std::string target =
      "/api/v1/history?since=-600&rows=10&bins=4096&until=" + format_time(history_.latest()->time);
  const HttpAnswer plain = get(target), packed = get(target, {"Accept-Encoding: gzip"});
  EXPECT_EQ(packed.header("Content-Encoding"), "gzip");
  EXPECT_EQ(gunzip(packed.body), plain.body);
  EXPECT_EQ(plain.json()["rows"].back()["levels"].size(), 4096U);
  EXPECT_EQ(plain.json()["tier_seconds"], 0);
}

TEST_F(LongAnswers, AreTheSameRowsPackedOrNot) {
  const std::string target =
      "/api/v1/history?since=-600&rows=100&bins=512&detectors=mean,max&until=" + format_time(history_.latest()->time);
  const std::string rows = "Accept: application/octet-stream";
  const HttpAnswer plain = get(target, {rows}), packed = get(target, {rows, "Accept-Encoding: gzip"});
  EXPECT_EQ(plain.header("Content-Encoding"), "");
  EXPECT_EQ(packed.header("Content-Encoding"), "gzip");
  EXPECT_LT(packed.body.size(), plain.body.size());
  EXPECT_EQ(gunzip(packed.body), plain.body);
}

}  // namespace
}  // namespace spectrumd
