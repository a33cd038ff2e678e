// SPDX-License-Identifier: MIT
#include "qpu/assembler/directives.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>

#include "qpu/assembler/data.h"

namespace qpu::assembly {
namespace {

using Run = void (*)(Session&, Cursor);

struct Directive {
  std::string_view name;
  Run run;
};

std::string new_name(Cursor& cursor) {
  const Token& token = cursor.peek();
  std::string name = cursor.name();
  if (register_named(name)) throw SourceFault{fmt::format("{} is a register; choose another name", name), token.column};
  return name;
}

// The value after "name,". If it is invalid, the name is remembered, so that its uses cause no further errors.
template <typename Define>
void define_value(Session& session, Cursor& cursor, Define define) {
  const std::string name = new_name(cursor);
  cursor.expect(",");
  Value value = Faulty{};
  try {
    value = evaluate(session, cursor);
    cursor.expect_end();
  } catch (const SourceFault&) {
    define(name, Value(Faulty{}));
    throw;
  }
  define(name, value);
}

void define_function(Session& session, const std::string& name, Cursor& cursor) {
  std::vector<std::string> parameters = read_parameters(cursor);
  cursor.skip(",");
  const Token* first = &cursor.peek();
  while (!cursor.at_end()) cursor.take();
  if (&cursor.peek() == first) throw SourceFault{"the expression is missing here", first->column};
  session.symbols().functions()[name] = {std::move(parameters), {first, &cursor.peek()}, {}};
}

void set(Session& session, Cursor cursor) {
  if (cursor.following().kind == Token::Kind::Symbol && cursor.following().text == "(") {
    const std::string name = new_name(cursor);
    return define_function(session, name, cursor);
  }
  define_value(session, cursor, [&](const std::string& n, const Value& v) { session.symbols().set_global(n, v); });
}

void set_constant(Session& session, Cursor cursor) {
  define_value(session, cursor,
               [&](const std::string& n, const Value& v) { session.symbols().set_global(n, v, true); });
}

void set_local(Session& session, Cursor cursor) {
  define_value(session, cursor, [&](const std::string& n, const Value& v) { session.symbols().set_local(n, v); });
}

void set_local_constant(Session& session, Cursor cursor) {
  define_value(session, cursor, [&](const std::string& n, const Value& v) { session.symbols().set_local(n, v, true); });
}

void unset(Session& session, Cursor cursor) {
  session.symbols().unset_global(cursor.name());
  cursor.expect_end();
}

void unset_local(Session& session, Cursor cursor) {
  session.symbols().unset_local(cursor.name());
  cursor.expect_end();
}

// .include "file" next to this one, .include <file> on the search path
void include(Session& session, Cursor cursor) {
  const Token& token = cursor.peek();
  const std::string_view text = session.line().text;
  const std::size_t closing = text.find('>', token.column);
  const bool bracketed = token.kind == Token::Kind::Symbol && token.text == "<" && closing != std::string_view::npos;
  if (!bracketed && token.kind != Token::Kind::String)
    throw SourceFault{"expected the name of a file, in quotes or in <>", token.column};
  const std::string_view name = bracketed ? text.substr(token.column, closing - token.column) : token.text;
  const Lines lines = session.files().include(name, !bracketed, session.line().place.file);
  const LocalScope scope(session.symbols());
  session.run_from_here(lines, Origin::Via::Include, std::string(name));
}

void clone(Session& session, Cursor cursor) {
  const std::int64_t address = integer_of(evaluate(session, cursor));
  cursor.expect(",");
  const std::int64_t count = integer_of(evaluate(session, cursor));
  cursor.expect_end();
  if (session.labels().is_first_pass() && address > session.output().address()) return;
  const auto size = static_cast<std::int64_t>(session.output().size());
  if (address < 0 || address % kWordBytes != 0 || count < 0 || address / kWordBytes > size || count > size)
    throw SourceFault{"expected a label and the number of instructions behind it"};
  session.prevent_joining();
  session.output().clone(static_cast<std::uint32_t>(address), static_cast<std::size_t>(count));
}

void align(Session& session, Cursor cursor) {
  constexpr std::int64_t kMost = 64;
  const std::int64_t bytes = integer_of(evaluate(session, cursor));
  const std::int64_t base = cursor.skip(",") ? integer_of(evaluate(session, cursor)) : 0;
  cursor.expect_end();
  if (bytes < 1 || bytes > kMost || !std::has_single_bit(static_cast<std::uint64_t>(bytes)))
    throw SourceFault{"expected an alignment that is a power of two up to 64"};
  if (base % std::min<std::int64_t>(bytes, kWordBytes) != 0)
    throw SourceFault{"expected a multiple of 8, the size of an instruction"};
  session.prevent_joining();
  session.output().align(static_cast<std::uint32_t>(bytes), static_cast<std::uint32_t>(base), session.origin(),
                         session.line().text);
}

void global(Session& session, Cursor cursor) {
  const std::string name = cursor.name();
  if (cursor.skip(",")) evaluate(session, cursor);
  cursor.expect_end();
  session.labels().export_name(name);
}

void require(Session& session, Cursor cursor) {
  const std::uint32_t column = cursor.peek().column;
  const bool holds = truth_of(evaluate(session, cursor));
  cursor.expect_end();
  if (!holds) throw SourceFault{"assertion failed", column};
}

// Segments are for validators only.
void segment(Session&, Cursor cursor) { cursor.expect_end(); }

constexpr std::array kDirectives = {
    Directive{".set", set},
    Directive{".equ", set},
    Directive{".define", set},
    Directive{".const", set_constant},
    Directive{".lset", set_local},
    Directive{".lconst", set_local_constant},
    Directive{".unset", unset},
    Directive{".undef", unset},
    Directive{".lunset", unset_local},
    Directive{".include", include},
    Directive{".clone", clone},
    Directive{".align", align},
    Directive{".global", global},
    Directive{".assert", require},
    Directive{".code", segment},
    Directive{".text", segment},
    Directive{".rodata", segment},
};

std::string unknown(std::string_view name) {
  std::vector<std::string> names = {".if",   ".ifset", ".else",   ".elseif",  ".endif",  ".rep",
                                    ".endr", ".macro", ".endm",   ".foreach", ".endfor", ".func",
                                    ".endf", ".local", ".endloc", ".back",    ".endb"};
  for (const Directive& directive : kDirectives) names.emplace_back(directive.name);
  for (const std::string_view data : data_directives()) names.emplace_back(data);
  if (std::ranges::find(names, name) != names.end()) return fmt::format("this {} does not belong to a block", name);
  return fmt::format("unknown directive {}{}", name, suggestion(name, names));
}

}  // namespace

std::vector<std::string> read_parameters(Cursor& cursor) {
  std::vector<std::string> names;
  cursor.expect("(");
  if (cursor.skip(")")) return names;
  do names.push_back(cursor.name());
  while (cursor.skip(","));
  cursor.expect(")");
  return names;
}

void run_directive(Session& session, const Line& line) {
  const Cursor cursor(&line.tokens[line.statement + 1]);
  if (write_data(session, line.directive(), cursor)) return;
  const auto found = std::ranges::find(kDirectives, line.directive(), &Directive::name);
  if (found == kDirectives.end()) throw SourceFault{unknown(line.directive())};
  found->run(session, cursor);
}

}  // namespace qpu::assembly
