// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace spectrumd {

// An XML-RPC call with one argument, which is a piece of XML such as "<double>14074000</double>", or with none.
std::string xml_rpc_call(std::string_view method, std::string_view argument = {});

// The value that an XML-RPC answer returns, as text; of a fault its explanation.
struct XmlRpcAnswer {
  std::string value;
  bool is_fault = false;
};
std::optional<XmlRpcAnswer> parse_xml_rpc_answer(std::string_view xml);

}  // namespace spectrumd
