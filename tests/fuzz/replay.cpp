// SPDX-License-Identifier: MIT
// Replaces libFuzzer where that is not available: runs every file of the folders given through a fuzz target, as it
// is and with random changes, which are the same in every run.
//   fuzz_NAME [--changes N] [--only FILE:CHANGE] FOLDER...
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <set>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

using Bytes = std::vector<std::uint8_t>;

// The input being run, for the analysis of a crash.
std::array<char, 4200> current{};

extern "C" void name_the_input(int signal) {
  [[maybe_unused]] const auto written = write(STDERR_FILENO, current.data(), std::strlen(current.data()));
  ::signal(signal, SIG_DFL);
  raise(signal);
}

Bytes read(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

void change_once(Bytes& bytes, std::mt19937& random) {
  const auto below = [&random](std::size_t most) {
    return std::uniform_int_distribution<std::size_t>(0, most - 1)(random);
  };
  const auto place = [&] { return bytes.begin() + static_cast<std::ptrdiff_t>(below(bytes.size() + 1)); };
  if (bytes.empty()) return bytes.push_back(static_cast<std::uint8_t>(below(256)));
  switch (below(6)) {
    case 0:
      bytes[below(bytes.size())] ^= static_cast<std::uint8_t>(1U << below(8));
      break;
    case 1:
      bytes[below(bytes.size())] = static_cast<std::uint8_t>(below(256));
      break;
    case 2:
      bytes.erase(place(), bytes.end());
      break;
    case 3:
      bytes.insert(place(), static_cast<std::uint8_t>(below(256)));
      break;
    case 4:
      bytes.erase(bytes.begin() + static_cast<std::ptrdiff_t>(below(bytes.size())));
      break;
    default: {
      const Bytes part(bytes.begin(), place());
      bytes.insert(place(), part.begin(), part.end());
    }
  }
}

// The file itself is change 0.
void run(const std::filesystem::path& file, unsigned change) {
  std::snprintf(current.data(), current.size(), "failed: --only %s:%u\n", file.c_str(), change);
  Bytes bytes = read(file);
  std::mt19937 random(change);
  for (unsigned i = 0; change > 0 && i < 1 + change % 8; ++i) change_once(bytes, random);
  LLVMFuzzerTestOneInput(bytes.data(), bytes.size());
}

int usage() {
  std::fputs("usage: fuzz_NAME [--changes N] [--only FILE:CHANGE] FOLDER...\n", stderr);
  return 64;
}

}  // namespace

int main(int count, char** arguments) {
  unsigned changes = 100;
  std::set<std::filesystem::path> files;
  for (const int fatal : {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL}) signal(fatal, name_the_input);
  for (int i = 1; i < count; ++i) {
    const std::string argument = arguments[i];
    if (argument == "--changes" && i + 1 < count) {
      changes = static_cast<unsigned>(std::strtoul(arguments[++i], nullptr, 10));
    } else if (argument == "--only" && i + 1 < count) {
      const std::string which = arguments[++i];
      const auto colon = which.rfind(':');
      if (colon == std::string::npos) return usage();
      run(which.substr(0, colon), static_cast<unsigned>(std::strtoul(which.c_str() + colon + 1, nullptr, 10)));
      return 0;
    } else if (std::filesystem::is_directory(argument)) {
      for (const auto& entry : std::filesystem::directory_iterator(argument)) files.insert(entry.path());
    } else {
      return usage();
    }
  }
  if (files.empty()) return usage();
  for (const auto& file : files)
    for (unsigned change = 0; change <= changes; ++change) run(file, change);
  std::printf("%zu files, %zu inputs\n", files.size(), files.size() * (changes + 1));
}
