// SPDX-License-Identifier: MIT
#include "daemon/server/websocket/websocket_connection.h"

#include <fcntl.h>
#include <gtest/gtest.h>

#include "tests/daemon/server/websocket/echo.h"

namespace spectrumd {
namespace {

using namespace std::chrono_literals;

// A case of the suite: what the client sends, and the payloads of the answers; a close is given by its code.
struct Case {
  std::string name;
  std::string sent;
  std::vector<std::pair<unsigned, std::string>> answers;
};

std::pair<unsigned, std::string> text(std::string payload) { return {kText, std::move(payload)}; }
std::pair<unsigned, std::string> pong(std::string payload) { return {kPong, std::move(payload)}; }
std::pair<unsigned, std::string> closed(unsigned code) { return {kClose, code ? std::to_string(code) : std::string()}; }

std::string repeat(const std::string& what, int times) {
  std::string all;
  while (times-- > 0) all += what;
  return all;
}

std::vector<Case> frames_of_every_length() {
  std::vector<Case> cases;
  for (const std::size_t size : {0, 125, 126, 127, 128, 65535, 65536}) {
    const std::string payload(size, '*');
    cases.push_back({"1.1 text of " + std::to_string(size), frame(kText, payload), {text(payload)}});
    cases.push_back({"1.2 binary of " + std::to_string(size), frame(kBinary, payload), {closed(1003)}});
  }
  cases.push_back({"9 text too long", frame(kText, std::string(65537, '*')), {closed(1009)}});
  cases.push_back({"9 fragments too long",
                   frame(kText, std::string(65000, '*'), kNotFinal) + frame(kContinuation, std::string(537, '*')),
                   {closed(1009)}});
  return cases;
}

// Only what announces them, none of their bytes.
std::vector<Case> announcements() {
  std::vector<Case> cases;
  for (const std::uint64_t size : {std::uint64_t{65537}, std::uint64_t{1} << 32, (std::uint64_t{1} << 63) - 1})
    cases.push_back({"announced text of " + std::to_string(size),
                     frame(kText, "good") + frame_header(kText, size),
                     {text("good"), closed(1009)}});
  cases.push_back({"announced text of 2^63", frame_header(kText, std::uint64_t{1} << 63), {closed(1002)}});
  cases.push_back({"announced ping of 126", frame_header(kPing, 126), {closed(1002)}});
  cases.push_back({"announced fragment beyond the limit",
                   frame(kText, std::string(65000, '*'), kNotFinal) + frame_header(kContinuation, 537),
                   {closed(1009)}});
  return cases;
}

std::vector<Case> pings() {
  const std::string binary("\x00\xFF\xFE\xFD\xFC\xFB\x00\xFF", 8);
  return {
      {"2.1 empty", frame(kPing, ""), {pong("")}},
      {"2.2 text", frame(kPing, "Hello, world!"), {pong("Hello, world!")}},
      {"2.3 binary", frame(kPing, binary), {pong(binary)}},
      {"2.4 longest", frame(kPing, std::string(125, '\xFE')), {pong(std::string(125, '\xFE'))}},
      {"2.5 too long", frame(kPing, std::string(126, '\xFE')), {closed(1002)}},
      {"2.7 unasked pong", frame(kPong, "") + frame(kText, "on"), {text("on")}},
      {"2.8 unasked pong with payload", frame(kPong, "unasked") + frame(kText, "on"), {text("on")}},
      {"2.9 pong, then ping", frame(kPong, "unasked") + frame(kPing, "asked"), {pong("asked")}},
      {"2.10 ten pings", repeat(frame(kPing, "p"), 10), std::vector(10, pong("p"))},
  };
}

std::vector<Case> reserved_bits_and_opcodes() {
  const std::string good = frame(kText, "good");
  std::vector<Case> cases;
  for (unsigned rsv = 1; rsv < 8; ++rsv)
    for (const unsigned opcode : {kText, kBinary, kPing, kClose})
      cases.push_back({"3 rsv " + std::to_string(rsv) + " opcode " + std::to_string(opcode),
                       good + frame(opcode, close_payload(1000), {.rsv = rsv}) + good,
                       {text("good"), closed(1002)}});
  for (const unsigned opcode : {3U, 4U, 5U, 6U, 7U, 11U, 12U, 13U, 14U, 15U})
    for (const std::string payload : {"", "reserved"})
      cases.push_back({"4 opcode " + std::to_string(opcode) + " with '" + payload + "'",
                       good + frame(opcode, payload) + frame(kPing, ""),
                       {text("good"), closed(1002)}});
  for (const unsigned opcode : {kText, kBinary, kPing, kClose})
    cases.push_back({"unmasked opcode " + std::to_string(opcode),
                     good + frame(opcode, "xyz", {.masked = false}),
                     {text("good"), closed(1002)}});
  return cases;
}

std::vector<Case> fragments() {
  const auto part = [](unsigned opcode, const char* payload) { return frame(opcode, payload, kNotFinal); };
  const std::string end = frame(kContinuation, "end");
  const std::string text_start = part(kText, "start-");
  return {
      {"5.1 fragmented ping", part(kPing, "a") + frame(kContinuation, "b"), {closed(1002)}},
      {"5.2 fragmented pong", part(kPong, "a") + frame(kContinuation, "b"), {closed(1002)}},
      {"5.3 two fragments", text_start + end, {text("start-end")}},
      {"5.6 ping between", text_start + frame(kPing, "p") + end, {pong("p"), text("start-end")}},
      {"5.9 orphan last fragment", frame(kContinuation, "x") + frame(kText, "on"), {closed(1002)}},
      {"5.12 orphan first fragment", part(kContinuation, "x") + frame(kText, "on"), {closed(1002)}},
      {"5.15 orphan after a message",
       text_start + end + part(kContinuation, "x") + end,
       {text("start-end"), closed(1002)}},
      {"5.18 text inside a text", text_start + frame(kText, "other"), {closed(1002)}},
      {"5.19 five fragments and pings",
       text_start + part(kContinuation, "1") + frame(kPing, "p") + part(kContinuation, "2") + frame(kPing, "q") +
           part(kContinuation, "3") + end,
       {pong("p"), pong("q"), text("start-123end")}},
      {"6.1 empty fragments", part(kText, "") + part(kContinuation, "") + frame(kContinuation, ""), {text("")}},
      {"6.1 one of three not empty",
       part(kText, "") + part(kContinuation, "a") + frame(kContinuation, ""),
       {text("a")}},
      {"too many fragments", part(kText, "") + repeat(part(kContinuation, "a"), 1025), {closed(1008)}},
  };
}

std::vector<Case> utf8() {
  const std::vector<std::string> valid{"Hello-\xC2\xB5@\xC3\x9F\xC3\xB6\xC3\xA4\xC3\xBC\xC3\xA0\xC3\xA1-UTF-8!!",
                                       "\xCE\xBA\xE1\xBD\xB9\xCF\x83\xCE\xBC\xCE\xB5",
                                       std::string("\0", 1),
                                       "\xC2\x80",
                                       "\xE0\xA0\x80",
                                       "\xF0\x90\x80\x80",
                                       "\x7F",
                                       "\xDF\xBF",
                                       "\xEF\xBF\xBF",
                                       "\xF4\x8F\xBF\xBF",
                                       "\xED\x9F\xBF",
                                       "\xEE\x80\x80",
                                       "\xEF\xBF\xBD",
                                       "\xEF\xBF\xBE",
                                       "\xF0\x9F\xBF\xBF",
                                       "\xF1\x8F\xBF\xBE",
                                       "\xF4\x8F\xBF\xBE",
                                       "\xEF\xBB\xBF"};
  const std::vector<std::string> invalid{"\xCE",
                                         "\xCE\xBA\xE1",
                                         "\xCE\xBA\xE1\xBD",
                                         "\xF8\x88\x80\x80\x80",
                                         "\xFC\x84\x80\x80\x80\x80",
                                         "\xF7\xBF\xBF\xBF",
                                         "\xFB\xBF\xBF\xBF\xBF",
                                         "\xF4\x90\x80\x80",
                                         "\x80",
                                         "\xBF",
                                         "\x80\xBF\x80\xBF\x80",
                                         "\xC0 \xC1 ",
                                         "\xE0 \xE1 ",
                                         "\xF0 \xF1 ",
                                         "\xC0",
                                         "\xE0\x80",
                                         "\xF0\x80\x80",
                                         "\xDF",
                                         "\xEF\xBF",
                                         "\xF7\xBF\xBF",
                                         "\xFE",
                                         "\xFF",
                                         "\xFE\xFE\xFF\xFF",
                                         "\xC0\xAF",
                                         "\xE0\x80\xAF",
                                         "\xF0\x80\x80\xAF",
                                         "\xC1\xBF",
                                         "\xE0\x9F\xBF",
                                         "\xF0\x8F\xBF\xBF",
                                         "\xC0\x80",
                                         "\xE0\x80\x80",
                                         "\xED\xA0\x80",
                                         "\xED\xAD\xBF",
                                         "\xED\xBF\xBF",
                                         "\xED\xA0\x80\xED\xB0\x80",
                                         "\xCE\xBA\xED\xA0\x80"
                                         "edited"};
  std::vector<Case> cases;
  for (const std::string& payload : valid) {
    cases.push_back({"6 valid " + testing::PrintToString(payload), frame(kText, payload), {text(payload)}});
    std::string chopped;  // a fragment per byte, so also inside of code points
    for (std::size_t i = 0; i < payload.size(); ++i)
      chopped += frame(i == 0 ? kText : kContinuation, payload.substr(i, 1), {.fin = i + 1 == payload.size()});
    cases.push_back({"6.2 in fragments " + testing::PrintToString(payload), chopped, {text(payload)}});
  }
  for (const std::string& payload : invalid)
    cases.push_back({"6 invalid " + testing::PrintToString(payload), frame(kText, payload), {closed(1007)}});
  cases.push_back({"6.4 refused before the message ends",
                   frame(kText, "\xCE\xBA\xF4", kNotFinal) + frame(kContinuation, "\x90", kNotFinal),
                   {closed(1007)}});
  return cases;
}

std::vector<Case> closes() {
  const std::string normal = frame(kClose, close_payload(1000));
  std::vector<Case> cases{
      {"7.1.1 message, then close", frame(kText, "last") + normal, {text("last"), closed(1000)}},
      {"7.1.2 two closes", normal + normal, {closed(1000)}},
      {"7.1.3 ping after close", normal + frame(kPing, "late"), {closed(1000)}},
      {"7.1.4 text after close", normal + frame(kText, "late"), {closed(1000)}},
      {"7.1.5 fragment after close", frame(kText, "a", kNotFinal) + normal + frame(kContinuation, "b"), {closed(1000)}},
      {"7.3.1 without payload", frame(kClose, ""), {closed(0)}},
      {"7.3.2 half a code", frame(kClose, "a"), {closed(1002)}},
      {"7.3.4 with a reason", frame(kClose, close_payload(1000, "Hello World!")), {closed(1000)}},
      {"7.3.5 longest reason", frame(kClose, close_payload(1000, std::string(123, '*'))), {closed(1000)}},
      {"7.3.6 reason too long", frame(kClose, close_payload(1000, std::string(124, '*'))), {closed(1002)}},
  };
  for (const unsigned code : {1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 3000, 3999, 4000, 4999})
    cases.push_back({"7.7 code " + std::to_string(code), frame(kClose, close_payload(code)), {closed(code)}});
  for (const unsigned code : {0, 999, 1004, 1005, 1006, 1016, 1100, 2000, 2999, 5000, 65535})
    cases.push_back({"7.9 code " + std::to_string(code), frame(kClose, close_payload(code)), {closed(1002)}});
  return cases;
}

void expect_answers(const Case& one, const std::vector<ServerFrame>& frames) {
  std::vector<std::pair<unsigned, std::string>> answers;
  for (const ServerFrame& got : frames)
    answers.push_back(got.opcode() == kClose ? closed(got.close_code()) : std::pair(got.opcode(), got.payload));
  EXPECT_EQ(answers, one.answers);
}

// However the bytes arrive, the answers are the same.
void expect_answers(const std::vector<Case>& cases) {
  for (const Case& one : cases) {
    SCOPED_TRACE(one.name);
    expect_answers(one, Echo().answers(one.sent));
    expect_answers(one, Echo().answers(one.sent, 997));
    if (one.sent.size() < 1000) expect_answers(one, Echo().answers(one.sent, 1));
    expect_answers(one, Echo(one.sent).answers(""));  // behind the handshake
  }
}

TEST(Autobahn, FramesOfEveryLength) { expect_answers(frames_of_every_length()); }
TEST(Autobahn, LengthsAreRefusedAsSoonAsTheyAreAnnounced) { expect_answers(announcements()); }
TEST(Autobahn, Pings) { expect_answers(pings()); }
TEST(Autobahn, ReservedBitsAndOpcodes) { expect_answers(reserved_bits_and_opcodes()); }
TEST(Autobahn, Fragments) { expect_answers(fragments()); }
TEST(Autobahn, Utf8) { expect_answers(utf8()); }
TEST(Autobahn, Closes) { expect_answers(closes()); }

// In one piece: wslay 1.1.1 does not look at the first two bytes of each piece of a close. It ends the connection
// anyway.
TEST(Autobahn, CloseReasonIsUtf8) {
  const std::string sent = frame(kClose, close_payload(1000, "\xCE\xBA\xED\xA0\x80"));
  expect_answers({"7.5.1", sent, {closed(1007)}}, Echo().answers(sent));
}

TEST(WebSocketConnection, IsOverWhenTheClientHasReadTheClose) {
  Echo echo;
  echo.answers(frame(kClose, close_payload(1000)));
  EXPECT_FALSE(echo.connection().open());
  EXPECT_FALSE(echo.connection().over()) << "the client has not hung up yet";
  echo.client().hang_up();
  echo.connection().read({});
  EXPECT_TRUE(echo.connection().over());
}

TEST(WebSocketConnection, GivesUpAfterTheGoodbye) {
  Echo echo;
  echo.connection().close(1001, "");
  echo.connection().write();
  EXPECT_EQ(echo.client().next()->close_code(), 1001U);
  echo.connection().check_time(10s, WebSocketConnection::Clock::now() + 1100ms);
  EXPECT_TRUE(echo.connection().over());
}

TEST(WebSocketConnection, RefusesAFloodOfPings) {
  Echo echo;
  const auto frames = echo.answers(repeat(frame(kPing, "x"), 60));
  EXPECT_EQ(frames.size(), 51U) << "fifty pongs and the close";
  EXPECT_EQ(frames.back().close_code(), 1008U);
}

TEST(WebSocketConnection, StopsReadingWhenItsAnswersAreNotRead) {
  Echo echo;
  WebSocketConnection& connection = echo.connection();
  int reads = 0;
  for (; reads < 1000 && connection.wants_read(); ++reads) {
    echo.client().send(frame(kText, "respond"));
    connection.read([&](std::string_view text) { connection.outbox().add_text(share(text)); });
  }
  EXPECT_EQ(reads, 32);
  connection.write();
  EXPECT_TRUE(connection.wants_read()) << "and continues when they are";
}

TEST(WebSocketConnection, CloseDoesNotTearAFrameThatIsPartlyWritten) {
  Echo echo;
  Outbox& outbox = echo.connection().outbox();
  const std::string big(8 << 20, 'b');
  outbox.add_text(share(big));
  outbox.add_text(share("dropped"));
  echo.connection().write();
  ASSERT_FALSE(outbox.empty());
  echo.connection().close(1008, "");
  const auto frames = echo.answers("");
  ASSERT_EQ(frames.size(), 2U);
  EXPECT_EQ(frames[0].payload, big);
  EXPECT_EQ(frames[1].close_code(), 1008U);
}

TEST(WebSocketConnection, ClosesAClientThatTakesNothing) {
  Echo echo;
  echo.connection().outbox().add_text(share(std::string(8 << 20, 'b')));
  echo.connection().write();
  echo.connection().check_time(1h);
  EXPECT_TRUE(echo.connection().open());
  echo.connection().check_time(1h, WebSocketConnection::Clock::now() + 1h);
  EXPECT_FALSE(echo.connection().open());
}

TEST(WebSocketConnection, PingsASilentClientAndClosesOneThatDoesNotAnswer) {
  Echo echo;
  WebSocketConnection& connection = echo.connection();
  const auto begin = WebSocketConnection::Clock::now();
  for (auto later = 0s; later < 89s; later += 1s) connection.check_time(1h, begin + later);
  EXPECT_TRUE(connection.open());
  const auto pings = echo.answers("");
  ASSERT_EQ(pings.size(), 2U);
  EXPECT_EQ(pings[0].opcode(), kPing);
  EXPECT_EQ(pings[1].opcode(), kPing);
  connection.check_time(1h, begin + 100s);
  EXPECT_FALSE(connection.open());
  EXPECT_EQ(echo.answers("").at(0).close_code(), 1008U);
}

TEST(WebSocketConnection, LeavesAClientAloneThatAnswersPings) {
  Echo echo;
  WebSocketConnection& connection = echo.connection();
  const auto before_pong = WebSocketConnection::Clock::now();
  echo.answers(frame(kPong, ""));
  connection.check_time(1h, before_pong + 90s);
  EXPECT_TRUE(connection.open());
}

TEST(WebSocketConnection, PassesOnWhatTheHandlerThrows) {
  Echo echo;
  echo.client().send(frame(kText, "x") + frame(kText, "y"));
  int calls = 0;
  const auto fail = [&](std::string_view) {
    ++calls;
    throw std::runtime_error("no");
  };
  EXPECT_THROW(echo.connection().read(fail), std::runtime_error);
  EXPECT_EQ(calls, 1);
  echo.connection().close(1011, "");
  EXPECT_EQ(echo.answers("").at(0).close_code(), 1011U);
}

TEST(WebSocketConnection, EndsWhenTheClientHangsUp) {
  Echo echo;
  echo.client().hang_up();
  echo.connection().read({});
  EXPECT_TRUE(echo.connection().over());
}

}  // namespace
}  // namespace spectrumd
