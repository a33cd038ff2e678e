// SPDX-License-Identifier: MIT
// Downloads of the two files of a recording; also of one that is being made, as far as it has come.
#include <fmt/format.h>
#include <sys/stat.h>

#include "daemon/server/context.h"
#include "daemon/server/endpoints/endpoints.h"
#include "daemon/server/http/byte_range.h"

namespace spectrumd {
namespace {

std::string etag_of(const struct stat& facts) {
  return fmt::format("\"{:x}-{:x}.{:x}\"", facts.st_size, facts.st_mtim.tv_sec, facts.st_mtim.tv_nsec);
}

Answer refused_range(const RequestError& error, std::uint64_t size) {
  Answer answer = error_answer(error);
  answer.headers.emplace_back("Content-Range", fmt::format("bytes */{}", size));
  return answer;
}

// SigMF has none that is registered.
std::string type_of_file(const std::string& name) {
  const auto sound = sound_format_of(name);
  if (!sound) return "application/octet-stream";
  return *sound == SoundFormat::Opus ? "audio/ogg" : "audio/wav";
}

Answer answer_file(std::shared_ptr<const mailbox::Descriptor> file, const std::string& name, const RequestHead& head) {
  struct stat facts {};
  if (fstat(file->get(), &facts) != 0) throw RequestError(404, "not_found", fmt::format("{} cannot be read", name));
  const auto size = static_cast<std::uint64_t>(facts.st_size);
  const std::string etag = etag_of(facts);
  try {
    const ByteRange range = byte_range(head, size, etag);
    Answer answer{.status = range.is_part ? 206 : 200, .type = type_of_file(name)};
    answer.headers = {{"Accept-Ranges", "bytes"},
                      {"ETag", etag},
                      {"Content-Disposition", fmt::format("attachment; filename=\"{}\"", name)}};
    if (range.is_part)
      answer.headers.emplace_back("Content-Range",
                                  fmt::format("bytes {}-{}/{}", range.first, range.first + range.bytes - 1, size));
    answer.file = {.descriptor = std::move(file), .first = range.first, .bytes = range.bytes};
    return answer;
  } catch (const RequestError& error) {
    return refused_range(error, size);
  }
}

Answer answer_part(ServerContext& context, const Request& request, RecordingPart part) {
  const auto name = request.query.text("name");
  if (!name) throw RequestError(400, "bad_value", "name: is missing", "name");
  try {
    return answer_file(context.recordings.open(*name, part), file_of("", *name, part), request.head);
  } catch (const RecordingRefused& refusal) {
    throw RequestError(404, refusal.code, refusal.what());
  }
}

Answer answer_data(ServerContext& context, const Request& request) {
  return answer_part(context, request, RecordingPart::Data);
}

Answer answer_meta(ServerContext& context, const Request& request) {
  return answer_part(context, request, RecordingPart::Meta);
}

}  // namespace

Routes recording_files_routes() {
  return {{.method = "GET",
           .path = "/api/v1/recordings/data",
           .summary = "The samples or the sound of a recording, or a range of that: NAME.sigmf-data, or NAME of sound",
           .cost = Cost::Blocking,
           .role = Role::Listener,
           .parameters = {{"name", "name of the recording", Parameter::Kind::Text}},
           .other_types = {"application/octet-stream", "audio/wav", "audio/ogg"},
           .answer = answer_data},
          {.method = "GET",
           .path = "/api/v1/recordings/meta",
           .summary = "The metadata of a recording: NAME.sigmf-meta; sound has tags in its file instead",
           .cost = Cost::Blocking,
           .parameters = {{"name", "name of the recording", Parameter::Kind::Text}},
           .other_types = {"application/octet-stream"},
           .answer = answer_meta}};
}

}  // namespace spectrumd
