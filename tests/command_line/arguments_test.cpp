// SPDX-License-Identifier: MIT
#include "command_line/arguments.h"

#include <gtest/gtest.h>

namespace command_line {
namespace {

// Options of every kind.
struct Request {
  std::string source, output = "-", format, trace;
  std::vector<std::string> includes{"built-in"}, others;
  std::vector<std::size_t> lengths{4096};
  std::optional<double> limit;
  unsigned qpus = 1;
  bool strict = false, json = false;
  std::size_t traces = 0;
};

Request read(const Words& words, const Words& before = {}) {
  Request request;
  Arguments arguments("qpu as", words, before);
  arguments.add({{"FILE", "", into(request.source)},
                 {"[OTHER]...", "", into(request.others)},
                 {"-o, --output PATH", "", into(request.output)},
                 {"-f, --format FORMAT", "", one_of({"hex", "bin"}, into(request.format))},
                 {"-I, --include FOLDER...", "", into(request.includes)},
                 {"-n, --n N,...", "", positive(into(request.lengths))},
                 {"-l, --limit SECONDS", "", into(request.limit)},
                 {"-q, --qpus N", "", within(1, 12, into(request.qpus))},
                 {"--trace [FILE]", "", into(request.trace)},
                 {"-s, --strict", "", into(request.strict)},
                 {"-j", "", into(request.json)}});
  EXPECT_TRUE(arguments.parse());
  request.traces = arguments.count("--trace");
  return request;
}

std::string refusal(const Words& words) {
  try {
    read(words);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "";
}

TEST(Arguments, ReadValuesHoweverTheyAreAttached) {
  for (const Words& words : std::vector<Words>{
           {"-o", "x", "in"}, {"-ox", "in"}, {"--output", "x", "in"}, {"in", "--output=x"}, {"-sjox", "in"}}) {
    const Request request = read(words);
    EXPECT_EQ(request.output, "x");
    EXPECT_EQ(request.source, "in");
  }
  EXPECT_EQ(read({"in", "--output="}).output, "");
  EXPECT_EQ(read({"in", "-o", "-j"}).output, "-j") << "a value may look like a flag";
}

TEST(Arguments, TakeShortFlagsTogether) {
  const Request request = read({"-sj", "in"});
  EXPECT_TRUE(request.strict && request.json);
}

TEST(Arguments, LeaveDefaultsAloneAndReplaceLists) {
  EXPECT_EQ(read({"in"}).includes, std::vector<std::string>{"built-in"});
  EXPECT_EQ(read({"in", "-I", "a", "-Ib", "--include=c,d"}).includes, (std::vector<std::string>{"a", "b", "c,d"}));
  EXPECT_EQ(read({"in", "--n", "1,22", "-n3"}).lengths, (std::vector<std::size_t>{1, 22, 3}));
  EXPECT_EQ(read({"in", "-l", "0.5"}).limit, 0.5);
  EXPECT_FALSE(read({"in"}).limit);
}

TEST(Arguments, GiveWordsToTheirPlaces) {
  const Request request = read({"in", "-s", "b", "-"});
  EXPECT_EQ(request.source, "in");
  EXPECT_EQ(request.others, (std::vector<std::string>{"b", "-"}));
  EXPECT_EQ(read({"--", "-s", "--"}).source, "-s");
}

TEST(Arguments, LeaveOutAValueThatMayBe) {
  EXPECT_EQ(read({"in", "--trace", "-s"}).trace, "");
  EXPECT_EQ(read({"in", "--trace", "-s"}).traces, 1U);
  EXPECT_EQ(read({"in", "--trace"}).traces, 1U);
  EXPECT_EQ(read({"--trace", "t", "in"}).trace, "t");
  EXPECT_EQ(read({"--trace=t", "in"}).trace, "t");
  EXPECT_EQ(read({"in"}, {"--trace"}).source, "in") << "not beyond the command";
}

TEST(Arguments, SayWhatIsWrong) {
  EXPECT_EQ(refusal({}), "FILE is missing; see qpu as --help");
  EXPECT_EQ(refusal({"in", "-x"}), "-x: unknown flag; see qpu as --help");
  EXPECT_EQ(refusal({"in", "-sx"}), "-x: unknown flag; see qpu as --help");
  EXPECT_EQ(refusal({"in", "--strit"}), "--strit: unknown flag, did you mean --strict?; see qpu as --help");
  EXPECT_EQ(refusal({"in", "--strict=yes"}), "--strict: it has no value; see qpu as --help");
  EXPECT_EQ(refusal({"in", "-o"}), "-o: the value is missing; see qpu as --help");
  EXPECT_EQ(refusal({"in", "-oa", "-ob"}), "--output: given more than once; see qpu as --help");
  EXPECT_EQ(refusal({"in", "-f", "elf"}), "--format: elf is not one of hex, bin; see qpu as --help");
  EXPECT_EQ(refusal({"in", "-q13"}), "--qpus: 13 is not in 1 to 12; see qpu as --help");
  EXPECT_EQ(refusal({"in", "-n0"}), "--n: 0 is not 1 or more; see qpu as --help");
  EXPECT_EQ(refusal({"in", "-n1,,2"}), "--n:  is not a number; see qpu as --help");
  EXPECT_EQ(refusal({"in", "-l5s"}), "--limit: 5s is not a number; see qpu as --help");
}

TEST(Arguments, ShowHelpInAHundredColumns) {
  Arguments arguments("x", {});
  arguments.add({{"--a-flag-with-a-name THAT-LEAVES-NO-ROOM", "its help stands below"},
                 {"--hidden", ""},
                 {.spec = "--grouped", .help = "under a heading", .group = "radio"},
                 {"-s, --short", std::string(30, 'w') + ' ' + std::string(40, 'x')}});
  arguments.help_head = "head\n";
  const std::string indent(34, ' ');
  EXPECT_EQ(arguments.help(), "head\n\n  --a-flag-with-a-name THAT-LEAVES-NO-ROOM\n" + indent +
                                  "its help stands below\n  -s, --short" + std::string(21, ' ') + std::string(30, 'w') +
                                  '\n' + indent + std::string(40, 'x') + "\n\nradio\n  --grouped" +
                                  std::string(23, ' ') + "under a heading\n");
}

TEST(Arguments, SuggestTheOptionThatOtherProgramsCallByThatName) {
  for (const char* word : {"--freq", "--freq=1", "-f"}) {
    Arguments arguments("spectrumd", {word});
    arguments.add({{.spec = "--center HZ", .synonyms = {"--freq", "-f"}}});
    try {
      arguments.parse();
      FAIL() << word;
    } catch (const UsageError& error) {
      EXPECT_NE(std::string(error.what()).find("did you mean --center?"), std::string::npos) << error.what();
    }
  }
}

}  // namespace
}  // namespace command_line
