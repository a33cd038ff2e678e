// SPDX-License-Identifier: MIT
#include <thread>

#include "daemon/server/endpoints/events.h"
#include "tests/daemon/server/http_world.h"

namespace spectrumd {
namespace {

using namespace std::chrono_literals;
using nlohmann::json;

struct ServerEvent {
  std::string id, event, data;
};

std::optional<ServerEvent> parse(const std::optional<std::string>& block) {
  if (!block) return std::nullopt;
  ServerEvent parsed;
  for (std::size_t at = 0; at < block->size();) {
    const std::size_t end = std::min(block->find('\n', at), block->size());
    const std::string line = block->substr(at, end - at);
    if (line.starts_with("id: ")) parsed.id = line.substr(4);
    if (line.starts_with("event: ")) parsed.event = line.substr(7);
    if (line.starts_with("data: ")) parsed.data = line.substr(6);
    at = end + 1;
  }
  return parsed;
}

class EventStream : public HttpWorld {
 protected:
  HttpClient listen(const std::string& query = "", const Lines& lines = {}) {
    HttpClient client = this->client();
    client.send(request_text("GET", "/api/v1/events" + query, lines));
    const HttpAnswer head = client.read_head();
    EXPECT_EQ(head.status, 200);
    EXPECT_EQ(head.header("Content-Type"), "text/event-stream");
    EXPECT_EQ(head.header("Cache-Control"), "no-store");
    return client;
  }

  static std::optional<ServerEvent> next(HttpClient& client, std::string_view kind,
                                         std::chrono::milliseconds timeout = std::chrono::seconds(5)) {
    const auto end = std::chrono::steady_clock::now() + timeout;
    while (std::chrono::steady_clock::now() < end) {
      const auto event = parse(client.read_chunked_block(std::chrono::ceil<std::chrono::milliseconds>(
          std::max<std::chrono::steady_clock::duration>(end - std::chrono::steady_clock::now(), 0ms))));
      if (!event) return std::nullopt;
      if (event->event == kind) return event;
    }
    return std::nullopt;
  }
  static json next_json(HttpClient& client, std::string_view kind) {
    const auto event = next(client, kind);
    return event ? json::parse(event->data) : json();
  }
};

TEST_F(EventStream, SaysWhoTuned) {
  HttpClient client = listen();
  ASSERT_FALSE(next_json(client, "status").is_null());
  events_.add({.id = 0,
               .time = {},
               .kind = "retune",
               .text = "center 145MHz",
               .by = {.via = "websocket", .address = "192.0.2.7"},
               .generation = 7});
  server_->wake();
  const json event = next_json(client, "event");
  EXPECT_EQ(event["via"], "websocket");
  EXPECT_EQ(event["by"], "192.0.2.7");
  EXPECT_EQ(event["generation"], 7);
  EXPECT_FALSE(
      event_json({.id = 1, .time = {}, .kind = "source", .text = "", .by = {}}, Access::Change).contains("via"));
}

TEST_F(EventStream, KeepsTheAddressesOfOthersFromThoseWithoutTheToken) {
  const Event event{.id = 1,
                    .time = {},
                    .kind = "share",
                    .text = "a client receives samples",
                    .by = {.via = "rtl_tcp", .address = "192.0.2.7 port 4000"}};
  EXPECT_EQ(event_json(event, Access::Change)["by"], "192.0.2.7 port 4000");
  EXPECT_EQ(event_json(event, Access::Read)["by"], "another client");
  EXPECT_FALSE(event_json(event, Access::Change).contains("generation")) << "no rows are under it";
}

TEST_F(EventStream, SendsTheStatusEachSecond) {
  HttpClient client = listen();
  const json first = next_json(client, "status");
  EXPECT_EQ(first["clients"]["events"], 1);
  const auto start = std::chrono::steady_clock::now();
  EXPECT_TRUE(next_json(client, "status").contains("samples"));
  const auto took = std::chrono::steady_clock::now() - start;
  EXPECT_GT(took, 800ms);
  EXPECT_LT(took, 1500ms);
}

TEST_F(EventStream, SendsRowsAsTheyCome) {
  push(row_now(1, 256, 10));
  HttpClient client = listen("?rows=1&bins=64&detector=max");
  EXPECT_EQ(next_json(client, "row")["sequence"], 1) << "the latest at once";
  for (std::uint64_t sequence = 2; sequence < 20; ++sequence) {
    const auto start = std::chrono::steady_clock::now();
    push(row_now(sequence, 256, 10));
    const json row = next_json(client, "row");
    EXPECT_EQ(row["sequence"], sequence);
    EXPECT_EQ(row["levels"].size(), 64U);
    EXPECT_EQ(row["levels"][2], -20.0);
    EXPECT_LT(std::chrono::steady_clock::now() - start, 400ms);
  }
}

TEST_F(EventStream, SendsNoRowsUnlessRequested) {
  HttpClient client = listen();
  push(row_now(1, 256, 10));
  EXPECT_EQ(next(client, "row", 300ms), std::nullopt);
}

TEST_F(EventStream, MergesWhatComesFasterThanWanted) {
  HttpClient client = listen("?rows=1&rate=2&from=99M&to=101M");
  for (std::uint64_t sequence = 1; sequence <= 40; ++sequence) {
    auto row = make_row(sequence, std::vector<Centibel>(256, -7000), 1e9 + static_cast<double>(sequence) * 0.05);
    push(row);
    std::this_thread::sleep_for(2ms);
  }
  json row = next_json(client, "row");
  const std::uint64_t first = row["sequence"];
  EXPECT_NEAR(row["duration_seconds"].get<double>(), 0.5, 0.06);
  EXPECT_EQ(row["flags"], json::array({"merged"}));
  EXPECT_EQ(row["rbw_hz"], 2.4e6 / 256 * 1.5) << "of the transform, not of what is left of its bins";
  row = next_json(client, "row");
  EXPECT_EQ(row["sequence"], first + 10);
}

TEST_F(EventStream, SendsEventsWithTheirNumbers) {
  events_.add("source", "before anybody listened");
  HttpClient client = listen();
  next(client, "status");
  events_.add("gap", "12 samples\nare \"missing\"");
  server_->wake();
  const auto event = next(client, "event");
  ASSERT_TRUE(event);
  EXPECT_EQ(json::parse(event->data)["kind"], "gap");
  EXPECT_EQ(json::parse(event->data)["text"], "12 samples\nare \"missing\"");
  EXPECT_EQ(event->id, std::to_string(events_.last_id()));
}

TEST_F(EventStream, ResumesWhereAClientWasCutOff) {
  for (const char* text : {"one", "two", "three"}) events_.add("source", text);
  const std::uint64_t last = events_.last_id();
  HttpClient client = listen("", {fmt::format("Last-Event-ID: {}", last - 2)});
  EXPECT_EQ(next_json(client, "event")["text"], "two");
  EXPECT_EQ(next_json(client, "event")["text"], "three");
  HttpClient after_restart = listen("", {"Last-Event-ID: 1000000"});
  EXPECT_EQ(next_json(after_restart, "event")["id"], 1) << "numbers of another life of the server";
  EXPECT_EQ(get("/api/v1/events", {"Last-Event-ID: x"}).error_code(), "bad_value");
}

// As EventSource does by itself: it sends the last id that it saw.
TEST_F(EventStream, ResumesWithTheRowsThatAClientMissed) {
  events_.add("source", "one");
  for (std::uint64_t sequence = 1; sequence <= 3; ++sequence) push(row_now(sequence, 256, 10));
  std::string id;
  {
    HttpClient client = listen("?rows=1&bins=64");
    const auto row = next(client, "row");
    ASSERT_TRUE(row);
    EXPECT_EQ(json::parse(row->data)["sequence"], 3);
    id = row->id;
  }
  EXPECT_EQ(id, fmt::format("{}-3", events_.last_id()));
  events_.add("source", "two");
  for (std::uint64_t sequence = 4; sequence <= 60; ++sequence) push(row_now(sequence, 256, 10));
  HttpClient client = listen("?rows=1&bins=64", {"Last-Event-ID: " + id});
  EXPECT_EQ(next_json(client, "event")["text"], "two");
  for (std::uint64_t sequence = 4; sequence <= 60; ++sequence)
    ASSERT_EQ(next_json(client, "row")["sequence"], sequence);
  push(row_now(61, 256, 10));
  EXPECT_EQ(next_json(client, "row")["sequence"], 61);
  HttpClient after_restart = listen("?rows=1&bins=64", {"Last-Event-ID: 1-100000"});
  EXPECT_EQ(next_json(after_restart, "row")["sequence"], 61) << "a row of another life of the server";
  for (const char* wrong : {"x", "1-", "-1", "1-2-3", "1-x"})
    EXPECT_EQ(get("/api/v1/events?rows=1", {fmt::format("Last-Event-ID: {}", wrong)}).error_code(), "bad_value")
        << wrong;
}

TEST_F(EventStream, SkipsRowsForAClientThatIsLate) {
  push(row_now(1, 16, 1));
  HttpClient client = listen("?rows=1&bins=16384");
  EXPECT_EQ(next_json(client, "row")["sequence"], 1);
  // Thirty megabytes do not fit into the sockets of a client that does not read.
  for (std::uint64_t sequence = 2; sequence <= 300; ++sequence) {
    push(row_now(sequence, 16384, 7));
    std::this_thread::sleep_for(2ms);
  }
  std::uint64_t before = 1, skipped = 0;
  while (before < 300) {
    const auto event = next(client, "row");
    ASSERT_TRUE(event) << "after row " << before;
    const std::uint64_t sequence = json::parse(event->data)["sequence"];
    EXPECT_GT(sequence, before);
    skipped += sequence - before - 1;
    before = sequence;
  }
  EXPECT_GT(skipped, 0U);
}

TEST_F(EventStream, ForgetsClientsThatLeave) {
  {
    std::vector<HttpClient> clients;
    for (int i = 0; i < 10; ++i) clients.push_back(listen("?rows=1"));
    EXPECT_EQ(context_.event_clients, 10U);
  }
  EXPECT_TRUE(eventually([this] { return context_.event_clients == 0; }, 3s)) << context_.event_clients;
}

}  // namespace
}  // namespace spectrumd
