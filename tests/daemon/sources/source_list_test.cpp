// SPDX-License-Identifier: MIT
#include "daemon/sources/source_list.h"

#include <gtest/gtest.h>

namespace spectrumd {
namespace {

std::string why_not_source(const std::string& source) {
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
  settings.source = "sim";
  EXPECT_EQ(open_source(settings)->facts().kind, "sim");
}

// Rows of the demo are marked; those of a simulation that was asked for at the start are not.
TEST(SourceList, OpensTheDemoBandOfAuto) {
  Settings settings;
  settings.source = kAutoSource;
  EXPECT_EQ(open_source(settings)->facts().kind, "rtlsdr");
  settings.source = kDemoSource;
  const auto demo = open_source(settings);
  EXPECT_EQ(demo->facts().kind, "sim");
  EXPECT_TRUE(demo->facts().demo);
  settings.source = "sim";
  EXPECT_FALSE(open_source(settings)->facts().demo);
}

TEST(SourceList, ListsWhatThereIsForAnUnknownKind) {
  const std::string reason = why_not_source("fille:x.cu8");
  EXPECT_TRUE(reason.starts_with("source \"fille\" is unknown, did you mean file?; this build has\n")) << reason;
  for (const SourceKind& kind : source_kinds()) EXPECT_NE(reason.find(kind.usage), std::string::npos) << reason;
  EXPECT_TRUE(why_not_source("hackrf:serial=1").starts_with("source \"hackrf\" is unknown; this build has\n"));
}

// A radio that is not there is no reason not to start: it may come.
TEST(SourceList, OpensRadiosThatAreNotThere) {
  for (const char* source :
       {"auto", "rtlsdr", "rtlsdr:serial=1", "rtl_tcp:127.0.0.1:1", "rtl_tcp:[::1]", "soapy:driver=none"})
    EXPECT_EQ(why_not_source(source), "opened") << source;
}

TEST(SourceList, KnowsHowFarSticksReach) {
  Settings settings;
  for (const char* source : {"auto", "rtlsdr:serial=1"}) {
    settings.source = source;
    EXPECT_EQ(reach_of(settings).to, Hertz{1766e6}) << source;
  }
  settings.source = "sim";
  EXPECT_EQ(reach_of(settings), kAnywhere);
  settings.source = "unknown";
  EXPECT_EQ(reach_of(settings), kAnywhere);
}

TEST(SourceList, SaysHowAKindIsWritten) {
  EXPECT_EQ(why_not_source("sim:x"), "source sim: takes no argument, but has \"x\"; set the scene with sim.scene");
  EXPECT_EQ(why_not_source("auto:x"),
            "source auto: takes no argument, but has \"x\"; name the radio itself, as in rtlsdr:serial=00000001");
  EXPECT_EQ(why_not_source("-:x"), "source -: takes no argument, but has \"x\"");
  EXPECT_TRUE(why_not_source("rtlsdr:1").starts_with("source rtlsdr: \"1\" is not one of serial=…, path=…, index=…"));
  EXPECT_TRUE(why_not_source("rtlsdr:0").ends_with("did you mean rtlsdr:index=0?")) << why_not_source("rtlsdr:0");
  EXPECT_TRUE(why_not_source("rtlsdr:00000001").ends_with("did you mean rtlsdr:serial=00000001?"));
  EXPECT_TRUE(why_not_source("rtl_tcp:host:port").starts_with("source rtl_tcp: \"host:port\" is not HOST:PORT"));
  for (const char* port : {"0", "65536", "99999", "1234x", "-1", ""})
    EXPECT_TRUE(why_not_source(std::string("rtl_tcp:host:") + port).starts_with("source rtl_tcp: \"host:")) << port;
  EXPECT_EQ(why_not_source("rtl_tcp:host:65535"), "opened");
  EXPECT_TRUE(why_not_source("soapy").starts_with("source soapy: has no device"));
  EXPECT_EQ(why_not_source("file"), "source file: has no path; write file:PATH");
  EXPECT_EQ(why_not_source("file:"), "source file: has no path; write file:PATH");
  EXPECT_EQ(why_not_source("file:/nonexistent/a:b.cu8"), "/nonexistent/a:b.cu8: No such file or directory");
}

}  // namespace
}  // namespace spectrumd
