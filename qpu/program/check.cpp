// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

#include "qpu/hazards/checker.h"
#include "qpu/program/code_file.h"
#include "qpu/program/command.h"

namespace qpu {
namespace {

struct CheckArguments {
  std::vector<std::string> files;
  std::vector<std::string> include_paths, definitions;
  bool json = false, strict = false, rules = false;
};

void print_rules() {
  for (const RuleRow& row : rules())
    std::cout << fmt::format("{:<5}{:<9}{} (reference {})\n", row.id, name_of(row.severity), row.text, row.reference);
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

Program code_to_check(const std::string& file, const CheckArguments& arguments) {
  Program program = read_code(file, options_of(arguments.include_paths, arguments.definitions));
  for (const Diagnostic& diagnostic : program.diagnostics) std::cerr << to_text(diagnostic);
  if (!program.ok()) throw CLI::RuntimeError(kExitFindings);
  return program;
}

// True if something was found that the caller wants to hear about by the exit status.
bool check_file(const std::string& file, const CheckArguments& arguments, nlohmann::json& found) {
  const Program program = code_to_check(file, arguments);
  const std::vector<Finding> findings = check(program.words, {.data = program.is_data});
  for (const Finding& finding : findings) {
    if (arguments.json)
      found.push_back(json_of(finding, program, file));
    else
      std::cout << text_of(finding, program, file);
  }
  return std::any_of(findings.begin(), findings.end(), [&](const Finding& finding) {
    return arguments.strict || row_of(finding.rule).severity != Severity::Note;
  });
}

void check_files(const CheckArguments& arguments) {
  if (arguments.rules) return print_rules();
  if (arguments.files.empty()) throw CLI::RequiredError("FILE");
  nlohmann::json found = nlohmann::json::array();
  bool complain = false;
  for (const std::string& file : arguments.files) complain |= check_file(file, arguments, found);
  if (arguments.json) std::cout << found.dump(2) << '\n';
  if (complain) throw CLI::RuntimeError(kExitFindings);
}

}  // namespace

void add_check_command(CLI::App& program) {
  CLI::App* command = program.add_subcommand("check", "Find what breaks the rules of the hardware");
  const auto arguments = std::make_shared<CheckArguments>();
  command->add_option("FILE", arguments->files, "Source (.qasm), hex words or binary; - is standard input");
  command->add_option("-I,--include", arguments->include_paths, "Look for included files here too")
      ->allow_extra_args(false);
  command->add_option("-D,--define", arguments->definitions, "NAME=VALUE: as .set would")->allow_extra_args(false);
  command->add_flag("--json", arguments->json, "A JSON array of findings");
  command->add_flag("--strict", arguments->strict, "Notes count as findings too");
  command->add_flag("--rules", arguments->rules, "Print the table of rules");
  command->footer("Ends with 0: nothing above a note; 1: findings; 64: a command line that makes no sense.");
  command->callback([arguments] { check_files(*arguments); });
}

}  // namespace qpu
