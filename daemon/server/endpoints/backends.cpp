// SPDX-License-Identifier: MIT
#include "daemon/server/endpoints/backend_list.h"
#include "daemon/server/routes.h"
#include "daemon/sources/source_list.h"

namespace spectrumd {

namespace {

// Puts a value where "radio.center" says, in objects made as needed.
void put(Json& tree, std::string_view path, Json value) {
  Json* place = &tree;
  for (std::size_t dot = path.find('.'); dot != std::string_view::npos; dot = path.find('.')) {
    place = &(*place)[std::string(path.substr(0, dot))];
    path.remove_prefix(dot + 1);
  }
  (*place)[std::string(path)] = std::move(value);
}

}  // namespace

Json candidates_json(const BackendStatus& backend) {
  Json candidates = Json::array();
  for (const BackendStatus::Candidate& candidate : backend.candidates)
    candidates.push_back({{"name", candidate.name},
                          {"frame_us", candidate.frame_seconds ? Json(*candidate.frame_seconds * 1e6) : Json()},
                          {"outcome", candidate.outcome},
                          {"chosen", candidate.chosen}});
  return candidates;
}

Answer answer_sources(ServerContext& context, const ApiRequest&) {
  const std::string in_use = context.receiver.status().source.kind;
  Json sources = Json::array();
  for (const SourceKind& kind : source_kinds())
    sources.push_back({{"name", kind.name}, {"usage", kind.usage}, {"description", kind.description}});
  return json_answer({{"in_use", in_use}, {"sources", std::move(sources)}});
}

Answer answer_backends(ServerContext& context, const ApiRequest&) {
  static BackendList list(gpufft::backends());
  Json backends = Json::array();
  for (const BackendFacts& facts : list.facts())
    backends.push_back({{"name", facts.name},
                        {"description", facts.description},
                        {"available", !facts.why_unavailable},
                        {"reason", facts.why_unavailable.value_or("")},
                        {"devices", facts.devices}});
  const ReceiverStatus now = context.receiver.status();
  return json_answer({{"in_use", now.backend.name},
                      {"reason", now.backend.reason},
                      {"trouble", now.backend.trouble},
                      {"candidates", candidates_json(now.backend)},
                      {"backends", std::move(backends)}});
}

Answer answer_config(ServerContext& context, const ApiRequest&) {
  const Settings settings = context.settings();
  Json config = Json::object();
  for (const Key& key : keys())
    if (!key.secret) put(config, key.path, key.get(settings));
  return json_answer(config);
}

}  // namespace spectrumd
