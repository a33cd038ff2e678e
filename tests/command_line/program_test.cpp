// SPDX-License-Identifier: MIT
#include "command_line/program.h"

#include <gtest/gtest.h>

namespace command_line {
namespace {

using testing::internal::CaptureStderr, testing::internal::CaptureStdout, testing::internal::GetCapturedStderr,
    testing::internal::GetCapturedStdout;

struct NoRadio : std::runtime_error {
  using std::runtime_error::runtime_error;
};

std::string did;  // by the commands below

int serve(Arguments& arguments) {
  if (!arguments.parse()) return 0;
  did = "serve";
  return 0;
}

int record(Arguments& arguments) {
  std::string file, format = "cu8";
  arguments.add({{"[FILE]", "where to", into(file)}, {"--format NAME", "of the samples", into(format)}});
  if (!arguments.parse()) return 0;
  did = "record " + file + ' ' + format;
  for (const auto& [option, text] : arguments.given())
    if (option->has_name("--center") || option->has_name("--open")) did += ' ' + std::string(option->name()) + text;
  return 3;
}

int fail(Arguments& arguments) {
  std::string how;
  arguments.add({{"HOW", "", into(how)}});
  if (!arguments.parse()) return 0;
  if (how == "radio") throw NoRadio("no radio");
  throw std::runtime_error("broken");
}

void add_common(Arguments& arguments) {
  arguments.add({{.spec = "--center HZ", .help = "of the span", .group = "radio"},
                 {.spec = "--open [true|false]", .help = "to the world", .rare = true}});
}

std::optional<std::string> mistake(const std::exception& error) {
  return dynamic_cast<const NoRadio*>(&error) ? std::optional<std::string>(error.what()) : std::nullopt;
}

constexpr Command kServe{"", "[FLAGS]", "serve until stopped", serve};
constexpr Command kRecord{"record", "[FILE] [FLAGS]", "record samples", record};
constexpr Command kFail{"fail", "HOW", "does not work", fail};
constexpr Command kPlain{"plain", "HOW", "has no help", fail, true, kExitFailure};
constexpr Command kAll[] = {kServe, kRecord, kFail, kPlain};
constexpr std::string_view kGeneral[] = {"general"};
constexpr Command kQuiet[] = {kServe, {.name = "look", .syntax = "", .help = "see", .run = serve, .groups = kGeneral}};
constexpr Command kNoServe[] = {kRecord, kFail};

struct Outcome {
  int status;
  std::string out, error, did;
};

Outcome run(Words words, std::span<const Command> commands = kAll) {
  words.insert(words.begin(), "radio");
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  did.clear();
  CaptureStdout();
  CaptureStderr();
  const int status = command_line::run({.name = "radio",
                                        .version = "1.2",
                                        .about = "for tests",
                                        .commands = commands,
                                        .notes = "Read this.\n",
                                        .add_common = add_common,
                                        .mistake = mistake},
                                       static_cast<int>(pointers.size()), pointers.data());
  std::fflush(stdout);
  std::fflush(stderr);
  return {status, GetCapturedStdout(), GetCapturedStderr(), did};
}

TEST(Program, RunsTheCommandWhereverItStandsAmongTheFlags) {
  EXPECT_EQ(run({}).did, "serve");
  EXPECT_EQ(run({"--center", "record"}).did, "serve") << "that is a value";
  EXPECT_EQ(run({"record", "a", "--format=cf32"}).did, "record a cf32");
  EXPECT_EQ(run({"record", "fail"}).did, "record fail cu8") << "one command is enough";
  EXPECT_EQ(run({"--center", "1M", "record", "a"}).did, "record a cu8 --center1M");
  EXPECT_EQ(run({"--open", "record", "a"}).did, "record a cu8 --open");
  EXPECT_EQ(run({"--open", "false", "record", "a"}).did, "record a cu8 --openfalse");
  EXPECT_EQ(run({"record"}).status, 3);
}

TEST(Program, EndsWith64ForTheUsersMistakes) {
  for (const Words& words :
       std::vector<Words>{{"--centre", "1"}, {"recrd"}, {"fail"}, {"fail", "a", "b"}, {"fail", "radio"}}) {
    const Outcome outcome = run(words);
    EXPECT_EQ(outcome.status, kExitUsage) << words[0];
    EXPECT_EQ(outcome.out + outcome.did, "");
  }
  EXPECT_EQ(run({"recrd"}).error, "recrd: unknown command, did you mean record?; see radio --help\n");
  EXPECT_EQ(run({"fail", "radio"}).error, "no radio\n");
  EXPECT_EQ(run({"plain", "radio"}).status, kExitFailure);
}

TEST(Program, EndsWith1ForOtherErrorsAndSaysWhoFailed) {
  const Outcome outcome = run({"fail", "now"});
  EXPECT_EQ(outcome.status, kExitFailure);
  EXPECT_EQ(outcome.error, "radio: broken\n");
}

TEST(Program, MayNeedACommand) {
  EXPECT_EQ(run({}, kNoServe).error, "a command is missing; see radio --help\n");
  EXPECT_EQ(run({}, kNoServe).status, kExitUsage);
  EXPECT_EQ(run({"--version"}, kNoServe).status, 0);
}

TEST(Program, ShowsVersionAndHelp) {
  EXPECT_EQ(run({"--version"}).out, "radio 1.2\n");
  EXPECT_EQ(run({"record", "-V"}).out, "radio 1.2\n");
  EXPECT_EQ(run({"-h"}).out,
            "radio 1.2: for tests\n\n"
            "  radio [FLAGS]                serve until stopped\n"
            "  radio record [FILE] [FLAGS]  record samples\n"
            "  radio fail HOW               does not work\n"
            "  radio plain HOW              has no help\n\n"
            "  --center HZ                     of the span\n"
            "  -h, --help                      this text\n"
            "  -V, --version                   the version\n"
            "  --help-all                      every flag\n");
  EXPECT_EQ(run({"--help-all"}).out,
            "radio 1.2: for tests\n\n"
            "  radio [FLAGS]                serve until stopped\n"
            "  radio record [FILE] [FLAGS]  record samples\n"
            "  radio fail HOW               does not work\n"
            "  radio plain HOW              has no help\n\n"
            "Read this.\n\n"
            "  --open [true|false]             to the world\n\n"
            "radio\n"
            "  --center HZ                     of the span\n\n"
            "general\n"
            "  -h, --help                      this text\n"
            "  -V, --version                   the version\n"
            "  --help-all                      every flag\n");
  EXPECT_EQ(run({"record", "--help"}).out.substr(0, 44), "radio record [FILE] [FLAGS]\nrecord samples\n\n");
  EXPECT_NE(run({"record", "--help"}).out.find("  --format NAME"), std::string::npos);
  EXPECT_EQ(run({"fail", "--help"}).status, 0);
  EXPECT_EQ(run({"plain", "--help"}).status, kExitFailure);
}

TEST(Program, HelpIsACommandToo) {
  EXPECT_EQ(run({"help"}).out, run({"--help"}).out);
  EXPECT_EQ(run({"help"}).status, 0);
  EXPECT_EQ(run({"help", "record"}).out, run({"record", "--help"}).out);
  EXPECT_EQ(run({"help", "recrd"}).status, kExitUsage);
  EXPECT_EQ(run({"record", "help"}).did, "record help cu8") << "a file of that name";
}

TEST(Program, ACommandShowsTheFlagsThatMatterToIt) {
  EXPECT_EQ(run({"look", "--help"}, kQuiet).out.find("--center"), std::string::npos);
  EXPECT_NE(run({"look", "--help"}, kQuiet).out.find("--help-all"), std::string::npos);
  EXPECT_NE(run({"look", "--help-all"}, kQuiet).out.find("--center"), std::string::npos);
  EXPECT_EQ(run({"look", "--center", "1"}, kQuiet).did, "serve") << "it accepts the others as well";
}

}  // namespace
}  // namespace command_line
