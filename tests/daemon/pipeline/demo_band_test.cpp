// SPDX-License-Identifier: MIT
#include "daemon/pipeline/demo_band.h"
#include "tests/eventually.h"

#include <gtest/gtest.h>

#include <chrono>
#include <string>

namespace spectrumd {
namespace {

using namespace std::chrono_literals;

Settings small_radio(std::string_view source) {
  Settings settings;
  settings.source = source;
  settings.analysis.fft = 256;
  return settings;
}

class DemoBandTest : public testing::Test {
 protected:
  void start(std::string_view source) {
    receiver_.emplace(small_radio(source), history_, events_, heartbeats_);
    demo_.emplace(*receiver_);
  }
  std::string refusal() {
    try {
      demo_->show();
    } catch (const DemoRefused& refused) {
      return refused.what();
    }
    return "shown";
  }
  RowPtr row_after(std::uint64_t sequence) const {
    const bool there = eventually([&] { return history_.latest() && history_.latest()->sequence > sequence; }, 20s);
    return there ? history_.latest() : nullptr;
  }

  History history_{8 << 20};
  EventLog events_;
  Heartbeats heartbeats_;
  std::optional<Receiver> receiver_;
  std::optional<DemoBand> demo_;
};

TEST_F(DemoBandTest, ReplacesARadioThatIsNotThereUntilItIsEnded) {
  start(kAutoSource);
  EXPECT_FALSE(demo_->shown());
  Tuning tuning;
  tuning.center = {433e6};
  tuning.gain = Decibels{-5};  // a gain that the simulation does not have
  receiver_->retune(tuning);
  demo_->show();
  EXPECT_TRUE(demo_->shown());
  EXPECT_EQ(receiver_->status().source.kind, "sim");
  EXPECT_EQ(receiver_->status().tuning, Tuning{}) << "where its signals are";
  const RowPtr row = row_after(0);
  ASSERT_TRUE(row);
  EXPECT_TRUE(row->flags & kRowSimulated);
  demo_->end();
  EXPECT_FALSE(demo_->shown());
  EXPECT_EQ(receiver_->settings()->source, kAutoSource);
  EXPECT_EQ(receiver_->status().tuning, tuning);
}

TEST_F(DemoBandTest, ChangesNothingTheSecondTime) {
  start(kDemoSource);
  demo_->show();
  EXPECT_TRUE(demo_->shown());
  demo_->end();
  demo_->end();
  EXPECT_FALSE(demo_->shown());
}

TEST_F(DemoBandTest, DoesNotReplaceASourceThatWasNamed) {
  start("sim");
  EXPECT_EQ(refusal(), "the demo band is for source auto; this one is sim");
  demo_->end();
  const RowPtr row = row_after(0);
  ASSERT_TRUE(row);
  EXPECT_FALSE(row->flags & kRowSimulated) << "it was asked for by name";
}

// The reload, which ends the requests under way while it holds the lock.
TEST_F(DemoBandTest, DoesNotWaitForAnotherReplacement) {
  start(kAutoSource);
  const std::scoped_lock reload(demo_->replacing());
  EXPECT_EQ(refusal(), "the source is being replaced; try again");
}

}  // namespace
}  // namespace spectrumd
