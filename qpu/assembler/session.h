// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "qpu/assembler/expression.h"
#include "qpu/assembler/fault.h"
#include "qpu/assembler/output.h"
#include "qpu/assembler/packing.h"
#include "qpu/assembler/part.h"
#include "qpu/assembler/source_file.h"

namespace qpu::assembly {

// One pass over a source: executes its lines in order, directives included, and collects their output.
class Session final : public Environment {
 public:
  // Steps are counted over all passes. `files` keeps the lines and must outlive this.
  Session(const AssemblyOptions& options, SourceFiles& files, const Labels* pass_before, std::size_t& steps);

  void run_file(Lines lines);
  void define(const std::string& name, const std::string& expression);  // -D

  // Used by directives.
  void run(Lines lines);
  void run_from_here(Lines lines, Origin::Via via, std::string name);  // lines that the current line calls or includes
  std::uint32_t origin();
  const Line& line() const { return *line_; }
  SourceFiles& files() { return files_; }
  Output& output() { return output_; }
  void prevent_joining() { last_.clear(), open_ = false; }

  Symbols& symbols() override { return symbols_; }
  Labels& labels() override { return labels_; }
  Value run_function(const Function& function) override;
  void step() override;
  int& depth() override { return depth_; }

  void report(const Line& line, const SourceFault& fault, Diagnostic::Severity severity = Diagnostic::Severity::Error);
  void finish(Program& program) const;

 private:
  struct Caller {
    Origin::Via via;
    std::string name;
    std::uint32_t origin;
  };

  std::size_t run_line(Lines lines, std::size_t index);
  void define_labels(const Line& line);
  void statement(Cursor cursor);
  void function_value(Cursor& cursor);
  const std::pair<const std::string, Macro>* macro_at(const Cursor& cursor);
  void invoke(const std::string& name, const Macro& macro, Cursor& cursor);
  void emit(Cursor& cursor);
  Packed pack_joined(std::vector<Part>& parts, bool& joins);
  void emit_or_hold_place(Cursor& cursor);
  void emit_placeholder();
  std::vector<std::string> context() const;

  const AssemblyOptions& options_;
  SourceFiles& files_;
  Labels labels_;
  Symbols symbols_;
  Output output_;
  std::size_t& steps_;
  int depth_ = 0;

  const Line* line_ = nullptr;
  std::vector<Caller> callers_;
  std::vector<Origin> origins_;
  std::vector<Part> last_;   // of the last instruction, unless a label or data stand behind it
  bool open_ = false;        // a line that begins with a semicolon adds to it
  bool joins_next_ = false;  // and so does the next instruction, which is a macro's first
  std::vector<std::optional<Value>> function_values_;
  std::vector<Diagnostic> diagnostics_;
};

}  // namespace qpu::assembly
