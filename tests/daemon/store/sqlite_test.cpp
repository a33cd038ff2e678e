// SPDX-License-Identifier: MIT
#include "daemon/store/sqlite.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <functional>
#include <type_traits>
#include <vector>

#include "tests/daemon/sources/file/temporary_folder.h"

namespace spectrumd {
namespace {

using std::chrono::milliseconds;
using testing::HasSubstr;

// Compiled, so a claim: a text that is not a literal is not a statement.
static_assert(!std::is_constructible_v<Sql, std::string>);

class Sqlite : public testing::Test {
 protected:
  const TemporaryFolder folder_;
  const std::filesystem::path file_ = folder_.path("folder/watch.db");

  static int count(Database& database) {
    Statement statement(database, "SELECT count(*) FROM t");
    EXPECT_TRUE(statement.step());
    return static_cast<int>(statement.integer(0));
  }
};

DatabaseError error_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const DatabaseError& error) {
    return error;
  }
  ADD_FAILURE() << "no DatabaseError";
  return {"", "", 0};
}

TEST_F(Sqlite, KeepsEveryKindOfValue) {
  const std::array bytes{std::byte{0}, std::byte{255}, std::byte{7}};
  {
    Database database(file_);
    database.run("CREATE TABLE t(a, b, c, d, e, f, g)");
    Statement insert(database, "INSERT INTO t VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)");
    insert.run(std::int64_t{1} << 62, -1.5, "it's; DROP TABLE t", std::span<const std::byte>(bytes), nullptr,
               std::optional<double>(), std::string_view());
    EXPECT_EQ(database.last_insert_id(), 1);
    EXPECT_EQ(database.changes(), 1);
  }
  Database database(file_);
  Statement select(database, "SELECT * FROM t");
  ASSERT_TRUE(select.step());
  EXPECT_EQ(select.integer(0), std::int64_t{1} << 62);
  EXPECT_EQ(select.real(1), -1.5);
  EXPECT_EQ(select.text(2), "it's; DROP TABLE t");
  EXPECT_TRUE(std::ranges::equal(select.blob(3), bytes));
  EXPECT_TRUE(select.is_null(4));
  EXPECT_TRUE(select.is_null(5));
  EXPECT_FALSE(select.is_null(6)) << "an empty text is a text";
  EXPECT_FALSE(select.step());
}

TEST_F(Sqlite, KeepsEmptyBlobsApartFromNull) {
  Database database(file_);
  database.run("CREATE TABLE t(a)");
  Statement(database, "INSERT INTO t VALUES (?1)").run(std::span<const std::byte>());
  Statement select(database, "SELECT a FROM t");
  ASSERT_TRUE(select.step());
  EXPECT_FALSE(select.is_null(0));
  EXPECT_TRUE(select.blob(0).empty());
}

TEST_F(Sqlite, RunsAStatementAgainWithOtherValues) {
  Database database(file_);
  database.run("CREATE TABLE t(a INTEGER)");
  Statement insert(database, "INSERT INTO t VALUES (?1)");
  for (const int value : {1, 2, 3}) insert.run(value);
  Statement select(database, "SELECT a FROM t WHERE a >= ?1 ORDER BY a");
  for (const int since : {2, 3}) {
    std::vector<std::int64_t> found;
    for (select.bind(since); select.step();) found.push_back(select.integer(0));
    EXPECT_EQ(found.size(), 4 - since);
    EXPECT_EQ(found.front(), since);
  }
}

TEST_F(Sqlite, ForgetsTheValuesOfTheRunBefore) {
  Database database(file_);
  database.run("CREATE TABLE t(a, b)");
  Statement insert(database, "INSERT INTO t VALUES (?1, ?2)");
  insert.run(1, 2);
  insert.run(3);
  Statement select(database, "SELECT count(*) FROM t WHERE b IS NULL");
  ASSERT_TRUE(select.step());
  EXPECT_EQ(select.integer(0), 1);
}

TEST_F(Sqlite, WritesWithALogAndInFull) {
  Database database(file_);
  Statement journal(database, "PRAGMA journal_mode");
  ASSERT_TRUE(journal.step());
  EXPECT_EQ(journal.text(0), "wal");
  Statement synchronous(database, "PRAGMA synchronous");
  ASSERT_TRUE(synchronous.step());
  EXPECT_EQ(synchronous.integer(0), 2) << "FULL";
}

TEST_F(Sqlite, RollsBackWhatWasNotCommitted) {
  Database database(file_);
  database.run("CREATE TABLE t(a)");
  {
    Transaction transaction(database);
    database.run("INSERT INTO t VALUES (1)");
  }
  EXPECT_EQ(count(database), 0);
  {
    Transaction transaction(database);
    database.run("INSERT INTO t VALUES (1)");
    transaction.commit();
  }
  EXPECT_EQ(count(database), 1);
}

TEST_F(Sqlite, KeepsWhatWasCommittedWhenKilled) {
  const pid_t child = ::fork();
  if (child == 0) {
    Database database(file_);
    database.run("CREATE TABLE t(a)");
    Transaction transaction(database);
    database.run("INSERT INTO t VALUES (1)");
    transaction.commit();
    database.run("BEGIN; INSERT INTO t VALUES (2)");
    ::kill(::getpid(), SIGKILL);
  }
  ASSERT_GT(child, 0);
  ASSERT_EQ(::waitpid(child, nullptr, 0), child);
  Database database(file_);
  EXPECT_EQ(count(database), 1);
  EXPECT_FALSE(database.first_damage());
}

TEST_F(Sqlite, RemembersTheVersionOfASchema) {
  {
    Database database(file_);
    EXPECT_EQ(database.version(), 0);
    database.run("PRAGMA user_version=3");
  }
  EXPECT_EQ(Database(file_).version(), 3);
}

TEST_F(Sqlite, ReadsWhileAnotherConnectionWrites) {
  Database writer(file_);
  writer.run("CREATE TABLE t(a); INSERT INTO t VALUES (1)");
  Database reader(file_, DatabaseAccess::ReadOnly, milliseconds(0));
  Transaction transaction(writer);
  writer.run("INSERT INTO t VALUES (2)");
  EXPECT_EQ(count(reader), 1) << "not committed yet";
  transaction.commit();
  EXPECT_EQ(count(reader), 2);
}

TEST_F(Sqlite, RefusesToWriteWhereItOnlyReads) {
  Database(file_).run("CREATE TABLE t(a)");
  Database reader(file_, DatabaseAccess::ReadOnly);
  const DatabaseError error = error_of([&] { reader.run("INSERT INTO t VALUES (1)"); });
  EXPECT_TRUE(error.read_only());
}

TEST_F(Sqlite, ReadsAFileThatNothingWritesTo) {
  const std::filesystem::path file = folder_.path("a ?#% name.db");
  Database(file).run("CREATE TABLE t(a); INSERT INTO t VALUES (1)");
  Database reader(file, DatabaseAccess::Immutable);
  EXPECT_EQ(count(reader), 1);
}

TEST_F(Sqlite, ReportsAnotherWriterAfterTheBusyTimeout) {
  Database first(file_);
  first.run("CREATE TABLE t(a)");
  Database second(file_, DatabaseAccess::ReadWrite, milliseconds(1));
  const Transaction transaction(first);
  const DatabaseError error = error_of([&] { const Transaction another(second); });
  EXPECT_TRUE(error.busy());
  EXPECT_THAT(error.what(), HasSubstr("watch.db: database is locked; close the other program that has it open"));
}

TEST_F(Sqlite, ReportsAFullDiskAndStaysUsable) {
  Database database(file_);
  database.run("CREATE TABLE t(a); PRAGMA max_page_count=4");
  const std::vector<std::byte> large(100000);
  Statement insert(database, "INSERT INTO t VALUES (?1)");
  const DatabaseError error = error_of([&] {
    Transaction transaction(database);
    insert.run(std::span<const std::byte>(large));
    transaction.commit();
  });
  EXPECT_TRUE(error.disk_full());
  EXPECT_THAT(error.what(), HasSubstr("full; make room there"));
  insert.run(std::span<const std::byte>(large).first(10));
  EXPECT_EQ(count(database), 1);
}

TEST_F(Sqlite, RefusesAFileThatIsNotADatabase) {
  const std::filesystem::path file = folder_.path("text.db");
  std::ofstream(file) << std::string(5000, 'x');
  for (const auto access : {DatabaseAccess::ReadWrite, DatabaseAccess::ReadOnly, DatabaseAccess::Immutable}) {
    const DatabaseError error = error_of([&] { const Database database(file, access); });
    EXPECT_TRUE(error.damaged());
    EXPECT_THAT(error.what(), HasSubstr("text.db: file is not a database; move the file away"));
  }
}

TEST_F(Sqlite, FindsADamagedPage) {
  {
    Database database(file_);
    database.run("CREATE TABLE t(a); CREATE INDEX i ON t(a)");
    Statement insert(database, "INSERT INTO t VALUES (?1)");
    Transaction transaction(database);
    for (int i = 0; i < 1000; ++i) insert.run(i);
    transaction.commit();
    database.checkpoint();
    EXPECT_FALSE(database.first_damage());
  }
  std::fstream(file_, std::ios::in | std::ios::out | std::ios::binary).seekp(3 * 4096) << std::string(4096, 'x');
  EXPECT_TRUE(Database(file_).first_damage());
}

TEST_F(Sqlite, NamesTheFolderThatDoesNotExist) {
  const DatabaseError error = error_of([&] { const Database database(file_, DatabaseAccess::ReadOnly); });
  EXPECT_THAT(error.what(), HasSubstr("watch.db: unable to open database file (No such file or directory)"));
}

TEST_F(Sqlite, EmptiesTheLogOnRequest) {
  Database database(file_);
  database.run("CREATE TABLE t(a)");
  const auto log = file_.string() + "-wal";
  EXPECT_GT(std::filesystem::file_size(log), 0);
  database.checkpoint();
  EXPECT_EQ(std::filesystem::file_size(log), 0);
}

TEST_F(Sqlite, LeavesNoReaderBehindAfterTheLastRow) {
  Database database(file_);
  database.run("CREATE TABLE t(a)");
  Database reader(file_, DatabaseAccess::ReadOnly);
  Statement select(reader, "SELECT * FROM t");
  while (select.step()) {
  }
  database.run("INSERT INTO t VALUES (1)");
  database.checkpoint();
  EXPECT_EQ(std::filesystem::file_size(file_.string() + "-wal"), 0);
}

}  // namespace
}  // namespace spectrumd
