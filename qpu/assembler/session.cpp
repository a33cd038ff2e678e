// SPDX-License-Identifier: MIT
#include "qpu/assembler/session.h"

#include <fmt/format.h>

#include <algorithm>

#include "qpu/assembler/blocks.h"
#include "qpu/assembler/directives.h"
#include "qpu/assembler/packing.h"
#include "qpu/assembler/part_reader.h"

namespace qpu::assembly {

Session::Session(const AssemblyOptions& options, SourceFiles& files, const Labels* pass_before, std::size_t& steps)
    : options_(options),
      files_(files),
      labels_(pass_before ? pass_before->for_next_pass() : Labels()),
      output_(labels_, options.most_words),
      steps_(steps) {}

void Session::step() {
  if (++steps_ > options_.most_steps)
    throw AssemblyEnds{fmt::format("the source takes more than {} steps to assemble", options_.most_steps)};
}

void Session::run_file(Lines lines) {
  const LocalScope scope(symbols_);
  run(lines);
  output_.close_data();
}

void Session::define(const std::string& name, const std::string& expression) {
  run(files_.add("-D " + name, fmt::format(".set {}, {}", name, expression)));
}

void Session::run(Lines lines) {
  for (std::size_t i = 0; i < lines.size();) i = run_line(lines, i);
}

std::size_t Session::run_line(Lines lines, std::size_t index) {
  const Line& line = lines[index];
  step();
  line_ = &line;
  std::size_t next = index + 1;
  try {
    if (opens_block(line)) next = end_of_block(lines, index) + 1;
    define_labels(line);
    if (opens_block(line))
      run_block(*this, lines.subspan(index, next - index));
    else if (!line.directive().empty())
      run_directive(*this, line);
    else
      statement(Cursor(&line.tokens[line.statement]));
  } catch (const SourceFault& fault) {
    if (opens_block(line) && next == index + 1) next = lines.size();  // the block has no end
    report(line, fault);
  }
  line_ = &line;
  return next;
}

void Session::define_labels(const Line& line) {
  for (std::uint32_t i = 0; i < line.statement; ++i) {
    const Token& token = line.tokens[i];
    prevent_joining();
    try {
      if (token.text.empty()) throw SourceFault{"expected the name of a label next to the colon"};
      labels_.define(token.text, output_.address(), token.kind == Token::Kind::ExportedLabel);
    } catch (SourceFault& fault) {
      fault.column = token.column;
      throw;
    }
  }
}

// Parts and macros: parts in front of a macro join its first instruction, parts after it its last.
void Session::statement(Cursor cursor) {
  if (!function_values_.empty() && !cursor.at_end()) return function_value(cursor);
  while (!cursor.at_end())
    if (const auto* macro = macro_at(cursor)) {
      cursor.take();
      invoke(std::string(macro->first), Macro(macro->second), cursor);
    } else {
      emit_or_hold_place(cursor);
    }
}

const std::pair<const std::string, Macro>* Session::macro_at(const Cursor& cursor) {
  const auto macro = symbols_.macros().find(cursor.peek().text);
  const bool found = cursor.peek().kind == Token::Kind::Identifier && macro != symbols_.macros().end();
  return found ? &*macro : nullptr;
}

void Session::emit_or_hold_place(Cursor& cursor) {
  try {
    emit(cursor);
  } catch (const SourceFault&) {
    emit_placeholder();
    throw;
  }
}

// An invalid line still takes up space, so that labels behind it do not move.
void Session::emit_placeholder() {
  prevent_joining();
  output_.instruction({kNop, false, origin(), line_->text});
}

void Session::emit(Cursor& cursor) {
  LineOfParts read = read_parts(*this, cursor);
  const bool before_macro = !cursor.at_end();
  bool joins = (std::exchange(joins_next_, false) || read.joins_previous) && open_;
  if (read.parts.empty() && !joins) throw SourceFault{"an instruction is missing here"};
  const Packed packed = joins ? pack_joined(read.parts, joins) : pack(read.parts);
  Emitted emitted{encode(packed.instruction), false, origin(), line_->text, packed.branch_target, packed.relocated};
  joins ? output_.replace_last(emitted) : output_.instruction(emitted);
  if (packed.warning) report(*line_, *packed.warning, Diagnostic::Severity::Warning);
  last_ = std::move(read.parts);
  open_ = read.may_be_joined;
  joins_next_ = before_macro;
}

// Parts that do not fit into the word before them stand in a separate one: `joins` is false afterwards.
Packed Session::pack_joined(std::vector<Part>& parts, bool& joins) {
  std::vector<Part> together = last_;
  together.insert(together.end(), parts.begin(), parts.end());
  try {
    Packed packed = pack(together);
    parts = std::move(together);
    return packed;
  } catch (const SourceFault&) {
    if (parts.empty()) throw;
    Packed packed = pack(parts);
    packed.warning = SourceFault{"this does not fit into the instruction before; it is one by itself", parts[0].column};
    joins = false;
    return packed;
  }
}

void Session::invoke(const std::string& name, const Macro& macro, Cursor& cursor) {
  const std::vector<Value> arguments = evaluate_list(*this, cursor);
  if (!cursor.at(";")) cursor.expect_end();
  if (arguments.size() > macro.parameters.size())
    throw SourceFault{
        fmt::format("macro {} takes {} argument(s), not {}", name, macro.parameters.size(), arguments.size())};
  const LocalScope scope(symbols_);
  for (std::size_t i = 0; i < macro.parameters.size(); ++i)
    symbols_.set_local(macro.parameters[i], i < arguments.size() ? arguments[i] : Value(Undefined{}));
  run_from_here(macro.body, Origin::Via::Macro, name);
  joins_next_ = false;
  open_ = cursor.at(";") ? !last_.empty() : open_;
}

void Session::run_from_here(Lines lines, Origin::Via via, std::string name) {
  const Nesting nesting(depth_);
  const Line* here = line_;
  callers_.push_back({via, std::move(name), origin()});
  const std::size_t depth = callers_.size();
  run(lines);
  callers_.resize(depth - 1);
  line_ = here;
}

Value Session::run_function(const Function& function) {
  function_values_.emplace_back();
  run_from_here(function.body, Origin::Via::Function, "a function");
  const std::optional<Value> value = function_values_.back();
  function_values_.pop_back();
  if (!value) throw SourceFault{"this function has no value: one of its lines must be an expression"};
  return *value;
}

void Session::function_value(Cursor& cursor) {
  const std::uint32_t column = cursor.peek().column;
  const Value value = evaluate(*this, cursor);
  cursor.expect_end();
  if (function_values_.back()) throw SourceFault{"a function has one value, this is the second", column};
  function_values_.back() = value;
}

std::uint32_t Session::origin() {
  Origin origin{line_->place, Origin::Via::File, -1};
  if (!callers_.empty()) {
    origin.via = callers_.back().via;
    origin.asked_by = static_cast<std::int32_t>(callers_.back().origin);
  }
  const bool known =
      !origins_.empty() && origins_.back().place == origin.place && origins_.back().asked_by == origin.asked_by;
  if (!known) origins_.push_back(origin);
  return static_cast<std::uint32_t>(origins_.size() - 1);
}

std::vector<std::string> Session::context() const {
  constexpr std::size_t kMost = 8;  // for a recursion the innermost few are enough
  std::vector<std::string> texts;
  for (auto caller = callers_.rbegin(); caller != callers_.rend() && texts.size() < kMost; ++caller) {
    const SourcePlace place = origins_[caller->origin].place;
    const bool include = caller->via == Origin::Via::Include;
    texts.push_back(fmt::format("{} {}{}:{}", include ? "included" : "in " + caller->name,
                                include ? "by " : "required by ", files_.names()[place.file], place.line));
  }
  return texts;
}

void Session::report(const Line& line, const SourceFault& fault, Diagnostic::Severity severity) {
  if (fault.text.empty() || labels_.is_first_pass()) return;  // most of these errors vanish in the next pass
  const std::uint32_t start = line.tokens[line.statement].column;
  Diagnostic d{severity,   files_.names()[line.place.file], line.place.line, fault.column ? fault.column : start,
               fault.text, std::string(line.text),          context()};
  const auto same = [&](const Diagnostic& other) {
    return other.file == d.file && other.line == d.line && other.column == d.column && other.text == d.text;
  };
  if (std::ranges::any_of(diagnostics_, same)) return;
  diagnostics_.push_back(std::move(d));
  const auto alike = std::ranges::count(diagnostics_, severity, &Diagnostic::severity);
  if (severity == Diagnostic::Severity::Error && static_cast<std::size_t>(alike) >= options_.most_errors)
    throw AssemblyEnds{"too many errors"};
}

void Session::finish(Program& program) const {
  program.files = files_.names();
  program.origin_table = origins_;
  program.diagnostics = diagnostics_;
  program.labels = labels_.table();
  output_.finish(program);
}

}  // namespace qpu::assembly
