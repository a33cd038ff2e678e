// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <nlohmann/json.hpp>

#include "qpu/hazards/checker.h"
#include "qpu/program/code_file.h"
#include "qpu/program/commands.h"

namespace qpu {
namespace {

struct CheckArguments {
  std::vector<std::string> files;
  std::vector<std::string> include_paths, definitions;
  bool json = false, strict = false, rules = false;
};

int print_rules() {
  for (const RuleRow& row : rules())
    std::cout << fmt::format("{:<5}{:<9}{} (reference {})\n", row.id, name_of(row.severity), row.text, row.reference);
  return 0;
}

// The line of a word, and those that asked for it by macros and includes, from the inside out; or the word itself.
std::vector<std::string> places_of(const Program& program, const std::string& file, std::size_t word) {
  if (word >= program.origins.size()) return {fmt::format("{}: word {}", file, word)};
  std::vector<std::string> places;
  for (auto index = static_cast<std::int32_t>(program.origins[word]); index >= 0;) {
    const Origin& origin = program.origin_table[static_cast<std::size_t>(index)];
    places.push_back(fmt::format("{}:{}", program.files[origin.place.file], origin.place.line));
    index = origin.asked_by;
  }
  return places;
}

std::string line_at(const std::vector<std::string>& places, std::string_view text) {
  std::string line = fmt::format("{}: {}\n", places.front(), text);
  for (std::size_t i = 1; i < places.size(); ++i) line += fmt::format("    asked for by {}\n", places[i]);
  return line;
}

std::string text_of(const Finding& finding, const Program& program, const std::string& file) {
  const RuleRow& row = row_of(finding.rule);
  std::string text =
      line_at(places_of(program, file, finding.word),
              fmt::format("{}: {} [{}, reference {}]", name_of(row.severity), finding.text, row.id, row.reference));
  if (finding.related) text += line_at(places_of(program, file, *finding.related), "note: this is the word before it");
  return text;
}

nlohmann::json json_of(const Finding& finding, const Program& program, const std::string& file) {
  const RuleRow& row = row_of(finding.rule);
  nlohmann::json object = {{"file", file},
                           {"places", places_of(program, file, finding.word)},
                           {"word", finding.word},
                           {"severity", name_of(row.severity)},
                           {"rule", row.id},
                           {"text", finding.text},
                           {"reference", row.reference}};
  if (finding.related) object["related_word"] = *finding.related;
  return object;
}

bool is_complaint(const Finding& finding, bool strict) {
  return strict || row_of(finding.rule).severity != Severity::Note;
}

// True if something was found that the exit status reports.
bool check_program(const Program& program, const std::string& file, const CheckArguments& arguments,
                   nlohmann::json& found) {
  const std::vector<Finding> findings = check(program.words, {.data = program.is_data});
  for (const Finding& finding : findings) {
    if (arguments.json)
      found.push_back(json_of(finding, program, file));
    else
      std::cout << text_of(finding, program, file);
  }
  return std::ranges::any_of(findings, [&](const Finding& finding) { return is_complaint(finding, arguments.strict); });
}

int check_files(const CheckArguments& arguments) {
  const AssemblyOptions options = options_of(arguments.include_paths, arguments.definitions);
  nlohmann::json found = nlohmann::json::array();
  bool complain = false;
  for (const std::string& file : arguments.files) {
    const auto program = read_good_code(file, options);
    if (!program) return kExitFindings;
    complain |= check_program(*program, file, arguments, found);
  }
  if (arguments.json) std::cout << found.dump(2) << '\n';
  return complain ? kExitFindings : 0;
}

}  // namespace

int run_check(command_line::Arguments& arguments) {
  using command_line::into;
  CheckArguments check;
  arguments.add({{"[FILE]...", "Source (.qasm), hex words or binary; - is standard input", into(check.files)},
                 {"--json", "A JSON array of findings", into(check.json)},
                 {"--strict", "Notes count as findings too", into(check.strict)},
                 {"--rules", "Print the table of rules", into(check.rules)}});
  add_assembly_options(arguments, check.include_paths, check.definitions);
  arguments.help_foot = "\nEnds with 0: nothing above a note; 1: findings; 64: a command line that makes no sense.\n";
  if (!arguments.parse()) return 0;
  if (check.rules) return print_rules();
  if (check.files.empty()) arguments.refuse("FILE is missing");
  return check_files(check);
}

}  // namespace qpu
