// SPDX-License-Identifier: MIT
#include "daemon/server/websocket/websocket_hub.h"

#include <fcntl.h>
#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <thread>

#include "daemon/config/json_text.h"
#include "daemon/server/endpoints/openapi.h"
#include "daemon/server/websocket/message_deflater.h"
#include "tests/daemon/pipeline/rows.h"
#include "tests/daemon/server/deflated_messages.h"
#include "tests/daemon/server/json_schema.h"
#include "tests/daemon/server/websocket_test_client.h"
#include "tests/daemon/server/wire_row.h"
#include "tests/eventually.h"

namespace spectrumd {
namespace {

using namespace std::chrono_literals;
using nlohmann::json;

Settings small_radio() {
  Settings settings;
  settings.source = "sim";
  settings.tuning.rate = {250e3};
  settings.analysis.fft = 256;
  settings.analysis.rows = 1;
  return settings;
}

// A hub whose rows are made by hand; the radio is there to be queried and tuned, and has a separate history.
class Hub : public testing::Test {
 protected:
  Hub() : Hub(WebSocketLimits{}) {}
  explicit Hub(const WebSocketLimits& limits) : hub_(std::make_unique<WebSocketHub>(context_, limits)) {}
  ~Hub() override { end(); }

  WebSocketTestClient connect(bool may_tune = false, const std::string& first_bytes = "",
                              const std::optional<DeflateTerms>& deflate = {}) {
    std::array<int, 2> ends{};
    EXPECT_EQ(socketpair(AF_UNIX, SOCK_STREAM, 0, ends.data()), 0);
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
    ++connected_;
    const auto on_closed = [this, fd = ends[0], calls = 0]() mutable {
      EXPECT_EQ(++calls, 1) << "on_closed called twice";
      ++closed_;
      close(fd);
    };
    hub_->add(ends[0], std::as_bytes(std::span(first_bytes)), Caller{.role = may_tune ? Role::Admin : Role::Listener},
              on_closed, {}, deflate);
    return WebSocketTestClient(ends[1]);
  }

  // A client that is known to be served.
  WebSocketTestClient greeted(bool may_tune = false) {
    WebSocketTestClient client = connect(may_tune);
    EXPECT_TRUE(client.next_message("hello"));
    return client;
  }

  void push(std::uint64_t sequence, std::size_t bins = 1024) {
    history_.push(flat_row(sequence, bins));
    hub_->wake();
  }

  bool closed_within(std::chrono::milliseconds limit, int count) const {
    return eventually([&] { return closed_ >= count; }, limit) && closed_ == count;
  }

  void end() { hub_.reset(); }

  const Settings settings_ = small_radio();
  History radio_history_{8 << 20}, history_{64 << 20};
  EventLog events_;
  Heartbeats radio_heartbeats_, heartbeats_;
  Receiver receiver_{settings_, radio_history_, events_, radio_heartbeats_};
  ChannelBook channels_{receiver_};
  Recordings recordings_{receiver_, channels_, events_, [this] { return settings_; }};
  ServerContext context_{.receiver = receiver_,
                         .history = history_,
                         .events = events_,
                         .heartbeats = heartbeats_,
                         .recordings = recordings_,
                         .settings = [this] { return *receiver_.settings(); }};
  int connected_ = 0;
  std::atomic<int> closed_ = 0;
  std::unique_ptr<WebSocketHub> hub_;
};

WireRow row_of(const std::optional<ServerFrame>& frame) {
  if (!frame) throw std::runtime_error("no row came");
  return decode_row(std::as_bytes(std::span(frame->payload)));
}

// Sends a view and waits for its answer, which stands between the rows of the old view and those of the new.
json changed_view(WebSocketTestClient& client, json message) {
  message["type"] = "view";
  client.say(message);
  return client.next_message("view").value();
}

// Each message that a client can get, by the schema of its type.
TEST_F(Hub, SendsMessagesThatFollowTheirSchemas) {
  const json known = json::parse(to_text(schemas()));
  const SchemaCheck check(known);
  auto client = connect(true);
  const auto expect = [&](const char* type, const char* schema) {
    const auto message = client.next_message(type);
    ASSERT_TRUE(message) << type;
    EXPECT_EQ(check.check(*message, schema), "") << message->dump();
  };
  const auto say = [&](const json& message, const char* schema) {
    EXPECT_EQ(check.check(message, schema), "");
    client.say(message);
  };
  expect("hello", "WebSocketHello");
  say({{"type", "view"}, {"from", "99.5M"}, {"to", nullptr}, {"bins", 64}, {"rate", 5}, {"detectors", {"mean", "max"}}},
      "WebSocketView");
  expect("view", "WebSocketViewInForce");
  say({{"type", "ping"}, {"id", "a"}}, "WebSocketPing");
  expect("pong", "WebSocketPong");
  say({{"type", "tune"}, {"gain", 20}}, "WebSocketTune");
  expect("tuning", "WebSocketTuning");
  client.say({{"type", "tune"}, {"gain", "loud"}});
  expect("error", "WebSocketError");
  say({{"type", "listen"}, {"center", "100.01M"}, {"mode", "am"}, {"codec", "s16"}, {"agc", false}}, "WebSocketListen");
  expect("listen", "WebSocketListenInForce");
  expect("meter", "WebSocketMeter");
  say({{"type", "listen"}, {"center", nullptr}}, "WebSocketListen");
  expect("listen", "WebSocketListenInForce");
  events_.add("source", "a text");
  hub_->wake();
  expect("event", "WebSocketEvent");
  expect("status", "WebSocketStatus");
}

TEST_F(Hub, SendsTheSoundOfAChannel) {
  auto client = greeted();
  client.say({{"type", "view"}, {"pause", true}});
  client.say({{"type", "listen"}, {"center", "100.01M"}, {"mode", "nfm"}});
  std::uint32_t next = 0;
  for (int packets = 0; packets < 10;) {
    const auto frame = client.next();
    ASSERT_TRUE(frame);
    if (frame->opcode() != kBinary) continue;
    ASSERT_EQ(frame->payload.substr(0, 4), "SPS1");
    std::uint32_t number = 0;
    std::memcpy(&number, frame->payload.data() + 12, sizeof number);
    EXPECT_EQ(number, next++);
    ++packets;
  }
  client.hang_up();
  EXPECT_TRUE(eventually([&] { return context_.channels.list().empty(); })) << "the channel goes with its client";
}

TEST_F(Hub, SaysHelloThenGivesRows) {
  push(1, 4096);
  auto client = connect();
  const auto hello = json::parse(client.next()->payload);
  EXPECT_EQ(hello.at("type"), "hello");
  EXPECT_EQ(hello.at("protocol"), "spectrum.v1");
  EXPECT_EQ(hello.at("status").at("source").at("kind"), "sim");
  const WireRow row = row_of(client.next_of(kBinary));
  EXPECT_EQ(row.sequence, 1U);
  EXPECT_EQ(row.bins, 1024U);
  EXPECT_EQ(row.detectors, 1U);
  EXPECT_EQ(row.bytes_per_level, 1U);
  EXPECT_EQ(row.span, 2.4e6);
}

TEST_F(Hub, SaysWhatTheClientMayDo) {
  EXPECT_EQ(connect(false).next_message("hello")->at("access"), "read");
  EXPECT_EQ(connect(true).next_message("hello")->at("access"), "change");
}

TEST_F(Hub, AnswersWhatCameWithTheHandshake) {
  auto client = connect(false, frame(kText, R"({"type":"ping","id":7})"));
  EXPECT_EQ(client.next_message("pong")->at("id"), 7);
}

TEST_F(Hub, ViewIsAnsweredAndFollowed) {
  auto client = greeted();
  const json view =
      changed_view(client, {{"from", 100e6}, {"to", 100.6e6}, {"bins", 100}, {"detectors", {"max", "min"}}});
  EXPECT_EQ(view.at("bins"), 100);
  EXPECT_EQ(view.at("detectors"), (json{"max", "min"}));
  push(1, 4096);
  const WireRow row = row_of(client.next_of(kBinary));
  EXPECT_EQ(row.bins, 100U);
  EXPECT_EQ(row.detectors, 6U);
  EXPECT_NEAR(row.center, 100.3e6, 600);
}

TEST_F(Hub, RecentRowsCanBeAskedForAgain) {
  auto client = greeted();
  for (std::uint64_t sequence = 1; sequence <= 10; ++sequence) {
    push(sequence);
    EXPECT_EQ(row_of(client.next_of(kBinary)).sequence, sequence);
  }
  changed_view(client, {{"recent", 4}});
  for (std::uint64_t sequence = 7; sequence <= 10; ++sequence) {
    const WireRow row = row_of(client.next_of(kBinary));
    EXPECT_EQ(row.sequence, sequence);
    EXPECT_TRUE(row.flags & kRowHistory);
  }
}

TEST_F(Hub, PauseStopsRows) {
  auto client = greeted();
  changed_view(client, {{"pause", true}});
  push(1);
  EXPECT_FALSE(client.next_of(kBinary, 100ms));
  changed_view(client, {{"pause", false}});
  push(2);
  EXPECT_EQ(row_of(client.next_of(kBinary)).sequence, 2U);
}

// Shows a sweep of 16 bins of which the first half has been measured, lasting so many seconds so far.
void show_half(RowInProgress& progress, int seconds) {
  const std::vector<Centibel> levels(8, -5000);
  progress.begin();
  RowFacts facts{.sequence = 1, .duration = std::chrono::seconds(seconds), .center = {100e6}, .span = {16e6}};
  facts.flags = kRowSwept | kRowPartial;
  progress.add(facts, 0, {levels, levels, levels, levels});
  progress.show();
}

TEST_F(Hub, TheRowInProgressComesToThoseWhoAskForIt) {
  RowInProgress& progress = receiver_.row_in_progress();
  progress.observe([this] { hub_->wake(); });
  progress.prepare(16);
  auto client = greeted(), other = greeted();
  EXPECT_TRUE(changed_view(client, {{"partial", true}}).at("partial"));
  show_half(progress, 1);
  const WireRow row = row_of(client.next_of(kBinary));
  EXPECT_EQ(row.flags, kRowSwept | kRowPartial);
  EXPECT_EQ(row.bins, 16U);
  EXPECT_EQ(row.db(1, 7), -50);
  EXPECT_EQ(row.levels.at(1).at(8), 0U) << "not measured yet";
  show_half(progress, 2);
  EXPECT_EQ(row_of(client.next_of(kBinary)).seconds, 2);
  push(1);
  EXPECT_EQ(row_of(client.next_of(kBinary)).flags, 0U);
  EXPECT_EQ(row_of(other.next_of(kBinary)).flags, 0U) << "the first that comes to a client that did not ask";
  progress.observe({});
}

TEST_F(Hub, LowerRateMerges) {
  auto client = greeted();
  changed_view(client, {{"rate", 5}});
  for (std::uint64_t sequence = 1; sequence <= 8; ++sequence) push(sequence);
  for (const std::uint32_t sequence : {4U, 8U}) {
    const WireRow row = row_of(client.next_of(kBinary));
    EXPECT_EQ(row.sequence, sequence);
    EXPECT_EQ(row.ffts, 40U);
    EXPECT_EQ(row.skipped, 0U);
  }
}

TEST_F(Hub, BadMessagesAreReportedAndForgiven) {
  auto client = greeted();
  for (const std::string bad : {"nonsense", "{}", R"({"type":"view","bins":1})", R"({"type":"sing"})"}) {
    client.send(frame(kText, bad));
    EXPECT_TRUE(client.next_message("error")->at("error").contains("message")) << bad;
  }
  client.say({{"type", "ping"}, {"id", "still here"}});
  EXPECT_EQ(client.next_message("pong")->at("id"), "still here");
}

TEST_F(Hub, ProtocolViolationsAreNot) {
  auto client = greeted();
  client.send(frame(kText, "{}", {.masked = false}));
  EXPECT_EQ(client.next_of(kClose)->close_code(), 1002U);
  client.hang_up();
  EXPECT_TRUE(closed_within(2s, 1));
}

TEST_F(Hub, WatchersMayNotTune) {
  auto client = greeted();
  client.say({{"type", "tune"}, {"center", 101e6}});
  EXPECT_EQ(client.next_message("error")->at("error").at("code"), "read_only");
  EXPECT_EQ(receiver_.status().tuning.center, settings_.tuning.center);
}

TEST_F(Hub, OthersMay) {
  auto client = greeted(true);
  client.say({{"type", "tune"}, {"center", 101e6}});
  EXPECT_EQ(client.next_message("tuning")->at("tuning").at("center"), 101e6);
  EXPECT_EQ(receiver_.status().tuning.center, Hertz{101e6});
  client.say({{"type", "tune"}, {"centre", 102e6}});
  EXPECT_EQ(client.next_message("error")->at("error").at("field"), "centre");
}

// The hub's own thread reads the event log: what it sends to each is compared.
TEST_F(Hub, OnlyThoseWhoMayTuneSeeWhoTuned) {
  auto tuner = greeted(true), reader = greeted();
  events_.add({.id = 0,
               .time = {},
               .kind = "retune",
               .text = "center 145MHz",
               .by = {.via = "http", .address = "192.0.2.7"},
               .generation = 7});
  Tuning tuning = settings_.tuning;
  tuning.center = {100.1e6};
  receiver_.change(tuning, settings_.analysis, {.via = "http", .address = "192.0.2.8"});
  hub_->wake();
  const auto by = [](WebSocketTestClient& client) { return client.next_message("event").value().at("by"); };
  EXPECT_EQ(by(tuner), "192.0.2.7");
  EXPECT_EQ(by(reader), "another client");
  const auto tuned_by = [](WebSocketTestClient& client) {
    return client.next_message("status").value().at("status").at("tuned_by").at("by");
  };
  EXPECT_EQ(tuned_by(tuner), "192.0.2.8");
  EXPECT_EQ(tuned_by(reader), "another client");
}

TEST_F(Hub, AnswersAChangeWithTheGenerationThatItsEventHas) {
  auto client = greeted(true);
  client.say({{"type", "tune"}, {"gain", 20}});
  const json answer = client.next_message("tuning").value();
  const Event event = events_.after(0).back();
  EXPECT_EQ(event.by.via, "websocket");
  EXPECT_EQ(event.generation, answer.at("generation"));
}

TEST_F(Hub, TooManyChangesAreRefusedAndThenTooManyMessagesEndIt) {
  auto client = greeted(true);
  std::string flood;
  for (int i = 0; i < 2000; ++i) flood += frame(kText, R"({"type":"tune","averaging":1})");
  std::jthread sender([&client, &flood] { client.send(flood); });
  int done = 0, refused = 0;
  std::optional<ServerFrame> last;
  while ((last = client.next(20s)) && last->opcode() != kClose) {
    if (last->opcode() != kText) continue;
    const json message = json::parse(last->payload);
    done += message.at("type") == "tuning";
    refused += message.at("type") == "error" && message.at("error").at("code") == "too_many_changes";
  }
  ASSERT_TRUE(last);
  EXPECT_EQ(last->close_code(), 1008U);
  EXPECT_EQ(last->payload.substr(2), "too many messages");
  EXPECT_GE(done, 100);
  EXPECT_LT(done, 2000);
  EXPECT_GT(refused, 0);
}

TEST_F(Hub, EventsAndStatusComeByThemselves) {
  auto client = greeted();
  events_.add("gap", "samples were lost");
  hub_->wake();
  for (;;) {  // the radio may report something, too
    const auto event = client.next_message("event");
    ASSERT_TRUE(event);
    if (event->at("text") == "samples were lost") break;
  }
  EXPECT_EQ(client.next_message("status")->at("status").at("clients").at("websocket"), 1);
}

TEST_F(Hub, ManyClientsGetEveryRow) {
  std::vector<WebSocketTestClient> clients;
  for (int i = 0; i < 50; ++i) clients.push_back(greeted());
  for (std::uint64_t sequence = 1; sequence <= 20; ++sequence) {
    push(sequence);
    for (auto& client : clients) ASSERT_EQ(row_of(client.next_of(kBinary)).sequence, sequence);
  }
}

TEST_F(Hub, OnlyASlowReaderGetsRowsMerged) {
  auto slow = greeted();
  auto quick = greeted();
  constexpr std::uint32_t kRows = 1500;
  for (std::uint32_t sequence = 1; sequence <= kRows; ++sequence) {
    push(sequence);
    const WireRow row = row_of(quick.next_of(kBinary));
    ASSERT_EQ(row.sequence, sequence);
    ASSERT_EQ(row.skipped, 0U);
  }
  std::uint32_t last = 0, received = 0, ffts = 0;
  while (last < kRows) {
    const WireRow row = row_of(slow.next_of(kBinary));
    ASSERT_GT(row.sequence, last);
    EXPECT_EQ(row.ffts, 10 * (row.sequence - last)) << "each row it did not get is in the next";
    EXPECT_EQ(row.skipped, 0U);
    last = row.sequence;
    ffts += row.ffts;
    ++received;
  }
  EXPECT_LT(received, kRows - 500) << "a send buffer full, and then merged ones";
  EXPECT_EQ(ffts, 10 * kRows);
}

// The next row of a client that inflates each message, as it must.
std::string inflated_row(WebSocketTestClient& client, TestInflater& inflater) {
  while (const auto frame = client.next()) {
    const std::string payload = inflater.inflate(frame->payload);
    if (frame->first_byte == 0xC2U) return payload;
  }
  return "";
}

TEST_F(Hub, CompressesForClientsThatAgreed) {
  auto plain = greeted();
  auto packed = connect(false, "", DeflateTerms{});
  TestInflater inflater;
  EXPECT_EQ(json::parse(inflater.inflate(packed.next()->payload))["type"], "hello");
  EXPECT_EQ(context_.memory.used(), MessageDeflater::memory_bytes({}));
  for (std::uint64_t sequence = 1; sequence <= 3; ++sequence) {
    push(sequence);
    EXPECT_EQ(inflated_row(packed, inflater), plain.next_of(kBinary)->payload);
  }
  packed.hang_up();
  EXPECT_TRUE(eventually([this] { return context_.memory.used() == 0; }, 10s)) << context_.memory.used();
}

TEST_F(Hub, LeavesRowsOfTwoBytesAsTheyAre) {
  auto client = connect(false, "", DeflateTerms{});
  client.say({{"type", "view"}, {"bytes", 2}, {"bins", 64}});
  TestInflater inflater;
  bool answered = false;
  while (!answered) {
    const auto frame = client.next();
    ASSERT_TRUE(frame);
    answered = json::parse(inflater.inflate(frame->payload))["type"] == "view";
  }
  push(1);
  std::optional<ServerFrame> row;
  do row = client.next();
  while (row && row->opcode() != kBinary);
  EXPECT_EQ(row.value().first_byte, 0x82U);
  EXPECT_EQ(row_of(row).bytes_per_level, 2U);
}

TEST_F(Hub, SendsMessagesAsTheyAreWithoutMemoryToCompressThem) {
  context_.memory.set_limit(2 * MessageDeflater::memory_bytes({}) - 1);
  const auto first = connect(false, "", DeflateTerms{});
  auto second = connect(false, "", DeflateTerms{});
  EXPECT_TRUE(second.next_message("hello"));
  EXPECT_EQ(context_.memory.used(), MessageDeflater::memory_bytes({})) << "that of the first";
  second.send(frame(kText, deflated(R"({"type":"ping","id":5})"), {.rsv = 4}));
  EXPECT_EQ(second.next_message("pong").value()["id"], 5);
}

TEST_F(Hub, IsDoneWithAClientThatHangsUp) {
  auto client = greeted();
  client.hang_up();
  EXPECT_TRUE(closed_within(2s, 1));
}

TEST_F(Hub, TicksWhileThereIsNothingToDo) {
  for (int ticks = 0; ticks < 2; ++ticks) {
    const auto last_tick = [this] { return heartbeats_.pulses()[Heartbeats::WebSocket].last; };
    EXPECT_TRUE(eventually([&, before = last_tick()] { return last_tick() > before; }, 5s)) << ticks;
  }
}

TEST_F(Hub, ClosesEveryClientWhenItEnds) {
  std::vector<WebSocketTestClient> clients;
  for (int i = 0; i < 10; ++i) clients.push_back(greeted());
  auto stuck = greeted();
  for (std::uint64_t sequence = 1; sequence <= 500; ++sequence) push(sequence);
  auto fresh = connect();  // perhaps not even taken over yet
  std::vector<std::jthread> readers;
  std::atomic<int> closed = 0;
  for (auto& client : clients)
    readers.emplace_back([&] {
      const auto last = client.next_of(kClose);
      if (last && last->close_code() == 1001) ++closed;
      client.hang_up();
    });
  const auto begin = std::chrono::steady_clock::now();
  end();
  EXPECT_LT(std::chrono::steady_clock::now() - begin, 5s) << "half a second, on a busy machine more";
  EXPECT_EQ(closed_, connected_);
  readers.clear();
  EXPECT_EQ(closed, 10);
}

class StrictHub : public Hub {
 protected:
  StrictHub() : Hub(WebSocketLimits{.clients = 2, .compressed = 1, .stuck = 300ms, .send_buffer_bytes = 16 * 1024}) {}
};

TEST_F(StrictHub, ClosesAClientThatNeverReads) {
  auto stuck = greeted();
  auto quick = greeted();
  std::uint64_t sequence = 0;
  while (closed_ == 0 && sequence < 1000) {
    push(++sequence);
    ASSERT_EQ(row_of(quick.next_of(kBinary)).sequence, sequence);
    std::this_thread::sleep_for(5ms);
  }
  EXPECT_EQ(closed_, 1);
  EXPECT_LT(sequence, 1000U);
}

TEST_F(StrictHub, ClosesAClientThatWakesUpInTime) {
  auto lazy = greeted();
  for (std::uint64_t sequence = 1; sequence <= 200; ++sequence) push(sequence);
  std::this_thread::sleep_for(
      700ms);  // longer than it may be stuck; what the hub thinks of it cannot be seen from here
  const auto last = lazy.next_of(kClose);
  ASSERT_TRUE(last);
  EXPECT_EQ(last->close_code(), 1008U);
}

TEST_F(StrictHub, CompressesForSoManyOnly) {
  TestInflater inflater;
  {
    auto first = connect(false, "", DeflateTerms{});
    EXPECT_EQ(json::parse(inflater.inflate(first.next()->payload))["type"], "hello");
    auto second = connect(false, "", DeflateTerms{});
    EXPECT_EQ(json::parse(second.next()->payload)["type"], "hello");
  }
  EXPECT_TRUE(closed_within(10s, 2));
  auto third = connect(false, "", DeflateTerms{});
  EXPECT_EQ(json::parse(TestInflater().inflate(third.next()->payload))["type"], "hello") << "there is memory again";
}

TEST_F(StrictHub, SendsOneTooManyAway) {
  auto first = greeted();
  auto second = greeted();
  auto third = connect();
  EXPECT_EQ(third.next()->close_code(), 1013U);
  first.say({{"type", "ping"}, {"id", 1}});
  EXPECT_TRUE(first.next_message("pong"));
}

}  // namespace
}  // namespace spectrumd
