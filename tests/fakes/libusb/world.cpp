// SPDX-License-Identifier: MIT
#include "tests/fakes/libusb/world.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>

namespace fake_usb {
namespace {

using Json = nlohmann::json;

Json read_file() {
  const char* const file = std::getenv("FAKE_USB");
  if (!file) throw std::runtime_error("FAKE_USB must name the file that says which sticks there are");
  std::ifstream stream(file);
  return Json::parse(stream, nullptr, true, true);
}

StickFacts facts_of(const Json& json) {
  StickFacts facts;
  facts.manufacturer = json.value("manufacturer", facts.manufacturer);
  facts.name = json.value("name", facts.name);
  facts.serial = json.value("serial", facts.serial);
  facts.tuner = json.value("tuner", facts.tuner);
  facts.crystal_ppm = json.value("crystal_ppm", facts.crystal_ppm);
  facts.bus = json.value("bus", facts.bus);
  facts.address = json.value("address", facts.address);
  facts.ports = json.value("ports", facts.ports);
  facts.scene = json.value("scene", facts.scene);
  facts.recording = json.value("recording", facts.recording);
  facts.speed = json.value("speed", facts.speed);
  facts.patient = json.value("patient", facts.patient);
  facts.seed = json.value("seed", facts.seed);
  facts.filtered = json.value("filtered", facts.filtered);
  return facts;
}

}  // namespace

World& World::get() {
  static World* const world = new World;  // never goes: threads may be in it while the program ends
  return *world;
}

World::World() {
  const Json file = read_file();
  for (const Json& stick : file.at("sticks")) sticks.push_back(std::make_unique<Stick>(facts_of(stick)));
  noted_.resize(sticks.size());
  log_ = file.value("log", "");
  nodes_ = file.value("nodes", "");
  if (file.contains("control")) control_.open(file["control"].get<std::string>());
}

std::string World::node(const Stick& stick) const {
  return nodes_.empty() ? "" : fmt::format("{}/bus/usb/{:03}/{:03}", nodes_, stick.facts().bus, stick.facts().address);
}

void World::poll() {
  read_commands();
  const auto due = [this](const Command& command) { return sticks[command.stick]->bytes_read() / 2 >= command.sample; };
  for (std::size_t i = 0; i < waiting_.size();) {
    const Command command = waiting_[i];
    if (!due(command)) {
      ++i;
      continue;
    }
    waiting_.erase(waiting_.begin() + static_cast<std::ptrdiff_t>(i));
    carry_out(command);
  }
}

void World::read_commands() {
  control_.clear();  // of the end that was there the last time
  for (std::string piece; std::getline(control_, piece); control_.peek()) {
    partial_line_ += piece;
    if (control_.eof()) return;  // the rest of the line will follow
    std::istringstream words(std::exchange(partial_line_, ""));
    Command command{};
    if (!(words >> command.stick)) continue;
    for (std::string word; words >> word;)
      word[0] == '@' ? void(command.sample = std::stoull(word.substr(1))) : command.words.push_back(word);
    waiting_.push_back(command);
  }
}

void World::carry_out(const Command& command) {
  Stick& stick = *sticks.at(command.stick);
  const std::string& name = command.words.at(0);
  const auto number = [&command](std::size_t i) { return std::stod(command.words.at(i)); };
  log(stick, fmt::format(R"("command":"{}","read_bytes":{})", name, stick.bytes_read()));
  if (name == "unplug") stick.unplug();
  if (name == "plug") stick.plug();
  if (name == "stall" || name == "resume") stick.stall(name == "stall");
  if (name == "nack" || name == "answer") stick.demodulator().tuner_answers = name == "answer";
  if (name == "deny" || name == "permit") stick.permitted = name == "permit";
  if (name == "busy" || name == "free") stick.busy = name == "busy";
  if (name == "driver" || name == "nodriver") stick.kernel_driver = name == "driver";
  if (name == "wedge" || name == "unwedge") wedged = name == "wedge";
  if (name == "jam" || name == "unjam") stick.demodulator().tuner->jammed = name == "jam";
  if (name == "lose") stick.lose(static_cast<std::uint64_t>(number(1)));
  if (name == "short") stick.short_packet = static_cast<std::size_t>(number(1));
  if (name == "error") {
    stick.error = static_cast<int>(number(1));
    stick.error_until = Clock::now() + std::chrono::milliseconds(static_cast<int>(number(2) * 1000));
  }
}

void World::note_changes() {
  if (log_.empty()) return;
  for (std::size_t i = 0; i < sticks.size(); ++i) {
    const Reception now = sticks[i]->reception();
    Noted& noted = noted_[i];
    if (now != noted.reception)
      log(*sticks[i], fmt::format(R"("mode":"{}","center":{},"rate":{},"gain":{},"locked":{},"bias_tee":{})",
                                  to_string(now.mode), now.center, now.rate,
                                  now.gain ? fmt::format("{}", *now.gain) : "null", now.locked, now.bias_tee));
    // Logged once the stick is read again: until then the loss only grows.
    const bool up_to_date = sticks[i]->bytes_lost() == noted.lost || sticks[i]->bytes_read() == noted.read;
    if (!up_to_date)
      log(*sticks[i],
          fmt::format(R"("lost_bytes":{},"read_bytes":{})", sticks[i]->bytes_lost(), sticks[i]->bytes_read()));
    noted = {now, up_to_date ? noted.lost : sticks[i]->bytes_lost(), sticks[i]->bytes_read()};
  }
}

void World::note_close(const Stick& stick, const TimeTaken& since_open) {
  log(stick, fmt::format(R"("closed":true,"seconds":{},"process_seconds":{},"stick_seconds":{})", since_open.seconds,
                         since_open.process_seconds, since_open.stick_seconds));
}

void World::log(const Stick& stick, const std::string& text) {
  if (log_.empty()) return;
  const std::string line = fmt::format(R"({{"pid":{},"serial":"{}",{}}})", getpid(), stick.facts().serial, text) + '\n';
  const int file = open(log_.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0644);
  if (file < 0 || write(file, line.data(), line.size()) < 0) throw std::runtime_error(log_ + ": cannot be written");
  close(file);
}

}  // namespace fake_usb
