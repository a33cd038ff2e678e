// SPDX-License-Identifier: MIT
#pragma once

#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "tests/fakes/libusb/stick.h"

namespace fake_usb {

// For measurements of programs: processor time of the simulated sticks, which real ones would not need.
struct TimeTaken {
  double seconds = 0;          // by the clock
  double process_seconds = 0;  // of the processor, by the whole program
  double stick_seconds = 0;    // by the sticks in it
};

// The sticks of this machine, as the file says that FAKE_USB names:
//
//   { "log": "FILE",        // left out: none. A line of JSON for every change: what a stick is tuned to, what it
//                           // lost; and when it is closed, the processor time of it and of its whole process
//     "control": "FILE",    // left out: none. Commands, see below; may be written to while programs run
//     "nodes": "FOLDER",    // left out: none. Has bus/usb/BBB/DDD, locked by the program that claims the stick
//     "sticks": [ { "serial": "00000001", "manufacturer": "Realtek", "name": "RTL2838UHIDIR", "tuner": "r820t",
//                   "crystal_ppm": 0, "bus": 1, "address": 4, "ports": [1], "scene": "FILE", "recording": "FILE",
//                   "speed": 1, "seed": 1, "filtered": false } ] }
//
// A command is a line "STICK COMMAND", to be carried out by every program at once, and by those that start later at
// their start; or "STICK COMMAND @SAMPLE" for the program that has read so many samples of that stick:
//
//   unplug  plug  stall  resume         nack  answer     the tuner does not answer
//   deny  permit                        jam  unjam       the tuner's loop does not lock
//   busy  free                          driver  nodriver a kernel driver holds it
//   lose BYTES                          short BYTES      the next transfer is that long
//   error CODE SECONDS                  wedge  unwedge   no call returns
class World {
 public:
  static World& get();

  void poll();          // reads commands, carries them out when they are due
  void note_changes();  // into the log
  void note_close(const Stick& stick, const TimeTaken& since_open);
  std::string node(const Stick& stick) const;  // empty: none

  std::vector<std::unique_ptr<Stick>> sticks;
  bool wedged = false;

 private:
  struct Command {
    std::size_t stick;
    std::vector<std::string> words;
    std::uint64_t sample;
  };
  struct Noted {
    Reception reception;
    std::uint64_t lost = 0, read = 0;
  };

  World();
  void read_commands();
  void carry_out(const Command& command);
  void log(const Stick& stick, const std::string& text);

  std::ifstream control_;
  std::string partial_line_;
  std::vector<Command> waiting_;
  std::string log_, nodes_;
  std::vector<Noted> noted_;
};

}  // namespace fake_usb
