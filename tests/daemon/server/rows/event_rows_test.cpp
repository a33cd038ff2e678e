// SPDX-License-Identifier: MIT
#include "daemon/server/rows/event_rows.h"

#include <nlohmann/json.hpp>

#include "tests/daemon/server/http_world.h"

namespace spectrumd {
namespace {

class EventRowsTest : public HttpWorld {
 protected:
  void push_flat(std::uint64_t first, std::uint64_t last, std::size_t bins = 64) {
    for (std::uint64_t i = first; i <= last; ++i) history_.push(flat_row(i, bins));
  }
  static std::uint64_t sequence_of(const SharedText& text) {
    return nlohmann::json::parse(text->substr(text->find("data: ") + 6))["sequence"];
  }

  EventRows rows_;
  const EventRowSource source_{context_.history, context_.settings, context_.memory};
};

TEST_F(EventRowsTest, AreMadeOnceForAllWithTheSameRequest) {
  const EventRowRequest request{.view = {.bins = 16}};
  const auto one = rows_.join(source_, request), two = rows_.join(source_, request);
  EXPECT_EQ(one, two);
  EXPECT_NE(one, rows_.join(source_, {.view = {.bins = 16}, .rate = 2}));
  push_flat(1, 3);
  std::uint64_t first = 0, second = 0;
  for (std::uint64_t sequence = 1; sequence <= 3; ++sequence) {
    const SharedText text = one->next(first);
    ASSERT_TRUE(text);
    EXPECT_EQ(sequence_of(text), sequence);
    EXPECT_EQ(two->next(second), text) << "the same bytes, not a copy";
  }
  EXPECT_EQ(one->next(first), nullptr);
}

TEST_F(EventRowsTest, AreForgottenWithTheirLastClient) {
  const EventRowRequest request{.view = {.bins = 16}};
  const std::weak_ptr<RowChannel> channel = rows_.join(source_, request);
  EXPECT_TRUE(channel.expired());
}

TEST_F(EventRowsTest, AreSkippedByLateClients) {
  const auto channel = rows_.join(source_, {.view = {.bins = 16}});
  std::uint64_t quick = 0, slow = 0;
  for (std::uint64_t i = 1; i <= 100; ++i) {
    push_flat(i, i);
    EXPECT_TRUE(channel->next(quick));
  }
  const SharedText text = channel->next(slow);
  ASSERT_TRUE(text);
  EXPECT_GT(sequence_of(text), 50U);
}

TEST_F(EventRowsTest, KeepFewOfThemWhereTheyAreLong) {
  const auto channel = rows_.join(source_, {.view = {.bins = 65536}});
  std::uint64_t cursor = 0;
  for (std::uint64_t i = 1; i <= 10; ++i) {
    push_flat(i, i, 65536);
    EXPECT_TRUE(channel->next(cursor));
  }
  EXPECT_GT(context_.memory.used(), std::size_t{256} << 10);
  EXPECT_LT(context_.memory.used(), std::size_t{2} << 20);
}

TEST_F(EventRowsTest, AreLeftOutWhereThereIsNoMemoryForThem) {
  const auto channel = rows_.join(source_, {.view = {.bins = 64}});
  context_.memory.set_limit(0);
  push_flat(1, 2);
  std::uint64_t cursor = 0;
  EXPECT_EQ(channel->next(cursor), nullptr);
  context_.memory.set_limit(std::size_t{1} << 20);
  push_flat(3, 3);
  const SharedText text = channel->next(cursor);
  ASSERT_TRUE(text);
  EXPECT_EQ(sequence_of(text), 3U);
}

TEST_F(EventRowsTest, HoldNothingOfWhatWasMergedBeforeASkip) {
  const auto channel = rows_.join(source_, {.view = {.bins = 16}, .rate = 2});
  std::uint64_t cursor = 0;
  push_flat(1, 3);
  EXPECT_EQ(channel->next(cursor), nullptr) << "not half a second yet";
  push_flat(4, 100);
  EXPECT_EQ(channel->next(cursor), nullptr) << "the newest row begins the next half second";
  push_flat(101, 115);
  const SharedText text = channel->next(cursor);
  ASSERT_TRUE(text);
  const auto row = nlohmann::json::parse(text->substr(text->find("data: ") + 6));
  EXPECT_EQ(row["sequence"], 109);
  EXPECT_EQ(row["ffts"], 100) << "of the rows from 100 on, 10 each";
}

}  // namespace
}  // namespace spectrumd
