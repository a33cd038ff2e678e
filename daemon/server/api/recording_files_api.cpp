// SPDX-License-Identifier: MIT
// The two files of a recording, to be taken home; also of one that is being made, as far as it has come.
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <cerrno>

#include "daemon/server/api/byte_range.h"
#include "daemon/server/api/routes.h"

namespace spectrumd {
namespace {

std::string etag_of(const struct stat& facts) {
  return fmt::format("\"{:x}-{:x}.{:x}\"", facts.st_size, facts.st_mtim.tv_sec, facts.st_mtim.tv_nsec);
}

Answer refused_range(const ApiError& error, std::uint64_t size) {
  Answer answer = error_answer(error);
  answer.headers.emplace_back("Content-Range", fmt::format("bytes */{}", size));
  return answer;
}

Answer answer_file(const std::filesystem::path& path, const RequestHead& head) {
  auto file = std::make_shared<const mailbox::Descriptor>(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW));
  struct stat facts {};
  if (file->get() < 0 || fstat(file->get(), &facts) != 0 || !S_ISREG(facts.st_mode))
    throw ApiError(404, "not_found", fmt::format("{} cannot be read", path.filename().string()));
  const auto size = static_cast<std::uint64_t>(facts.st_size);
  const std::string etag = etag_of(facts);
  try {
    const ByteRange range = byte_range(head, size, etag);
    Answer answer{.status = range.is_part ? 206 : 200, .type = "application/octet-stream"};
    answer.headers = {{"Accept-Ranges", "bytes"},
                      {"ETag", etag},
                      {"Content-Disposition", fmt::format("attachment; filename=\"{}\"", path.filename().string())}};
    if (range.is_part)
      answer.headers.emplace_back("Content-Range",
                                  fmt::format("bytes {}-{}/{}", range.first, range.first + range.bytes - 1, size));
    answer.file = {.descriptor = std::move(file), .first = range.first, .bytes = range.bytes};
    return answer;
  } catch (const ApiError& error) {
    return refused_range(error, size);
  }
}

std::filesystem::path path_of(ServerContext& context, const ApiRequest& request, Recordings::Part part) {
  const auto name = request.query.text("name");
  if (!name) throw ApiError(400, "bad_value", "name: is missing", "name");
  try {
    return context.recordings.path_of(*name, part);
  } catch (const RecordingRefused& refusal) {
    throw ApiError(404, refusal.code, refusal.what());
  }
}

}  // namespace

Answer answer_recording_data(ServerContext& context, const ApiRequest& request) {
  return answer_file(path_of(context, request, Recordings::Part::Data), request.head);
}

Answer answer_recording_meta(ServerContext& context, const ApiRequest& request) {
  return answer_file(path_of(context, request, Recordings::Part::Meta), request.head);
}

}  // namespace spectrumd
