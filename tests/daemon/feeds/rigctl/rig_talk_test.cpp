// SPDX-License-Identifier: MIT
#include "daemon/feeds/rigctl/rig_talk.h"

#include <gtest/gtest.h>

#include <random>

namespace spectrumd {
namespace {

struct FakeRig : Rig {
  Hertz frequency() const override { return frequency_; }
  RigError tune(Hertz frequency, const std::string&) override {
    if (frequency.value > 2e9) return RigError::Rejected;
    frequency_ = frequency;
    return RigError::None;
  }
  RigMode mode() const override { return mode_; }
  void set_mode(RigMode mode) override { mode_ = std::move(mode); }
  std::optional<double> strength_db() const override { return strength_; }

  Hertz frequency_{145e6};
  RigMode mode_{.name = "FM", .width_hz = 15000};
  std::optional<double> strength_ = -6.4;
};

struct RigTalkTest : testing::Test {
  std::string answers_to(std::string_view bytes) {
    std::string answers;
    open_ = talk_->hear(bytes, answers);
    return answers;
  }

  void connect() { talk_.emplace(rig_, "192.168.1.7", commands_); }

  FakeRig rig_;
  std::atomic<std::uint64_t> commands_ = 0;
  std::optional<RigTalk> talk_{std::in_place, rig_, "192.168.1.7", commands_};
  bool open_ = true;
};

TEST_F(RigTalkTest, AnswersLikeRigctld) {
  EXPECT_EQ(answers_to("f\n"), "145000000\n");
  EXPECT_EQ(answers_to("m\n"), "FM\n15000\n");
  EXPECT_EQ(answers_to("v\n"), "VFOA\n");
  EXPECT_EQ(answers_to("s\n"), "0\nVFOA\n");
  EXPECT_EQ(answers_to("t\n"), "0\n");
  EXPECT_EQ(answers_to("l STRENGTH\n"), "-6\n");
  EXPECT_EQ(answers_to("F 7100000.000000\n"), "RPRT 0\n");
  EXPECT_EQ(answers_to("f\n"), "7100000\n");
  EXPECT_EQ(answers_to("M LSB 0\n"), "RPRT 0\n");
  EXPECT_EQ(answers_to("m\n"), "LSB\n2400\n") << "the usual width";
  EXPECT_EQ(answers_to("M USB -1\n"), "RPRT 0\n");
  EXPECT_EQ(answers_to("m\n"), "USB\n2400\n") << "the width as it was";
  EXPECT_EQ(answers_to("\\get_powerstat\n"), "1\n");
  EXPECT_EQ(answers_to("\\get_lock_mode\n"), "0\n") << "with a refusal Hamlib 4.5 sets no mode";
  EXPECT_EQ(answers_to("\x8b\n"), "0\n");
}

// Bytes as a real rigctld 4.5.4 sends them.
TEST_F(RigTalkTest, SpeaksTheExtendedProtocol) {
  EXPECT_EQ(answers_to("+f\n"), "get_freq:\nFrequency: 145000000\nRPRT 0\n");
  EXPECT_EQ(answers_to(";f\n"), "get_freq:;Frequency: 145000000;RPRT 0\n");
  EXPECT_EQ(answers_to("+m\n"), "get_mode:\nMode: FM\nPassband: 15000\nRPRT 0\n");
  EXPECT_EQ(answers_to("+F 7100000\n"), "set_freq: 7100000\nRPRT 0\n");
  EXPECT_EQ(answers_to("+M USB 2400\n"), "set_mode: USB 2400\nRPRT 0\n");
  EXPECT_EQ(answers_to("+s\n"), "get_split_vfo:\nSplit: 0\nTX VFO: VFOA\nRPRT 0\n");
  EXPECT_EQ(answers_to("+l STRENGTH\n"), "get_level: STRENGTH\n-6\nRPRT 0\n");
  EXPECT_EQ(answers_to("+\\get_powerstat\n"), "get_powerstat:\nPower Status: 1\nRPRT 0\n");
  EXPECT_EQ(answers_to("+\\chk_vfo\n"), "ChkVFO: 0\n");
  EXPECT_EQ(answers_to("f\n"), "7100000\n") << "each command has its form";
  EXPECT_EQ(answers_to("+f currVFO\n"), "get_freq: currVFO\nFrequency: 7100000\nRPRT 0\n");
}

TEST_F(RigTalkTest, ReadsWordsWhereverLinesEnd) {
  EXPECT_EQ(answers_to("f m\n"), "145000000\nFM\n15000\n");
  EXPECT_EQ(answers_to("fm\n"), "145000000\nFM\n15000\n");
  EXPECT_EQ(answers_to("+f +m +v\r\n").substr(0, 10), "get_freq:\n");
  EXPECT_EQ(answers_to("F"), "");
  EXPECT_EQ(answers_to(" 70000"), "");
  EXPECT_EQ(answers_to("00\n"), "RPRT 0\n");
  EXPECT_EQ(answers_to("F\n7.1e6\nf\n"), "RPRT 0\n7100000\n");
  EXPECT_EQ(answers_to("F   14074000\n"), "RPRT 0\n") << "as GPredict pads";
  EXPECT_EQ(answers_to("zzz\n"), "0\n0\n0\n");
  EXPECT_EQ(answers_to("\n  \n# a comment f m\n"), "");
  EXPECT_EQ(commands_, 14U);
}

TEST_F(RigTalkTest, TakesTheNameOfAVfoOrDoesWithout) {
  EXPECT_EQ(answers_to("f VFOA m Main s currVFO\n"), "145000000\nFM\n15000\n0\nVFOA\n");
  EXPECT_EQ(answers_to("F VFOA 7000000\nM VFOA AM 0\n"), "RPRT 0\nRPRT 0\n");
  EXPECT_EQ(rig_.frequency_, Hertz{7e6});
  EXPECT_EQ(answers_to("V VFOA\nV VFOB\n"), "RPRT 0\nRPRT -11\n");
  EXPECT_EQ(answers_to("\\chk_vfo\n\\set_vfo_opt 1\n\\chk_vfo\n"), "0\nRPRT 0\n1\n");
}

TEST_F(RigTalkTest, RefusesWhatAReceiverHasNot) {
  EXPECT_EQ(answers_to("T 0\nT 1\n"), "RPRT 0\nRPRT -11\n");
  EXPECT_EQ(answers_to("S 0 VFOA\nS 1 VFOB\n"), "RPRT 0\nRPRT -11\n");
  EXPECT_EQ(answers_to("I 7000000\n"), "RPRT -11\n");
  EXPECT_EQ(answers_to("l SWR\nL AF 0.5\nu NB\n"), "RPRT -11\nRPRT -11\nRPRT -11\n");
  rig_.strength_.reset();
  EXPECT_EQ(answers_to("l STRENGTH\n"), "RPRT -11\n") << "there is no row yet";
}

TEST_F(RigTalkTest, SaysWhatIsWrong) {
  for (const char* bad :
       {"F abc\n", "F -7\n", "F 0\n", "F nan\n", "F 7000000x\n", "M NONE 0\n", "M USB x\n", "M USB -2\n"})
    EXPECT_EQ(answers_to(bad), "RPRT -1\n") << bad;
  EXPECT_EQ(answers_to("F 3000000000\n"), "RPRT -9\n");
  EXPECT_EQ(answers_to("\\nonsense 1 2 f\n"), "RPRT -11\n") << "its arguments are no commands";
  EXPECT_EQ(rig_.frequency_, Hertz{145e6});
}

TEST_F(RigTalkTest, OpensHamlibsClient) {
  EXPECT_EQ(answers_to("\\chk_vfo\n"), "0\n");
  const std::string state = answers_to("\\dump_state\n");
  EXPECT_TRUE(state.starts_with("1\n2\n0\n"));
  EXPECT_TRUE(state.ends_with("\ndone\n")) << "a client of version 1 reads until then";
  EXPECT_NE(answers_to("1\n").find("Can send Voice:\tN\n"), std::string::npos) << "where CQRLOG stops reading";
  EXPECT_NE(answers_to("_\n").find("spectrumd "), std::string::npos);
  EXPECT_EQ(answers_to("AOS\nLOS\n"), "RPRT 0\nRPRT 0\n");
}

TEST_F(RigTalkTest, ListsWhatItKnows) {
  EXPECT_EQ(answers_to("l ?\n"), "STRENGTH\nRPRT 0\n");
  EXPECT_NE(answers_to("M ? 0\n").find("USB LSB"), std::string::npos);
  EXPECT_EQ(answers_to("u ?\n"), "\nRPRT 0\n");
}

TEST_F(RigTalkTest, EndsWhereTheClientDoes) {
  EXPECT_EQ(answers_to("T 0\nq\nf\n"), "RPRT 0\nRPRT 0\n");
  EXPECT_FALSE(open_);
}

TEST_F(RigTalkTest, DropsALineWithoutEnd) {
  const std::string much(1000, 'f');
  for (int i = 0; i < 4 && open_; ++i) answers_to(much);
  EXPECT_TRUE(open_);
  answers_to(much);
  EXPECT_FALSE(open_);
}

TEST_F(RigTalkTest, SurvivesAnyBytes) {
  std::mt19937 random(1);
  constexpr std::string_view kLikely = "fFmMvVsStTlLuU+;|\\_1 \n\n VFOA USB 7100000 \\dump_state ?#";
  for (int round = 0; round < 20'000; ++round) {
    std::string bytes;
    for (auto i = random() % 60; i > 0; --i)
      bytes += random() % 8 == 0 ? static_cast<char>(random()) : kLikely[random() % kLikely.size()];
    if (!open_) connect();
    if (answers_to(bytes).size() > 60 * 2000 || rig_.frequency_.value <= 0) FAIL() << bytes;
  }
  EXPECT_GT(commands_, 20'000U);
}

}  // namespace
}  // namespace spectrumd
