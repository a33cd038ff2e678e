// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "mailbox/descriptor.h"

namespace spectrumd {

// Where a command writes: a file, which is replaced, or standard output for "-". Throws OutputError. Blocks.
class CommandOutput {
 public:
  explicit CommandOutput(std::string path);

  void write(std::string_view bytes);
  bool closed() const { return closed_; }  // the program behind a pipe has ended: nothing is written any more

 private:
  const std::string path_;
  const mailbox::Descriptor file_;
  bool closed_ = false;
};

}  // namespace spectrumd
