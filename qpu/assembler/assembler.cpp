// SPDX-License-Identifier: MIT
#include "qpu/assembler/assembler.h"

#include <fmt/format.h>

#include "qpu/assembler/session.h"

namespace qpu {
namespace {

using assembly::Labels;
using assembly::Lines;
using assembly::Session;
using assembly::SourceFiles;

constexpr int kMostPasses = 8;

Diagnostic about_file(const std::string& file, const std::string& text) {
  return {Diagnostic::Severity::Error, file, 0, 0, text, {}, {}};
}

class Assembler {
 public:
  Assembler(const AssemblyOptions& options, SourceFiles& files, Lines source, std::string name)
      : options_(options), files_(files), source_(source), name_(std::move(name)) {}

  // Repeats until no label moves any more, or an error occurs.
  Program run() {
    Labels before;
    for (int pass = 0; pass < kMostPasses; ++pass) {
      Program program;
      const Labels after = one_pass(program, pass == 0 ? nullptr : &before);
      const bool settled = pass > 0 && after.same_places_as(before);
      if (settled || ended_ || (pass > 0 && !program.ok())) return program;
      before = after;
    }
    Program program;
    program.diagnostics = {about_file(name_, "the labels do not converge: code before a label depends on its address")};
    return program;
  }

 private:
  Labels one_pass(Program& program, const Labels* before) {
    Session session(options_, files_, before, steps_);
    std::string reason;
    try {
      for (const auto& [name, value] : options_.definitions) session.define(name, value);
      session.run_file(source_);
    } catch (const assembly::AssemblyEnds& end) {
      ended_ = true;
      reason = end.text;
    }
    session.finish(program);
    if (!before) program.diagnostics.clear();
    if (ended_) program.diagnostics.push_back(about_file(name_, reason));
    return session.labels();
  }

  const AssemblyOptions& options_;
  SourceFiles& files_;
  Lines source_;
  std::string name_;
  std::size_t steps_ = 0;
  bool ended_ = false;
};

}  // namespace

Program assemble(std::string_view text, std::string_view file_name, const AssemblyOptions& options) {
  SourceFiles files(options);
  const std::string name(file_name);
  return Assembler(options, files, files.add(name, text), name).run();
}

Program assemble_file(const std::string& path, const AssemblyOptions& options) {
  SourceFiles files(options);
  try {
    return Assembler(options, files, files.open(path), path).run();
  } catch (const assembly::SourceFault& fault) {
    Program program;
    program.diagnostics = {about_file(path, fault.text.substr(path.size() + 2))};
    return program;
  }
}

}  // namespace qpu
