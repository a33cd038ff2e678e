// SPDX-License-Identifier: MIT
#include "daemon/feeds/follow/tci_state.h"

#include <gtest/gtest.h>

namespace spectrumd {
namespace {

constexpr std::string_view kGreeting =
    "protocol:ExpertSDR3,1.9;device:SunSDR2PRO;receive_only:false;trx_count:2;channels_count:2;"
    "vfo_limits:10000,30000000;if_limits:-48000,48000;modulations_list:AM,LSB,USB;dds:0,14074000;if:0,0,0;"
    "vfo:0,0,14074000;\nvfo:0,1,7100000;vfo:1,0,3500000;modulation:0,usb;modulation:1,lsb;"
    "rx_filter_band:0,70,2970;trx:0,false;trx:1,true;start;ready;";

const RigReading kReading{.frequency = {14'074'000}, .mode = "USB", .width_hz = 2900};

TEST(TciState, IsThatOfTheFirstReceiver) {
  TciState state;
  EXPECT_FALSE(state.has_frequency());
  state.hear(kGreeting);
  EXPECT_TRUE(state.has_frequency());
  EXPECT_EQ(state.reading(), kReading);
}

TEST(TciState, DoesNotDependOnWhereMessagesAreCut) {
  TciState state;
  for (const char letter : kGreeting) state.hear({&letter, 1});
  EXPECT_EQ(state.reading(), kReading);
}

TEST(TciState, FollowsChangesInAnyCase) {
  TciState state;
  state.hear(kGreeting);
  state.hear("VFO:0,0,14075000;MODULATION:0,DIGU;TRX:0,true,mic;");
  EXPECT_EQ(state.reading().frequency, Hertz{14'075'000});
  EXPECT_EQ(state.reading().mode, "DIGU");
  EXPECT_TRUE(state.reading().transmitting);
}

TEST(TciState, PassesOverWhatMakesNoSense) {
  TciState state;
  state.hear(kGreeting);
  for (const std::string_view nonsense :
       {"vfo:0,0;", "vfo:0,0,nan;", "vfo:0,0,-1;", "vfo;", ";;:,;", "rx_filter_band:0,inf,-inf;"})
    state.hear(nonsense);
  EXPECT_EQ(state.reading().frequency, kReading.frequency);
  EXPECT_EQ(state.reading().width_hz, 0);
}

TEST(TciState, KeepsNoEndlessCommand) {
  TciState state;
  state.hear(std::string(1 << 20, 'x'));
  state.hear(kGreeting);
  EXPECT_EQ(state.reading(), kReading);
}

TEST(TciState, TunesByACommand) { EXPECT_EQ(tci_tune({14'074'000}), "vfo:0,0,14074000;"); }

}  // namespace
}  // namespace spectrumd
