// SPDX-License-Identifier: MIT
#include "qpu/program/emulate/child_program.h"

#include <fmt/format.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <sstream>
#include <system_error>

#include "qpu/preload/wire.h"
#include "qpu/program/emulate/elf_file.h"

namespace qpu {

namespace {

namespace fs = std::filesystem;

constexpr int kNotFound = 127, kNotRunnable = 126;
constexpr const char* kLibrary = "libqpu_preload.so";

fs::path search(const std::string& name) {
  if (name.find('/') != name.npos) return name;
  const char* path = std::getenv("PATH");
  std::istringstream directories(path ? path : "/usr/bin:/bin");
  for (std::string directory; std::getline(directories, directory, ':');) {
    const fs::path candidate = fs::path(directory) / name;
    if (access(candidate.c_str(), X_OK) == 0 && fs::is_regular_file(candidate)) return candidate;
  }
  throw CannotRun(fmt::format("{}: not found in PATH; give its path", name), kNotFound);
}

void refuse_privileged(const fs::path& program) {
  struct stat found {};
  if (stat(program.c_str(), &found) != 0) return;
  const bool changes_user = found.st_mode & S_ISUID && found.st_uid != geteuid();
  const bool changes_group = found.st_mode & S_ISGID && found.st_gid != getegid();
  if (changes_user || changes_group)
    throw CannotRun(fmt::format("{}: setuid and setgid programs load no preloaded library; run a copy without that bit",
                                program.string()),
                    kNotRunnable);
}

void refuse_unreachable(const fs::path& program, const PreloadLibraries& libraries) {
  const std::optional<ElfFile> elf = read_elf(program);
  if (!elf) return;
  if (elf->machine != own_machine())
    throw CannotRun(
        fmt::format("{}: built for another architecture; run it as --preload LIBRARY -- qemu-... {}, with the "
                    "preloaded library built for it",
                    program.string(), program.string()),
        kNotRunnable);
  if (!elf->has_loader && !libraries.under_qemu)
    throw CannotRun(fmt::format("{}: statically linked, so no preloaded library can reach it; link it dynamically",
                                program.string()),
                    kNotRunnable);
}

void prepend(const char* variable, const std::string& value) {
  const char* before = std::getenv(variable);
  setenv(variable, before && *before ? fmt::format("{}:{}", value, before).c_str() : value.c_str(), 1);
}

void set_environment(const fs::path& session, const PreloadLibraries& libraries) {
  const std::string directory = libraries.preload.parent_path();
  setenv(preload::kSessionVariable, session.c_str(), 1);
  // What programs note of a board's memory must not outlive it.
  setenv("XDG_RUNTIME_DIR", (session / "run").c_str(), 0);
  if (libraries.under_qemu) {
    setenv("QEMU_SET_ENV",
           fmt::format("LD_PRELOAD={},LD_LIBRARY_PATH={}", libraries.preload.string(), directory).c_str(), 1);
    return;
  }
  prepend("LD_PRELOAD", libraries.preload);
  prepend("LD_LIBRARY_PATH", directory);
}

[[noreturn]] void become(const fs::path& program, const std::vector<std::string>& arguments) {
  std::vector<char*> pointers;
  for (const std::string& argument : arguments) pointers.push_back(const_cast<char*>(argument.c_str()));
  pointers.push_back(nullptr);
  execv(program.c_str(), pointers.data());
  const int error = errno;
  fmt::print(stderr, "qpu emulate: {}: {}\n", program.string(), std::strerror(error));
  _exit(error == ENOENT ? kNotFound : kNotRunnable);
}

}  // namespace

PreloadLibraries find_libraries(const std::string& chosen) {
  const fs::path here = fs::read_symlink("/proc/self/exe").parent_path();
  const fs::path candidates[] = {here / kLibrary, here / "../lib/spectrumd" / kLibrary};
  for (const fs::path& candidate : candidates)
    if (chosen.empty() && fs::exists(candidate)) return {fs::canonical(candidate)};
  const std::optional<ElfFile> elf = chosen.empty() ? std::nullopt : read_elf(chosen);
  if (elf) return {fs::canonical(chosen), elf->machine != own_machine()};
  throw CannotRun(fmt::format("{}: the library to preload is not there; build the target qpu_preload, or name it by "
                              "--preload",
                              chosen.empty() ? kLibrary : chosen),
                  kNotRunnable);
}

fs::path find_program(const std::string& name, const PreloadLibraries& libraries) {
  const fs::path program = search(name);
  if (!fs::exists(program)) throw CannotRun(fmt::format("{}: there is no such program", name), kNotFound);
  if (fs::is_directory(program) || access(program.c_str(), X_OK) != 0)
    throw CannotRun(fmt::format("{}: not executable; chmod +x, or name the program that runs it", name), kNotRunnable);
  refuse_privileged(program);
  refuse_unreachable(program, libraries);
  return program;
}

pid_t start(const fs::path& program, const std::vector<std::string>& arguments, const fs::path& session,
            const PreloadLibraries& libraries) {
  const pid_t child = fork();
  if (child < 0) throw std::system_error(errno, std::generic_category(), "fork");
  if (child > 0) return child;
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  set_environment(session, libraries);
  become(program, arguments);
}

}  // namespace qpu
