// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iostream>

#include "qpu/disassembler.h"
#include "qpu/program/code_file.h"
#include "qpu/program/commands.h"

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

}  // namespace

int run_as(command_line::Arguments& arguments) {
  using command_line::into, command_line::one_of;
  Request request;
  arguments.add(
      {{"FILE", "The source; - reads the standard input", into(request.source)},
       {"-o, --output PATH", "Where to write; - is the standard output, which is the default", into(request.output)},
       {"-f, --format FORMAT",
        "hex: 0x..., 0x..., a line each; bin: raw words; listing: with the source (default: bin for *.bin, "
        "else hex)",
        one_of({"hex", "bin", "listing"}, into(request.format))}});
  add_assembly_options(arguments, request.includes, request.definitions);
  if (!arguments.parse()) return 0;
  const Program program = assemble(read_source(request.source), request.source == "-" ? "stdin" : request.source,
                                   options_of(request.includes, request.definitions));
  for (const Diagnostic& diagnostic : program.diagnostics) std::cerr << to_text(diagnostic);
  if (!program.ok()) return kExitFindings;
  const bool binary_name = request.output.ends_with(".bin");
  write(request.output, written_as(program, request.format.empty() && binary_name ? "bin" : request.format));
  return 0;
}

int run_dis(command_line::Arguments& arguments) {
  std::string path;
  arguments.add({{"FILE", "Words as 0x..., 0x..., or raw; - reads the standard input", command_line::into(path)}});
  if (!arguments.parse()) return 0;
  std::cout << disassemble(words_of(read_whole(path), path)) << std::flush;
  return 0;
}

}  // namespace qpu
