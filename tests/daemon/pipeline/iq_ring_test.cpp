// SPDX-License-Identifier: MIT
#include "daemon/pipeline/iq_ring.h"

#include <gtest/gtest.h>

#include <cstring>
#include <random>
#include <thread>

#include "tests/file_size_limit.h"

namespace spectrumd {
namespace {

using namespace std::chrono_literals;

constexpr std::size_t kSample = 2;

// A source whose samples say their own number, so that any mix-up shows.
class Writer {
 public:
  explicit Writer(IqRing& ring) : ring_(ring) {}

  IqBlock block(std::size_t samples) {
    data_.resize(samples);
    for (std::size_t i = 0; i < samples; ++i) data_[i] = static_cast<std::uint16_t>(next + i);
    IqBlock block{std::as_bytes(std::span(data_)), next, Time(std::chrono::microseconds(next)), tuned};
    next += samples;
    return block;
  }
  void put_or_drop(std::size_t samples) {
    const IqBlock one = block(samples);
    if (!ring_.put(one)) ring_.drop(one);
  }

  std::uint64_t next = 0;
  Tuned tuned{{100e6}, {1e6}, {}, 0, 1};

 private:
  IqRing& ring_;
  std::vector<std::uint16_t> data_;
};

void expect_numbered(const IqStretch& stretch) {
  for (std::size_t i = 0; i * kSample < stretch.bytes.size(); ++i) {
    std::uint16_t value = 0;
    std::memcpy(&value, stretch.bytes.data() + i * kSample, kSample);
    ASSERT_EQ(value, static_cast<std::uint16_t>(stretch.first_sample + i));
  }
}

TEST(IqRing, GivesBackWhatWasPutAcrossItsEnd) {
  IqRing ring(4096, kSample);
  Writer writer(ring);
  std::mt19937 random(1);
  std::uint64_t read = 0;
  for (int round = 0; round < 2000; ++round) {
    ASSERT_TRUE(ring.put(writer.block(1 + random() % 700)));
    const IqStretch stretch = ring.wait(1, 0ms, {});
    ASSERT_EQ(stretch.first_sample, read);
    expect_numbered(stretch);
    const std::size_t have = stretch.bytes.size() / kSample;
    const std::size_t take = have - std::min<std::size_t>(have - 1, random() % 5);
    ring.consume({.processed = take});
    read += take;
  }
  EXPECT_EQ(ring.counts().processed, read);
}

TEST(IqRing, DropsNewestWhenFull) {
  IqRing ring(4096, kSample);
  Writer writer(ring);
  writer.put_or_drop(ring.capacity_samples());
  writer.put_or_drop(100);
  writer.put_or_drop(50);
  EXPECT_EQ(ring.counts().dropped, 150U);
  EXPECT_EQ(ring.counts().buffered, ring.capacity_samples());
  expect_numbered(ring.wait(1, 0ms, {}));
  ring.consume({.processed = ring.capacity_samples()});
  writer.put_or_drop(10);
  const IqStretch after = ring.wait(1, 0ms, {});
  EXPECT_EQ(after.lost_before, 150U);
  EXPECT_EQ(after.first_sample, ring.capacity_samples() + 150);
  expect_numbered(after);
}

TEST(IqRing, CountsWhatTheDeviceLost) {
  IqRing ring(4096, kSample);
  Writer writer(ring);
  writer.put_or_drop(10);
  writer.next += 7;
  writer.put_or_drop(10);
  EXPECT_EQ(ring.counts().dropped, 7U);
  EXPECT_TRUE(ring.wait(1, 0ms, {}).complete);
  ring.consume({.processed = 10});
  EXPECT_EQ(ring.wait(1, 0ms, {}).lost_before, 7U);
}

TEST(IqRing, AddsWhatTheDeviceLostToWhatWasDroppedAfterIt) {
  IqRing ring(4096, kSample);
  Writer writer(ring);
  writer.put_or_drop(ring.capacity_samples());
  writer.next += 7;
  writer.put_or_drop(100);
  ring.consume({.processed = ring.capacity_samples()});
  writer.put_or_drop(10);
  EXPECT_EQ(ring.wait(1, 0ms, {}).lost_before, 107U);
  EXPECT_EQ(ring.counts().dropped, 107U);
}

TEST(IqRing, ATuningNeverRunsIntoTheNext) {
  IqRing ring(4096, kSample);
  Writer writer(ring);
  writer.put_or_drop(30);
  ++writer.tuned.generation;
  writer.put_or_drop(40);
  const IqStretch first = ring.wait(1000, 0ms, {});
  EXPECT_EQ(first.bytes.size(), 30 * kSample);
  EXPECT_TRUE(first.complete);
  EXPECT_EQ(first.tuned.generation, 1U);
  ring.consume({.processed = 20, .discarded = 10, .clipped = 3});
  EXPECT_EQ(ring.counts().clipped, 3U);
  const IqStretch second = ring.wait(1, 0ms, {});
  EXPECT_EQ(second.bytes.size(), 40 * kSample);
  EXPECT_FALSE(second.complete);
  EXPECT_EQ(second.lost_before, 0U);
  EXPECT_EQ(second.tuned.generation, 2U);
}

TEST(IqRing, AStepOfTheClockEndsAStretchAndLosesNothing) {
  IqRing ring(4096, kSample);
  Writer writer(ring);
  ASSERT_TRUE(ring.put(writer.block(100)));
  IqBlock later = writer.block(50);
  later.time -= 3600s;
  later.epoch = {.number = 1};
  ASSERT_TRUE(ring.put(later));
  const IqStretch before = ring.wait(1, 0ms, {});
  EXPECT_TRUE(before.complete);
  EXPECT_EQ(before.bytes.size(), 100 * kSample);
  EXPECT_EQ(before.epoch, Epoch{});
  ring.consume({.processed = 100});
  const IqStretch after = ring.wait(1, 0ms, {});
  EXPECT_EQ(after.bytes.size(), 50 * kSample);
  EXPECT_EQ(after.time, later.time);
  EXPECT_EQ(after.epoch, later.epoch);
  EXPECT_EQ(after.lost_before, 0U);
}

TEST(IqRing, TimesFollowTheNewestBlock) {
  IqRing ring(4096, kSample);
  Writer writer(ring);
  ASSERT_TRUE(ring.put(writer.block(100)));
  IqBlock later = writer.block(100);
  later.time += 3us;  // the source's clock has been corrected
  ASSERT_TRUE(ring.put(later));
  EXPECT_EQ(ring.wait(1, 0ms, {}).time, Time(3us));
}

TEST(IqRing, WaitsForAWholeFrameUnlessNoneCanCome) {
  IqRing ring(4096, kSample);
  Writer writer(ring);
  writer.put_or_drop(30);
  EXPECT_TRUE(ring.wait(31, 1ms, {}).bytes.empty());
  ring.end();
  EXPECT_EQ(ring.wait(31, 1ms, {}).bytes.size(), 30 * kSample);
  EXPECT_FALSE(ring.drained());
  ring.consume({.discarded = 30});
  EXPECT_TRUE(ring.drained());
  EXPECT_EQ(ring.counts().discarded, 30U);
}

TEST(IqRing, StopsWaitingOnRequest) {
  IqRing ring(4096, kSample);
  std::jthread reader([&](const std::stop_token& stop) { EXPECT_TRUE(ring.wait(1, 1h, stop).bytes.empty()); });
  reader.request_stop();
}

std::uint64_t fates(const SampleCounts& counts) { return counts.processed + counts.dropped + counts.discarded; }

TEST(IqRing, CountsEveryArrivalOnceWhateverBecomesOfIt) {
  IqRing ring(4096, kSample);
  Writer writer(ring);
  writer.next = 1000;  // what was before the first block is not missing
  writer.put_or_drop(ring.capacity_samples() - 10);
  EXPECT_EQ(ring.counts().received, 0U) << "nothing has become of any sample yet";
  ring.consume({.processed = 60, .discarded = 40});
  EXPECT_EQ(ring.counts().received, 100U);
  writer.next += 7;
  writer.put_or_drop(20);
  writer.next += 8;
  writer.put_or_drop(1000);  // is dropped
  writer.next += 9;
  ring.discard(writer.block(30));
  const SampleCounts counts = ring.counts();
  EXPECT_EQ(counts.dropped, 7U + 8 + 1000 + 9);
  EXPECT_EQ(counts.discarded, 40U + 30);
  EXPECT_EQ(counts.received, fates(counts));
  EXPECT_EQ(counts.received + counts.buffered, writer.next - 1000);
}

// The promise the whole daemon makes about its samples, under an overload that drops most of them.
TEST(IqRing, TheBooksBalanceAtEveryMomentOfAnOverload) {
  IqRing ring(1 << 16, kSample);
  std::atomic<bool> done = false;
  std::thread auditor([&] {
    while (!done) {
      const SampleCounts counts = ring.counts();
      ASSERT_EQ(counts.received, fates(counts));
    }
  });
  std::jthread reader([&](const std::stop_token& stop) {
    std::mt19937 random(3);
    std::uint64_t expected = 0;
    while (!ring.drained()) {
      const IqStretch stretch = ring.wait(500, 1ms, stop);
      if (stretch.bytes.empty()) continue;
      ASSERT_EQ(stretch.first_sample, expected + stretch.lost_before);
      const std::size_t samples = std::min<std::size_t>(stretch.bytes.size() / kSample, 500);
      const std::size_t discarded = random() % (samples + 1);
      std::this_thread::sleep_for(50us);
      expected = stretch.first_sample + samples;
      ring.consume({.processed = samples - discarded, .discarded = discarded});
    }
  });
  Writer writer(ring);
  std::mt19937 random(2);
  for (int i = 0; i < 20000; ++i) writer.put_or_drop(1 + random() % 4000);
  ring.end();
  reader.join();
  done = true;
  auditor.join();
  const SampleCounts counts = ring.counts();
  EXPECT_EQ(counts.received, writer.next);
  EXPECT_EQ(fates(counts), writer.next);
  EXPECT_EQ(counts.buffered, 0U);
  EXPECT_GT(counts.dropped, 0U);
  EXPECT_GT(counts.processed, 0U);
}

TEST(IqRing, SaysThatFilesMayNotBeSoLarge) {
  std::string reason;
  try {
    const FileSizeLimit small(4096);
    const IqRing ring(1 << 20, kSample);
  } catch (const std::system_error& error) {
    reason = error.what();
  }
  EXPECT_EQ(reason, "memory for samples, which counts as a file: raise its largest size, ulimit -f: File too large");
}

}  // namespace
}  // namespace spectrumd
