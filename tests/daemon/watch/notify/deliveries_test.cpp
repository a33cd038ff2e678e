// SPDX-License-Identifier: MIT
#include "daemon/watch/notify/deliveries.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>
#include <iterator>

#include "daemon/watch/alarm_json.h"
#include "tests/daemon/sources/file/temporary_folder.h"

namespace spectrumd {
namespace {

std::string content_of(const std::string& file) {
  std::ifstream stream(file);
  return {std::istreambuf_iterator<char>(stream), {}};
}

class Programs : public testing::Test {
 protected:
  const TemporaryFolder folder_;

  std::string script(const std::string& text) {
    const std::string file = folder_.write("program", "#!/bin/sh\n" + text);
    ::chmod(file.c_str(), 0755);
    return file;
  }
};

TEST_F(Programs, GetTheirArgumentsAsTheyAre) {
  const std::string hostile = "; touch " + folder_.path("hacked") + " $(id) `id` \"'\\ | & > x\n*";
  const std::string program = script("for a; do printf '[%s]' \"$a\"; done > " + folder_.path("out"));
  EXPECT_EQ(run_program({program, hostile, "", "$HOME"}, "", {}), "");
  EXPECT_EQ(content_of(folder_.path("out")), "[" + hostile + "][][$HOME]");
  EXPECT_FALSE(std::filesystem::exists(folder_.path("hacked")));
}

TEST_F(Programs, GetTheInputAndNothingElse) {
  const std::string program = script("cat > " + folder_.path("in") + "; ls /proc/self/fd > " + folder_.path("open") +
                                     "; env > " + folder_.path("env"));
  const std::string input(300000, 'x');  // more than a pipe holds, and never read in one piece
  EXPECT_EQ(run_program({program}, input, {}), "");
  EXPECT_EQ(content_of(folder_.path("in")), input);
  EXPECT_EQ(content_of(folder_.path("env")).find("HOME"), std::string::npos);
}

TEST_F(Programs, MayLeaveTheirInputUnread) {
  EXPECT_EQ(run_program({script("exit 0")}, std::string(300000, 'x'), {}), "");
}

TEST_F(Programs, ReportWhyTheyFailed) {
  EXPECT_THAT(run_program({script("exit 3")}, "", {}), testing::EndsWith("ended with status 3"));
  EXPECT_THAT(run_program({script("kill -9 $$")}, "", {}), testing::EndsWith("was ended by signal 9"));
  EXPECT_THAT(run_program({folder_.path("missing")}, "", {}), testing::EndsWith("No such file or directory"));
  EXPECT_EQ(run_program({"true"}, "", {}), "the program is not an absolute path");
  EXPECT_EQ(run_program({}, "", {}), "the program is not an absolute path");
}

TEST_F(Programs, AreEndedByTheStop) {
  std::stop_source stop;
  stop.request_stop();
  EXPECT_NE(run_program({script("exec sleep 1000")}, "", stop.get_token()), "");
}

TEST(Mail, CannotBeGivenOtherHeaders) {
  const std::string mail = mail_text("a@b", "alarm\nBcc: evil@x\r\nX: y", "text");
  const std::string head = mail.substr(0, mail.find("\n\n"));
  EXPECT_EQ(head.find("\nBcc"), std::string::npos);
  EXPECT_EQ(head.find('\r'), std::string::npos);
  EXPECT_THAT(head, testing::StartsWith("To: a@b\nSubject: alarm Bcc: evil@x  X: y\n"));
}

TEST(Mail, EncodesWhatIsNotAscii) {
  const std::string mail = mail_text("a@b", "Träger", "Träger");
  EXPECT_NE(mail.find("Subject: =?UTF-8?Q?=54=72=C3=A4=67=65=72?=\n"), std::string::npos);
  EXPECT_THAT(mail, testing::EndsWith("\n\nTräger\n"));
}

TEST(Placeholders, AreFilledInOnce) {
  Alarm alarm;
  alarm.id = 5;
  alarm.name = "{id}";
  alarm.frequency = 433.92e6;
  EXPECT_EQ(filled_in("{name} {frequency_hz} {frequency} {what} {", alarm), "{id} 433920000 433.92M {what} {");
  EXPECT_EQ(filled_in("", alarm), "");
  EXPECT_EQ(filled_in("}{}{{id}}", alarm), "}{}{{id}}");
}

}  // namespace
}  // namespace spectrumd
