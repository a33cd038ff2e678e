// SPDX-License-Identifier: MIT
#include "daemon/sources/source_list.h"

#include <gtest/gtest.h>

namespace spectrumd {
namespace {

std::string why_not(const std::string& source) {
  Settings settings;
  settings.source = source;
  try {
    (void)open_source(settings);
  } catch (const SourceError& error) {
    return error.what();
  }
  return "opened";
}

TEST(SourceList, OpensTheSimulation) {
  Settings settings;
  EXPECT_EQ(open_source(settings)->facts().kind, "sim");
}

TEST(SourceList, ListsWhatThereIsForAnUnknownKind) {
  const std::string reason = why_not("fille:x.cu8");
  EXPECT_TRUE(reason.starts_with("source \"fille\" is unknown, did you mean file?; this build has\n")) << reason;
  for (const SourceKind& kind : source_kinds()) EXPECT_NE(reason.find(kind.usage), std::string::npos) << reason;
  EXPECT_TRUE(why_not("rtlsdr:serial=1").starts_with("source \"rtlsdr\" is unknown; this build has\n"));
}

TEST(SourceList, SaysHowAKindIsWritten) {
  EXPECT_EQ(why_not("sim:x"), "source sim: takes no argument, but has \"x\"; a scene is given with sim.scene");
  EXPECT_EQ(why_not("-:x"), "source -: takes no argument, but has \"x\"");
  EXPECT_EQ(why_not("file"), "source file: has no path; write file:PATH");
  EXPECT_EQ(why_not("file:"), "source file: has no path; write file:PATH");
  EXPECT_EQ(why_not("file:/nonexistent/a:b.cu8"), "/nonexistent/a:b.cu8: No such file or directory");
}

}  // namespace
}  // namespace spectrumd
