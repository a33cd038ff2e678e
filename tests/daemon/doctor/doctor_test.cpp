// SPDX-License-Identifier: MIT
#include "daemon/doctor/doctor.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "daemon/examination.h"
#include "qpu/firmware/emulated_board.h"
#include "tests/daemon/doctor/machine.h"
#include "tests/daemon/sources/file/temporary_folder.h"

namespace spectrumd {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> machines() {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(SPECTRUMD_ROOT "/tests/daemon/doctor/sysroots"))
    files.push_back(entry.path());
  std::ranges::sort(files);
  return files;
}

Examination examination_of(const fs::path& root) {
  Examination examination = examination_for({.sysroot = root});
  std::ifstream text(root / ".firmware");
  qpu::EmulatedPiOptions options;
  if (!(text >> options.board >> options.gpu_megabytes)) return examination;
  for (std::string fault; text >> fault;) options.faults.add(fault);
  examination.open_board = [pi = std::make_shared<qpu::EmulatedPi>(options)] {
    return std::make_unique<qpu::EmulatedBoard>(*pi);
  };
  return examination;
}

class DoctorOn : public testing::TestWithParam<fs::path> {};

TEST_P(DoctorOn, SaysWhatItShould) {
  const TemporaryFolder folder;
  const Machine machine(GetParam(), folder.path(""));
  std::ostringstream out;
  EXPECT_EQ(doctor(examination_of(folder.path("")), false, out), machine.status);
  std::string said = out.str();
  for (std::size_t at = 0; (at = said.find(folder.path(""))) != std::string::npos;)
    said.replace(at, folder.path("").size(), "/");
  EXPECT_EQ(said, machine.said);
}

INSTANTIATE_TEST_SUITE_P(Machines, DoctorOn, testing::ValuesIn(machines()), [](const auto& machine) {
  std::string name = machine.param.stem();
  std::ranges::replace(name, '-', '_');
  return name;
});

TEST(Doctor, HasAtLeast50MachinesToJudge) { EXPECT_GE(machines().size(), 50U); }

TEST(Doctor, SaysTheSameForPrograms) {
  const TemporaryFolder folder;
  const Machine machine(SPECTRUMD_ROOT "/tests/daemon/doctor/sysroots/stick-without-permission.txt", folder.path(""));
  std::ostringstream out;
  EXPECT_EQ(doctor(examination_of(folder.path("")), true, out), 2);
  const auto json = nlohmann::json::parse(out.str());
  EXPECT_EQ(json["status"], 2);
  const auto failed =
      std::ranges::find_if(json["findings"], [](const auto& finding) { return finding["state"] == "FAIL"; });
  EXPECT_EQ((*failed)["id"], "USB-02");
  EXPECT_FALSE((*failed)["cure"].get<std::string>().empty());
}

}  // namespace
}  // namespace spectrumd
