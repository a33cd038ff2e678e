// SPDX-License-Identifier: MIT
#include "daemon/watch/notify/messenger.h"

#include <gtest/gtest.h>

#include <atomic>

#include "daemon/watch/notify/deliveries.h"
#include "daemon/watch/notify/hmac.h"
#include "tests/daemon/pipeline/rows.h"
#include "tests/daemon/sources/file/temporary_folder.h"
#include "tests/daemon/watch/notify/webhook_receiver.h"
#include "tests/eventually.h"

namespace spectrumd {
namespace {

using std::chrono::hours;
using namespace std::chrono_literals;

TEST(Backoff, DoublesUpToAnHour) {
  EXPECT_EQ(backoff(0, 0.5), 10s);
  EXPECT_EQ(backoff(1, 0.5), 20s);
  EXPECT_EQ(backoff(5, 0.5), 320s);
  EXPECT_EQ(backoff(1000, 0.5), hours(1));
  EXPECT_EQ(backoff(0, 0), 8s);
  EXPECT_EQ(backoff(0, 1), 12s);
}

// A clock that is moved by hand.
class Outbox : public testing::Test {
 protected:
  const TemporaryFolder folder_;
  Book book_{folder_.path("watch.db")};
  std::atomic<std::int64_t> now_ = 1'700'000'000;
  std::atomic<int> tries_ = 0, failures_ = 0;
  std::atomic<int> fail_first_ = 0;

  Time now() const { return Time(std::chrono::seconds(now_)); }
  void send(const std::string& body) {
    Message message;
    message.kind = "webhook";
    message.destination = "http://x";
    message.body = body;
    message.created = now();
    book_.send(message);
  }
  std::unique_ptr<Messenger> messenger() {
    return std::make_unique<Messenger>(
        book_, [this](const Message&, const std::stop_token&) { return ++tries_ <= fail_first_ ? "refused" : ""; },
        [this](const std::string&) { ++failures_; }, [this] { return now(); });
  }
};

TEST_F(Outbox, SendsAndForgets) {
  send("a");
  send("b");
  const auto running = messenger();
  EXPECT_TRUE(eventually([&] { return book_.waiting_messages() == 0; }));
  EXPECT_EQ(tries_, 2);
}

TEST_F(Outbox, TriesAgainUntilItIsAccepted) {
  fail_first_ = 2;
  send("a");
  const auto running = messenger();
  EXPECT_TRUE(eventually([&] { return tries_ == 1; }));
  EXPECT_TRUE(eventually([&] { return book_.next_due() > now() + 7s; }));
  now_ += 13;
  running->wake();
  EXPECT_TRUE(eventually([&] { return tries_ == 2; }));
  EXPECT_TRUE(eventually([&] { return book_.next_due() > now() + 15s; }));
  now_ += 25;
  running->wake();
  EXPECT_TRUE(eventually([&] { return book_.waiting_messages() == 0; }));
  EXPECT_EQ(tries_, 3);
}

TEST_F(Outbox, ContinuesAfterARestart) {
  fail_first_ = 1;
  send("a");
  {
    const auto running = messenger();
    EXPECT_TRUE(eventually([&] { return book_.next_due() > now(); }));
  }
  now_ += 3600;
  const auto running = messenger();
  EXPECT_TRUE(eventually([&] { return book_.waiting_messages() == 0; }));
}

TEST_F(Outbox, GivesUpAfterADay) {
  fail_first_ = 1000;
  send("a");
  now_ += 25 * 3600;
  const auto running = messenger();
  EXPECT_TRUE(eventually([&] { return failures_ == 1; }));
  EXPECT_EQ(book_.waiting_messages(), 0);
}

// Over HTTP, to a receiver that fails twice.
TEST_F(Outbox, ReachesAReceiverThatFailsTwice) {
  WebhookReceiver receiver({500, 302, 204});
  Message message;
  message.kind = "webhook";
  message.destination = receiver.url();
  message.secret = "s3cret";
  message.body = R"({"text":"Träger"})";
  message.created = now();
  book_.send(message);
  Messenger running(
      book_, post_webhook, [](const std::string&) {}, [this] { return now(); });
  for (std::size_t tries = 1; tries <= 2; ++tries) {
    ASSERT_TRUE(eventually([&] { return receiver.requests().size() == tries && book_.next_due() > now(); }));
    now_ += 3600;
    running.wake();
  }
  ASSERT_TRUE(eventually([&] { return book_.waiting_messages() == 0; }));
  ASSERT_EQ(receiver.requests().size(), 3);
  const std::string request = receiver.requests().back();
  EXPECT_TRUE(request.starts_with("POST /hook HTTP/1.1\r\n")) << "redirections are not followed";
  EXPECT_TRUE(request.ends_with(message.body));
  const auto header = [&](const std::string& name) {
    const std::size_t at = request.find(name + ": ") + name.size() + 2;
    return request.substr(at, request.find("\r\n", at) - at);
  };
  EXPECT_EQ(header("X-Spectrumd-Signature"),
            "sha256=" + hex_of(hmac_sha256("s3cret", header("X-Spectrumd-Time") + "." + message.body)));
}

TEST_F(Outbox, SaysWhyAReceiverCannotBeReached) {
  Message message;
  message.destination = "http://127.0.0.1:1/";
  EXPECT_NE(post_webhook(message, {}), "");
  message.destination = "file:///etc/passwd";
  EXPECT_NE(post_webhook(message, {}), "");
}

}  // namespace
}  // namespace spectrumd
