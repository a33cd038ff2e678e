// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <fstream>
#include <iostream>
#include <memory>

#include "qpu/program/code_file.h"
#include "qpu/program/command.h"

namespace qpu {
namespace {

struct Request {
  std::string source, output = "-", format;
  std::vector<std::string> includes, definitions;
};

std::string hexadecimal(const Program& program) {
  std::string text;
  for (const Word word : program.words) text += fmt::format("0x{:08x}, 0x{:08x},\n", low(word), high(word));
  return text;
}

std::string raw(const Program& program) {
  std::string bytes;
  for (const Word word : program.words)
    for (std::uint32_t i = 0; i < kWordBytes; ++i) bytes += static_cast<char>(word >> 8 * i);
  return bytes;
}

std::string listing(const Program& program) {
  std::string text;
  auto label = program.labels.begin();
  for (std::size_t i = 0; i < program.words.size(); ++i) {
    for (; label != program.labels.end() && label->address <= i * kWordBytes; ++label)
      text += fmt::format("{:41}:{}\n", "", label->name);
    const std::string& line = program.lines[i];
    text += fmt::format("{:06x}  {:08x} {:08x}  {:16}{}\n", i * kWordBytes, low(program.words[i]),
                        high(program.words[i]), place_of(program, i), line);
  }
  return text;
}

std::string written_as(const Program& program, const std::string& format) {
  if (format == "bin") return raw(program);
  return format == "listing" ? listing(program) : hexadecimal(program);
}

void write(const std::string& path, const std::string& contents) {
  if (path == "-") {
    std::cout << contents << std::flush;
    return;
  }
  std::ofstream file(path, std::ios::binary);
  file << contents << std::flush;
  if (!file) throw CodeFileError(fmt::format("{}: cannot be written: {}", path, std::strerror(errno)));
}

void assemble_as_asked(const Request& request) {
  const Program program = assemble(read_source(request.source), request.source == "-" ? "stdin" : request.source,
                                   options_of(request.includes, request.definitions));
  for (const Diagnostic& diagnostic : program.diagnostics) std::cerr << to_text(diagnostic);
  if (!program.ok()) throw CLI::RuntimeError(kExitFindings);
  const bool binary_name = request.output.ends_with(".bin");
  write(request.output, written_as(program, request.format.empty() && binary_name ? "bin" : request.format));
}

}  // namespace

void add_as_command(CLI::App& program) {
  const auto request = std::make_shared<Request>();
  CLI::App* command = program.add_subcommand("as", "Assemble a source into instruction words");
  command->add_option("FILE", request->source, "The source; - reads the standard input")->required();
  command->add_option("-o,--output", request->output, "Where to write; - is the standard output")
      ->capture_default_str();
  command
      ->add_option(
          "-f,--format", request->format,
          "hex: 0x..., 0x..., a line each; bin: raw words; listing: with the source (default: bin for *.bin, else hex)")
      ->check(CLI::IsMember({"hex", "bin", "listing"}));
  command->add_option("-I,--include", request->includes, "Look for included files here too")->allow_extra_args(false);
  command->add_option("-D,--define", request->definitions, "NAME=VALUE: as .set would")->allow_extra_args(false);
  command->callback([request] { assemble_as_asked(*request); });
}

}  // namespace qpu
