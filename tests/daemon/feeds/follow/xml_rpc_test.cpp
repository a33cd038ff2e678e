// SPDX-License-Identifier: MIT
#include "daemon/feeds/follow/xml_rpc.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace spectrumd {
namespace {

std::string value_of(std::string_view value) {
  const auto answer = parse_xml_rpc_answer("<?xml version=\"1.0\"?>\r\n<methodResponse><params><param>\r\n\t" +
                                           std::string(value) + "\r\n</param></params></methodResponse>");
  return answer && !answer->is_fault ? answer->value : "no answer";
}

TEST(XmlRpc, CallsWithAnArgumentOrWithout) {
  EXPECT_EQ(xml_rpc_call("rig.get_vfo"),
            "<?xml version=\"1.0\"?>\r\n<methodCall><methodName>rig.get_vfo</methodName><params/></methodCall>\r\n");
  EXPECT_NE(xml_rpc_call("rig.set_vfo", "<double>14074000.0</double>")
                .find("<params><param><value><double>14074000.0</double></value></param></params>"),
            std::string::npos);
}

TEST(XmlRpc, ReadsValuesOfAnyTypeOrNone) {
  EXPECT_EQ(value_of("<value>14074000</value>"), "14074000") << "flrig's strings";
  EXPECT_EQ(value_of("<value><string>USB</string></value>"), "USB");
  EXPECT_EQ(value_of("<value><i4>1</i4></value>"), "1");
  EXPECT_EQ(value_of("<value><double>7.1e6</double></value>"), "7.1e6");
  EXPECT_EQ(value_of("<value>R&amp;S &lt;1&gt;</value>"), "R&S <1>");
  EXPECT_EQ(value_of("<value></value>"), "");
  EXPECT_EQ(value_of("<value/>"), "");
}

TEST(XmlRpc, ReadsAFault) {
  for (const std::string_view text : {"unknown method", "<string>unknown method</string>"}) {
    const auto answer = parse_xml_rpc_answer(
        fmt::format("<methodResponse><fault>\n\t<value><struct><member><name>faultCode</name><value><i4>-1</i4></value>"
                    "</member><member><name>faultString</name><value>{}</value></member></struct></value>\n</fault>"
                    "</methodResponse>",
                    text));
    ASSERT_TRUE(answer);
    EXPECT_TRUE(answer->is_fault);
    EXPECT_EQ(answer->value, "unknown method");
  }
}

TEST(XmlRpc, TakesNothingElseForAnAnswer) {
  for (const std::string_view other : {"", "<html></html>", "<param><value>1", "<param>1</param>"})
    EXPECT_FALSE(parse_xml_rpc_answer(other)) << other;
}

}  // namespace
}  // namespace spectrumd
