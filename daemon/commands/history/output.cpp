// SPDX-License-Identifier: MIT
#include "daemon/commands/history/output.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <utility>

#include "daemon/outputs/output_file.h"

namespace spectrumd {

CommandOutput::CommandOutput(std::string path)
    : path_(std::move(path)),
      file_(path_ == "-" ? dup(STDOUT_FILENO) : open(path_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666)) {
  ::signal(SIGPIPE, SIG_IGN);
  if (file_.get() < 0) throw OutputError(path_, errno);
}

void CommandOutput::write(std::string_view bytes) {
  while (!bytes.empty() && !closed_) {
    const ssize_t written = ::write(file_.get(), bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    closed_ = written < 0 && errno == EPIPE;
    if (closed_) return;
    if (written < 0) throw OutputError(path_, errno);
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
}

}  // namespace spectrumd
