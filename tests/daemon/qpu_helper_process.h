// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "tests/eventually.h"

// `spectrumd --qpu-helper` under `qpu emulate`, where it finds the device nodes of a real Raspberry Pi. In a separate
// directory, which is removed with it. The paths of the programs come from CMake.
class QpuHelperProcess {
 public:
  // `ways` lists the faults that qpu emulate simulates.
  explicit QpuHelperProcess(const std::string& ways = "", bool again_after_death = false) {
    std::filesystem::create_directories(folder_);
    const std::string helper = std::string(SPECTRUMD_PROGRAM) + " --qpu-helper --qpu-socket " + socket();
    const std::string first =
        again_after_death ? helper + " & echo $! >" + (folder_ / "pid").string() + "; wait $!; " : "";
    const std::string command = std::string("exec " QPU_PROGRAM " emulate ") + ways + " -- sh -c '" + first + "exec " +
                                helper + "' >" + (folder_ / "output").string() + " 2>&1";
    process_ = fork();
    if (process_ == 0) {
      execl("/bin/sh", "sh", "-c", command.c_str(), nullptr);
      _exit(127);
    }
    EXPECT_TRUE(eventually([this] { return std::filesystem::is_socket(socket()); }));
  }
  QpuHelperProcess(const QpuHelperProcess&) = delete;
  QpuHelperProcess& operator=(const QpuHelperProcess&) = delete;
  ~QpuHelperProcess() {
    if (process_ > 0) stop();
    std::filesystem::remove_all(folder_);
  }

  std::string socket() const { return (folder_ / "socket").string(); }
  void kill_first_helper() const {
    pid_t helper = 0;
    std::ifstream(folder_ / "pid") >> helper;
    if (helper > 0) kill(helper, SIGKILL);
  }

  // Everything that was said; what the emulated board has lost, too.
  std::string stop() {
    kill(process_, SIGTERM);
    waitpid(process_, nullptr, 0);
    process_ = 0;
    std::ifstream output(folder_ / "output");
    return {std::istreambuf_iterator<char>(output), {}};
  }

 private:
  const std::filesystem::path folder_ =
      std::filesystem::temp_directory_path() / ("qpu_helper_process." + std::to_string(getpid()));
  pid_t process_ = 0;
};
