// SPDX-License-Identifier: MIT
#include "daemon/feeds/follow/xml_rpc.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "daemon/config/xml_text.h"

namespace spectrumd {
namespace {

constexpr std::array<std::pair<std::string_view, char>, 5> kEntities{
    {{"&lt;", '<'}, {"&gt;", '>'}, {"&amp;", '&'}, {"&quot;", '"'}, {"&apos;", '\''}}};

// What stands between the first "<tag>" and the "</tag>" behind it.
std::optional<std::string_view> inside(std::string_view xml, std::string_view tag) {
  const std::string opening = fmt::format("<{}>", tag), closing = fmt::format("</{}>", tag);
  const std::size_t begin = xml.find(opening);
  if (begin == std::string_view::npos) return std::nullopt;
  xml.remove_prefix(begin + opening.size());
  const std::size_t end = xml.find(closing);
  return end == std::string_view::npos ? std::nullopt : std::optional(xml.substr(0, end));
}

std::string unescaped(std::string_view text) {
  std::string plain;
  while (!text.empty()) {
    std::size_t length = 1;
    char letter = text.front();
    for (const auto& [entity, meant] : kEntities)
      if (text.starts_with(entity)) length = entity.size(), letter = meant;
    plain += letter;
    text.remove_prefix(length);
  }
  return plain;
}

// Values of any type, or of none: "<value>14074000</value>", "<value><i4>1</i4></value>".
std::string scalar(std::string_view value) {
  const std::size_t text = value.find('>');
  if (text == std::string_view::npos) return unescaped(value);
  value.remove_prefix(text + 1);
  return unescaped(value.substr(0, value.find('<')));
}

}  // namespace

std::string xml_rpc_call(std::string_view method, std::string_view argument) {
  const std::string params =
      argument.empty() ? "<params/>" : fmt::format("<params><param><value>{}</value></param></params>", argument);
  return fmt::format("<?xml version=\"1.0\"?>\r\n<methodCall><methodName>{}</methodName>{}</methodCall>\r\n",
                     xml_text(method), params);
}

std::optional<XmlRpcAnswer> parse_xml_rpc_answer(std::string_view xml) {
  if (const auto fault = inside(xml, "fault")) {
    const auto text = inside(fault->substr(std::min(fault->find("faultString"), fault->size())), "value");
    return XmlRpcAnswer{.value = text ? scalar(*text) : "fault", .is_fault = true};
  }
  const auto param = inside(xml, "param");
  if (!param) return std::nullopt;
  if (param->find("<value/>") != std::string_view::npos) return XmlRpcAnswer{};
  const auto value = inside(*param, "value");
  return value ? std::optional(XmlRpcAnswer{.value = scalar(*value)}) : std::nullopt;
}

}  // namespace spectrumd
