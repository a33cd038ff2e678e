// SPDX-License-Identifier: MIT
#include "qpu/assembler/blocks.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "qpu/assembler/directives.h"

namespace qpu::assembly {
namespace {

using RunBlock = void (*)(Session&, Cursor, Lines body);

Cursor arguments_of(const Line& line) { return Cursor(&line.tokens[line.statement + 1]); }

bool is_section(const Line& line) {
  const std::string_view name = line.directive();
  return name == ".elseif" || name == ".elif" || name == ".else";
}

// The next .else or .elseif of the same block, or the end.
std::size_t end_of_section(Lines body, std::size_t from) {
  while (from < body.size() && !is_section(body[from]))
    from = (opens_block(body[from]) ? end_of_block(body, from) : from) + 1;
  return from;
}

bool condition_of(Session& session, Cursor cursor) {
  const Value value = evaluate(session, cursor);
  cursor.expect_end();
  return truth_of(value);
}

bool holds(Session& session, const Line& section) {
  const Cursor cursor = arguments_of(section);
  if (section.directive() != ".else") return condition_of(session, cursor);
  cursor.expect_end();
  return true;
}

// Skipped lines are not read at all.
void run_sections(Session& session, bool taken, Lines body) {
  std::size_t first = 0;
  for (;;) {
    const std::size_t end = end_of_section(body, first);
    if (taken) return session.run(body.subspan(first, end - first));
    if (end == body.size()) return;
    try {
      taken = holds(session, body[end]);
    } catch (const SourceFault& fault) {  // of this line, not of the .if
      return session.report(body[end], fault);
    }
    first = end + 1;
  }
}

void run_if(Session& session, Cursor cursor, Lines body) { run_sections(session, condition_of(session, cursor), body); }

void run_ifset(Session& session, Cursor cursor, Lines body) {
  const std::string name = cursor.name();
  cursor.expect_end();
  run_sections(session, session.symbols().defines(name), body);
}

// Runs a counter through its values; the previous meaning of the name is restored at the end.
class Counter {
 public:
  Counter(Session& session, std::string name) : symbols_(session.symbols()), name_(std::move(name)) {
    before_ = symbols_.find_local(name_);
  }
  ~Counter() {
    symbols_.unset_local(name_);
    if (before_) symbols_.set_local(name_, *before_);
  }
  Counter(const Counter&) = delete;
  Counter& operator=(const Counter&) = delete;
  void set(const Value& value) { symbols_.set_local(name_, value); }

 private:
  Symbols& symbols_;
  std::string name_;
  std::optional<Value> before_;
};

void run_rep(Session& session, Cursor cursor, Lines body) {
  std::string name = cursor.name();
  cursor.skip(",");  // .rep i 3 is accepted too
  const std::int64_t count = integer_of(evaluate(session, cursor));
  cursor.expect_end();
  if (count < 0) throw SourceFault{fmt::format("expected a count of 0 or more, not {}", count)};
  Counter counter(session, std::move(name));
  for (std::int64_t i = 0; i < count; ++i) {
    session.step();
    counter.set(i);
    session.run(body);
  }
}

void run_foreach(Session& session, Cursor cursor, Lines body) {
  std::string name = cursor.name();
  cursor.expect(",");
  const std::vector<Value> values = evaluate_list(session, cursor);
  cursor.expect_end();
  Counter counter(session, std::move(name));
  for (const Value& value : values) {
    counter.set(value);
    session.run(body);
  }
}

std::vector<std::string> names_until_end(Cursor& cursor) {
  std::vector<std::string> names;
  cursor.skip(",");
  while (!cursor.at_end()) {
    names.push_back(cursor.name());
    if (!cursor.at_end()) cursor.expect(",");
  }
  return names;
}

void run_macro(Session& session, Cursor cursor, Lines body) {
  std::string name = cursor.name();
  session.symbols().macros()[std::move(name)] = {names_until_end(cursor), body};
}

void run_func(Session& session, Cursor cursor, Lines body) {
  const std::string name = cursor.name();
  session.symbols().functions()[name] = {read_parameters(cursor), {}, body};
  cursor.expect_end();
}

void run_local(Session& session, Cursor cursor, Lines body) {
  cursor.expect_end();
  const LocalScope scope(session.symbols());
  session.run(body);
}

void run_back(Session& session, Cursor cursor, Lines body) {
  constexpr std::int64_t kMost = 5;
  const std::int64_t count = integer_of(evaluate(session, cursor));
  cursor.expect_end();
  const std::size_t first = session.output().size(), first_label = session.labels().count();
  if (count < 0 || count > kMost || static_cast<std::size_t>(count) > first)
    throw SourceFault{fmt::format("expected at most {} instructions, and no more than precede this line", kMost)};
  session.prevent_joining();
  session.output().close_data();
  session.run(body);
  session.output().insert_back(first, first_label, static_cast<std::size_t>(count));
  session.prevent_joining();
}

struct Block {
  std::string_view opens, closes, closes_too;
  RunBlock run;
};

constexpr std::array kBlocks = {
    Block{".if", ".endif", "", run_if},         Block{".ifset", ".endif", "", run_ifset},
    Block{".rep", ".endr", ".endrep", run_rep}, Block{".foreach", ".endfor", "", run_foreach},
    Block{".macro", ".endm", "", run_macro},    Block{".func", ".endf", "", run_func},
    Block{".local", ".endloc", "", run_local},  Block{".back", ".endb", "", run_back},
};

const Block* block_of(const Line& line) {
  const auto found = std::ranges::find(kBlocks, line.directive(), &Block::opens);
  return found == kBlocks.end() ? nullptr : &*found;
}

bool closes(const Block& block, std::string_view directive) {
  return directive == block.closes || (!directive.empty() && directive == block.closes_too);
}

bool closes_any(std::string_view directive) {
  return std::ranges::any_of(kBlocks, [&](const Block& block) { return closes(block, directive); });
}

}  // namespace

bool opens_block(const Line& line) { return block_of(line) != nullptr; }

std::size_t end_of_block(Lines lines, std::size_t first) {
  struct Open {
    const Block* block;
    std::uint32_t line;
  };
  std::vector<Open> open;
  for (std::size_t i = first; i < lines.size(); ++i) {
    if (const Block* block = block_of(lines[i])) {
      open.push_back({block, lines[i].place.line});
    } else if (closes_any(lines[i].directive())) {
      if (!closes(*open.back().block, lines[i].directive()))
        throw SourceFault{fmt::format("line {} has {}, but the {} of line {} needs its {} first", lines[i].place.line,
                                      lines[i].directive(), open.back().block->opens, open.back().line,
                                      open.back().block->closes)};
      open.pop_back();
    }
    if (open.empty()) return i;
  }
  throw SourceFault{fmt::format("the {} of line {} has no {}", open.back().block->opens, open.back().line,
                                open.back().block->closes)};
}

void run_block(Session& session, Lines block) {
  const Nesting nesting(session.depth());
  const Line& first = block.front();
  arguments_of(block.back()).expect_end();
  block_of(first)->run(session, arguments_of(first), block.subspan(1, block.size() - 2));
}

}  // namespace qpu::assembly
