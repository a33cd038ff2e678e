// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <sstream>

#include "qpu/emulator/machine.h"
#include "qpu/firmware/run_record.h"
#include "qpu/program/code_file.h"
#include "qpu/program/commands.h"
#include "qpu/program/run/memory_areas.h"
#include "qpu/program/run/run_request.h"
#include "qpu/program/run/show_area.h"

namespace qpu {
namespace {

// Everything of one run, made in this order.
class Run {
 public:
  Run(const RunRequest& request, Program program);

  Machine::End go() { return machine_->run(); }
  const Machine& machine() const { return *machine_; }
  std::string fault_report() const { return report(*machine_->fault(), source_line()); }
  void write_out() const;
  std::string areas_as_text() const;
  nlohmann::ordered_json as_json(Machine::End end) const;
  std::string statistics_as_text() const;

 private:
  void place_code();
  void place_uniforms();
  void start();
  MachineOptions options();
  SourceLine source_line() const;
  RunRecord record(Machine::End end) const;
  std::span<const std::byte> contents(const std::string& name) const;

  const RunRequest& request_;
  Program program_;
  MemoryAreas areas_;
  std::uint32_t code_ = 0;
  std::vector<std::uint32_t> uniforms_;
  std::unique_ptr<Sdram> memory_;
  std::ofstream trace_file_;
  std::unique_ptr<Machine> machine_;
};

// What a Pi of this kind gets from its firmware (reference 9.4).
std::uint32_t alias_of(const std::string& board) { return board == "pi1" || board == "zero" ? 0x40000000 : 0xc0000000; }

Run::Run(const RunRequest& request, Program program)
    : request_(request), program_(std::move(program)), areas_(alias_of(request.board)) {
  for (const std::string& description : request.memory) areas_.add(description);
  place_code();
  place_uniforms();
  constexpr std::size_t kBehind = 1 << 20;  // look-ups made ahead may reach beyond what was asked for
  memory_ = std::make_unique<Sdram>(areas_.bytes() + kBehind, MemoryAreas::kFirst);
  areas_.load(*memory_);
  machine_ = std::make_unique<Machine>(*memory_, options());
  start();
}

// Loaded where it runs, with the addresses in it made absolute (reference 10.2).
void Run::place_code() {
  code_ = areas_.place("code", std::vector<std::byte>(program_.words.size() * kWordBytes));
  for (const Relocation& relocation : program_.relocations) {
    Word& word = program_.words[relocation.offset / kWordBytes];
    const bool in_high_half = relocation.offset % kWordBytes != 0;
    word = in_high_half ? make_word(low(word), high(word) + code_) : make_word(low(word) + code_, high(word));
  }
}

void Run::place_uniforms() {
  const std::size_t lists = request_.uniforms.size();
  if (lists > 1 && lists != static_cast<std::size_t>(request_.qpus))
    throw RunError(
        fmt::format("--uniforms is given {} times for {} QPUs: give it once, or once for each", lists, request_.qpus));
  for (int qpu = 0; qpu < request_.qpus; ++qpu) {
    std::string list = lists == 0 ? "" : request_.uniforms[lists == 1 ? 0 : static_cast<std::size_t>(qpu)];
    std::ranges::replace(list, ',', ' ');
    std::istringstream words(list);
    std::vector<std::byte> bytes;
    for (std::string text; words >> text;) {
      const std::uint32_t word = areas_.word(text, qpu, request_.qpus);
      bytes.resize(bytes.size() + sizeof word);
      std::memcpy(bytes.data() + bytes.size() - sizeof word, &word, sizeof word);
    }
    uniforms_.push_back(areas_.place(fmt::format("uniforms of QPU {}", qpu), bytes));
  }
}

void Run::start() {
  for (std::size_t i = 0; i < program_.words.size(); ++i)
    std::memcpy(memory_->at(code_ + static_cast<std::uint32_t>(i) * kWordBytes), &program_.words[i], kWordBytes);
  for (const std::uint32_t uniforms : uniforms_) machine_->queue(code_, uniforms);
}

SourceLine Run::source_line() const {
  return [this](std::uint32_t pc) {
    const std::size_t word = (pc - code_) / kWordBytes;
    return word < program_.origins.size() ? place_of(program_, word) : std::string();
  };
}

Schedule schedule_named(std::string_view name) {
  if (name == "reverse") return Schedule::ReverseWake;
  if (name == "round-robin") return Schedule::RoundRobin;
  if (name == "until-stall") return Schedule::UntilStall;
  return name == "random" ? Schedule::Random : Schedule::InTime;
}

MachineOptions Run::options() {
  const auto policy = [](const std::string& name) { return name == "fault" ? Policy::Fault : Policy::AsHardware; };
  MachineOptions options;
  options.qpus = request_.qpus;
  options.board = request_.board;
  options.hazards = policy(request_.hazards);
  options.undefined_reads = policy(request_.undefined);
  options.stale_reads = policy(request_.stale);
  options.schedule = schedule_named(request_.schedule);
  options.seed = request_.seed;
  options.late = request_.late;
  options.cycle_limit = request_.limit;
  options.source_line = source_line();
  options.violation = [this](const Fault& fault) { std::cerr << report(fault, source_line()); };
  if (request_.trace.empty()) return options;
  if (request_.trace != "-") trace_file_.open(request_.trace);
  if (request_.trace != "-" && !trace_file_) throw RunError(fmt::format("{}: cannot be written", request_.trace));
  std::ostream* const to = request_.trace == "-" ? &std::cerr : &trace_file_;
  options.trace = [this, to](const TraceEntry& entry) { *to << trace_line(entry, source_line()) << '\n'; };
  return options;
}

std::span<const std::byte> Run::contents(const std::string& name) const {
  const MemoryAreas::Area& area = areas_.named(name);
  return memory_->bytes(area.address, area.contents.size());
}

void Run::write_out() const {
  for (const std::string& description : request_.out) {
    const std::size_t equals = description.find('=');
    if (equals == std::string::npos) throw RunError(fmt::format("--out {}: wants NAME=FILE", description));
    const std::span<const std::byte> bytes = contents(description.substr(0, equals));
    const std::string path = description.substr(equals + 1);
    std::ofstream file(path, std::ios::binary);
    file.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    if (!file.flush()) throw RunError(fmt::format("{}: cannot be written", path));
  }
}

// NAME or NAME:FORMAT
std::pair<std::string, WordFormat> shown(const std::string& description) {
  const std::size_t colon = description.find(':');
  if (colon == std::string::npos) return {description, WordFormat::Hexadecimal};
  return {description.substr(0, colon), word_format(std::string_view(description).substr(colon + 1))};
}

std::string Run::areas_as_text() const {
  std::string text;
  for (const std::string& description : request_.print) {
    const auto [name, format] = shown(description);
    text += name + ":\n" + text_of(contents(name), format);
  }
  return text;
}

RunRecord Run::record(Machine::End end) const {
  const Statistics& statistics = machine_->statistics();
  return {.launch = RunRecord::Launch::Registers,
          .board = machine_->timing().name,
          .outcome = end == Machine::End::Idle ? "done" : name_of(machine_->fault()->kind),
          .programs = static_cast<std::uint64_t>(request_.qpus),
          .microseconds = machine_->microseconds(statistics.cycles) + machine_->timing().register_launch_microseconds,
          .statistics = statistics};
}

nlohmann::ordered_json Run::as_json(Machine::End end) const {
  auto object = nlohmann::ordered_json::parse(to_json(record(end)));
  for (const std::string& description : request_.print) {
    const auto [name, format] = shown(description);
    object["memory"][name] = json_of(contents(name), format);
  }
  if (machine_->fault()) object["fault"] = machine_->fault()->text;
  return object;
}

std::string Run::statistics_as_text() const {
  const Statistics& s = machine_->statistics();
  std::string text =
      fmt::format("{} cycles, {:.1f} us of a {} (and {:.1f} us to launch), {} instructions of {} programs\n", s.cycles,
                  machine_->microseconds(s.cycles), machine_->timing().name,
                  machine_->timing().register_launch_microseconds, s.instructions, s.programs);
  for (std::size_t cause = 0; cause < kStallCauses; ++cause)
    if (s.stalled_cycles[cause] != 0)
      text += fmt::format("  waited {:>8} cycles for {}\n", s.stalled_cycles[cause],
                          name_of(Stall{static_cast<std::uint8_t>(cause)}));
  return text + fmt::format(
                    "  TMU {} look-ups, {} lines missed; VPM {} words read, {} written; VDR {} words, VDW {}; "
                    "SDRAM {} bytes read, {} written\n",
                    s.tmu_requests, s.tmu_misses, s.vpm_read_words, s.vpm_written_words, s.vdr_words, s.vdw_words,
                    s.sdram_read_bytes, s.sdram_written_bytes);
}

}  // namespace

int run_run(command_line::Arguments& arguments) {
  arguments.help_foot =
      "\nLines \"# run: OPTIONS\" in the source say what the command line does not.\n"
      "Ends with 0: all programs came to their end; 1: a fault, with its report; 64: a command line that makes no "
      "sense.\n";
  RunRequest request;
  if (!read_run_request(arguments, request)) return 0;
  auto program = read_good_code(request.file, options_of(request.include_paths, request.definitions));
  if (!program) return kExitFindings;
  if (program->words.empty()) throw RunError(fmt::format("{}: holds no instruction; nothing to run", request.file));
  Run run(request, std::move(*program));
  const Machine::End end = run.go();
  run.write_out();
  if (request.json)
    std::cout << run.as_json(end).dump(2) << '\n';
  else
    std::cout << run.areas_as_text();
  if (request.stats) std::cerr << run.statistics_as_text();
  if (end == Machine::End::Idle) return 0;
  std::cerr << run.fault_report();
  return kExitFindings;
}

}  // namespace qpu
