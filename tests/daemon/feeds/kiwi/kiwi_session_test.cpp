// SPDX-License-Identifier: MIT
#include "daemon/feeds/kiwi/kiwi_session.h"

#include <gtest/gtest.h>

namespace spectrumd {
namespace {

using Answers = std::vector<std::string>;

struct Kiwi : testing::Test {
  Answers hear(std::string_view text) {
    Answers answers;
    session_.hear(text, answers);
    return answers;
  }

  KiwiSession session_{{.band = {.offset_hz = 144e6, .width_hz = 2e6}, .fps = 20, .channel = 3, .channels = 32}};
};

TEST_F(Kiwi, IntroducesTheBandInTheOrderThatClientsNeed) {
  EXPECT_EQ(hear("SET auth t=kiwi p="),
            (Answers{"MSG rx_chans=32", "MSG badp=0", "MSG version_maj=1 version_min=843 freq_offset=144000.000",
                     "MSG center_freq=1000000 bandwidth=2000000 adc_clk_nom=66666600", "MSG kiwi_up=1 rx_chan=3",
                     "MSG wf_fft_size=1024 wf_fps=20 wf_fps_max=20 zoom_max=14 zoom_cap=14 rx_chans=32 wf_chans=32 "
                     "wf_chans_real=32 wf_cal=0 wf_setup"}));
  EXPECT_EQ(hear("SET auth t=kiwi p=# ipl=x"), Answers{}) << "once";
}

TEST_F(Kiwi, LetsNobodyAdminister) {
  EXPECT_EQ(hear("SET auth t=admin p=secret"), Answers{"MSG badp=1"});
  EXPECT_TRUE(session_.refused());
}

TEST_F(Kiwi, WaitsUntilAllIsSaidInAnyOrder) {
  for (const char* text :
       {"SET options=1", "SET maxdb=-10 mindb=-110", "SET wf_speed=4", "SET zoom=1 cf=1000.000000"}) {
    hear(text);
    EXPECT_FALSE(session_.wants_rows()) << text;
  }
  hear("SET auth t=kiwi p=");
  EXPECT_TRUE(session_.wants_rows());
  EXPECT_TRUE(session_.compresses()) << "until the client says otherwise";
  hear("SET wf_comp=0");
  EXPECT_FALSE(session_.compresses());
}

TEST_F(Kiwi, ShowsWhatIsAskedForByCenterOrByStart) {
  EXPECT_EQ(hear("SET zoom=1 cf=1000.000000"), Answers{"MSG zoom=1 start=4194304"});
  EXPECT_EQ(session_.span(), (Span{{144.5e6}, {145.5e6}}));
  EXPECT_EQ(hear("SET zoom=2 start=8388608.000000"), Answers{"MSG zoom=2 start=8388608"});
  EXPECT_EQ(session_.span(), (Span{{145e6}, {145.5e6}}));
  EXPECT_EQ(session_.first_bin(), 8388608U);
  hear("SET zoom=0 cf=15000");
  EXPECT_EQ(session_.span(), (Span{{144e6}, {146e6}})) << "within the band";
  hear("SET zoom=14 cf=-1");
  EXPECT_EQ(session_.first_bin(), 0U);
  hear("SET zoom=99 cf=9999999");
  EXPECT_EQ(session_.zoom(), 14U);
  EXPECT_EQ(session_.first_bin(), 16383U * 1024);
}

TEST_F(Kiwi, SaysHowManyRowsThereAre) {
  EXPECT_EQ(hear("SET wf_speed=1"), Answers{"MSG wf_fps=1"});
  EXPECT_EQ(hear("SET wf_speed=3"), Answers{"MSG wf_fps=13"});
  EXPECT_EQ(hear("SET wf_speed=4"), Answers{"MSG wf_fps=20"}) << "no more than the radio has";
  EXPECT_EQ(hear("SET wf_speed=-1"), Answers{"MSG wf_fps=20"});
  EXPECT_EQ(hear("SET wf_speed=0"), Answers{"MSG wf_fps=0"});
}

TEST_F(Kiwi, IgnoresEverythingElse) {
  for (const char* text : {"", "SET", "SET ", "SET keepalive", "SET interp=13", "SET ident_user=kiwirecorder.py",
                           "SET MARKER db=0 min=0.000 max=30000.000 zoom=0 width=1024", "SET zoom=1", "SET zoom=x cf=1",
                           "SET zoom=1 cf=nan", "SET zoom=1 cf=1e999", "SET wf_speed=", "GET zoom=1 cf=2"})
    EXPECT_EQ(hear(text), Answers{}) << text;
  EXPECT_FALSE(session_.wants_rows());
}

}  // namespace
}  // namespace spectrumd
