// SPDX-License-Identifier: MIT
#include "daemon/doctor/doctor.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/daemon/sources/file/temporary_folder.h"

namespace spectrumd {
namespace {

namespace fs = std::filesystem;

// A machine in one text: "== path" and what is in that file, "== path -> target" for a link; behind "-- exit N" what
// the doctor says of it.
struct Machine {
  std::string said;
  int status = 0;

  Machine(const fs::path& file, const fs::path& root) {
    std::ifstream text(file);
    std::ofstream part;
    bool files = true;
    for (std::string line; std::getline(text, line);) {
      if (files && line.starts_with("-- exit ")) {
        status = std::stoi(line.substr(8));
        files = false;
        part.close();
      } else if (!files) {
        said += line + '\n';
      } else if (line.starts_with("== ")) {
        part = begin(root, line.substr(3));
      } else {
        part << line << '\n';
      }
    }
  }

 private:
  static std::ofstream begin(const fs::path& root, const std::string& entry) {
    const std::size_t arrow = entry.find(" -> ");
    const fs::path path = root / entry.substr(0, arrow);
    fs::create_directories(path.parent_path());
    if (arrow == std::string::npos) return std::ofstream(path);
    fs::create_symlink(entry.substr(arrow + 4), path);
    return {};
  }
};

std::vector<fs::path> machines() {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(SPECTRUMD_ROOT "/tests/daemon/doctor/sysroots"))
    files.push_back(entry.path());
  std::ranges::sort(files);
  return files;
}

class DoctorOn : public testing::TestWithParam<fs::path> {};

TEST_P(DoctorOn, SaysWhatItShould) {
  const TemporaryFolder folder;
  const Machine machine(GetParam(), folder.path(""));
  std::ostringstream out;
  EXPECT_EQ(doctor(Sysroot(folder.path("")), false, out), machine.status);
  const std::string said = out.str();
  EXPECT_EQ(said.substr(0, said.rfind("Will use: ")), machine.said);
}

INSTANTIATE_TEST_SUITE_P(Machines, DoctorOn, testing::ValuesIn(machines()), [](const auto& machine) {
  std::string name = machine.param.stem();
  std::ranges::replace(name, '-', '_');
  return name;
});

TEST(Doctor, HasAtLeast25MachinesToJudge) { EXPECT_GE(machines().size(), 25U); }

TEST(Doctor, SaysTheSameForPrograms) {
  const TemporaryFolder folder;
  const Machine machine(SPECTRUMD_ROOT "/tests/daemon/doctor/sysroots/stick-without-permission.txt", folder.path(""));
  std::ostringstream out;
  EXPECT_EQ(doctor(Sysroot(folder.path("")), true, out), 2);
  const auto json = nlohmann::json::parse(out.str());
  EXPECT_EQ(json["status"], 2);
  const auto failed =
      std::ranges::find_if(json["findings"], [](const auto& finding) { return finding["state"] == "FAIL"; });
  EXPECT_EQ((*failed)["id"], "USB-02");
  EXPECT_FALSE((*failed)["cure"].get<std::string>().empty());
}

TEST(Devices, ListsSticksAndWhoHasThem) {
  const TemporaryFolder folder;
  const Machine machine(SPECTRUMD_ROOT "/tests/daemon/doctor/sysroots/stick-in-use.txt", folder.path(""));
  std::ostringstream text, json;
  EXPECT_EQ(list_devices(Sysroot(folder.path("")), false, text), 0);
  EXPECT_NE(text.str().find("rtlsdr:serial=00000001"), std::string::npos) << text.str();
  EXPECT_NE(text.str().find("in use by rtl_tcp (pid 812)"), std::string::npos) << text.str();
  EXPECT_EQ(list_devices(Sysroot(folder.path("")), true, json), 0);
  EXPECT_EQ(nlohmann::json::parse(json.str())["devices"][0]["path"], "1-1.4");
}

}  // namespace
}  // namespace spectrumd
