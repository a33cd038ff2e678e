// SPDX-License-Identifier: MIT
#include "daemon/doctor/doctor.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "daemon/commands/doctor.h"
#include "daemon/users/users.h"
#include "daemon/watch/book/book.h"
#include "mailbox/error.h"
#include "mailbox/linux_errors.h"
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
  Examination examination = examination_for(root);
  std::map<std::string, std::shared_ptr<qpu::EmulatedPi>> nodes;
  qpu::EmulatedPiOptions options;
  if (std::ifstream text(root / ".firmware"); text >> options.board >> options.gpu_megabytes) {
    for (std::string fault; text >> fault;) options.faults.add(fault);
    nodes["/dev/vcio"] = std::make_shared<qpu::EmulatedPi>(options);
  }
  if (std::ifstream text(root / ".gencmd"); text >> std::hex >> options.throttled)
    nodes["/dev/vcio_gencmd"] =
        std::make_shared<qpu::EmulatedPi>(qpu::EmulatedPiOptions{.throttled = options.throttled});
  if (!nodes.empty())
    examination.open_board = [nodes](const std::string& node) -> std::unique_ptr<mailbox::Board> {
      if (!nodes.contains(node)) throw mailbox::MailboxError(mailbox::cannot_open_vcio(node, EACCES));
      return std::make_unique<qpu::EmulatedBoard>(*nodes.at(node));
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

TEST(Doctor, LooksForAProgramThatSendsMailIfARuleDoes) {
  const TemporaryFolder folder;
  Examination examination{.root = Sysroot("/"), .settings = {}, .config_problems = {}, .open_board = {}};
  examination.settings.watch.folder = folder.path("history");
  const auto speaks_of_mail = [&] {
    return std::ranges::count(check_history(examination), "SYS-10", &Finding::id) > 0;
  };
  Rule rule = usual_rule(RuleKind::Appear);
  Book(folder.path("history/watch.db")).save(rule);
  EXPECT_FALSE(speaks_of_mail());
  rule.actions.email = "me@example.org";
  Book(folder.path("history/watch.db")).save(rule);
  EXPECT_TRUE(speaks_of_mail());
}

TEST(Doctor, FindsUsersThatOthersMayRead) {
  const TemporaryFolder folder;
  Examination examination{.root = Sysroot("/"), .settings = {}, .config_problems = {}, .open_board = {}};
  examination.settings.users.folder = folder.path("state");
  EXPECT_TRUE(check_users(examination).empty()) << "there are none";
  Users users(folder.path("state"));
  users.add("anna", Role::Tuner);
  ASSERT_EQ(check_users(examination).size(), 1U);
  EXPECT_EQ(check_users(examination).front().state, Finding::State::Ok);
  std::filesystem::permissions(users.file(), std::filesystem::perms(0644));
  EXPECT_EQ(check_users(examination).front().state, Finding::State::Warn);
  EXPECT_NE(check_users(examination).front().cure.find("chmod 600"), std::string::npos);
}

TEST(Doctor, SaysWhyRulesCannotBeRead) {
  const TemporaryFolder folder;
  folder.write("watch.db", std::string(4096, 'x'));
  Examination examination{.root = Sysroot("/"), .settings = {}, .config_problems = {}, .open_board = {}};
  examination.settings.watch.folder = folder.path("");
  const auto findings = check_history(examination);
  const auto found = std::ranges::find(findings, "SYS-09", &Finding::id);
  ASSERT_NE(found, findings.end());
  EXPECT_EQ(found->state, Finding::State::Warn);
  EXPECT_NE(found->text.find("watch.db"), std::string::npos) << found->text;
}

}  // namespace
}  // namespace spectrumd
