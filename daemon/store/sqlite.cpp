// SPDX-License-Identifier: MIT
#include "daemon/store/sqlite.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include <cctype>
#include <system_error>
#include <utility>

namespace spectrumd {
namespace {

std::string_view remedy(int code) {
  switch (code & 0xff) {
    case SQLITE_FULL:
      return "; make room there";
    case SQLITE_READONLY:
    case SQLITE_PERM:
    case SQLITE_AUTH:
    case SQLITE_CANTOPEN:
      return "; choose a folder that the user running spectrumd can write to";
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
      return "; move the file away, `sqlite3 FILE .recover` may save what it holds";
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return "; close the other program that has it open";
    case SQLITE_IOERR:
      return "; examine the disk with `dmesg` and `fsck`";
    default:
      return "";
  }
}

// SQLite's text, and the system's where there is one: "unable to open database file" alone explains little.
std::string reason_of(sqlite3* connection, int code) {
  if (!connection) return sqlite3_errstr(code);
  const int error = sqlite3_system_errno(connection);
  const bool of_system = (code & 0xff) == SQLITE_CANTOPEN || (code & 0xff) == SQLITE_IOERR;
  std::string text = sqlite3_errmsg(connection);
  return of_system && error != 0 ? fmt::format("{} ({})", text, std::generic_category().message(error)) : text;
}

// The file as a URI, the only way to say that a file is immutable.
std::string immutable_uri(const std::filesystem::path& file) {
  std::string uri = "file:";
  for (const unsigned char c : std::filesystem::absolute(file).string())
    uri += std::isalnum(c) || c == '/' || c == '.' || c == '-' || c == '_' ? std::string(1, static_cast<char>(c))
                                                                           : fmt::format("%{:02X}", c);
  return uri + "?immutable=1";
}

int open_flags(DatabaseAccess access) {
  constexpr int kOneThreadAtATime = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
  switch (access) {
    case DatabaseAccess::ReadWrite:
      return kOneThreadAtATime | SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
    case DatabaseAccess::ReadOnly:
      return kOneThreadAtATime | SQLITE_OPEN_READONLY;
    case DatabaseAccess::Immutable:
      return kOneThreadAtATime | SQLITE_OPEN_READONLY | SQLITE_OPEN_URI;
  }
  return 0;
}

void make_folder(const std::filesystem::path& file) {
  if (!file.has_parent_path()) return;
  std::error_code error;
  std::filesystem::create_directories(file.parent_path(), error);
  if (error) throw DatabaseError(file, error.message(), SQLITE_CANTOPEN);
}

}  // namespace

DatabaseError::DatabaseError(const std::filesystem::path& file, const std::string& reason, int result_code)
    : std::runtime_error(fmt::format("{}: {}{}", file.string(), reason, remedy(result_code))), code(result_code) {}

bool DatabaseError::disk_full() const { return (code & 0xff) == SQLITE_FULL; }

bool DatabaseError::read_only() const {
  return (code & 0xff) == SQLITE_READONLY || (code & 0xff) == SQLITE_CANTOPEN || (code & 0xff) == SQLITE_PERM;
}

bool DatabaseError::damaged() const { return (code & 0xff) == SQLITE_CORRUPT || (code & 0xff) == SQLITE_NOTADB; }

bool DatabaseError::busy() const { return (code & 0xff) == SQLITE_BUSY || (code & 0xff) == SQLITE_LOCKED; }

void Database::Close::operator()(sqlite3* connection) const { sqlite3_close_v2(connection); }

Database::Database(std::filesystem::path file, DatabaseAccess access, std::chrono::milliseconds busy_timeout,
                   const DatabaseShape& shape)
    : path_(std::move(file)) {
  if (access == DatabaseAccess::ReadWrite) make_folder(path_);
  const std::string name = access == DatabaseAccess::Immutable ? immutable_uri(path_) : path_.string();
  sqlite3* connection = nullptr;
  const int code = sqlite3_open_v2(name.c_str(), &connection, open_flags(access), shape.vfs);
  connection_.reset(connection);  // also to be closed if it could not be opened
  if (code != SQLITE_OK) fail(code);
  sqlite3_busy_timeout(connection, static_cast<int>(busy_timeout.count()));
  set_up(access, shape);
}

void Database::set_up(DatabaseAccess access, const DatabaseShape& shape) {
  // Files come from cards that others had in their hands: a schema runs no functions, and no statement rewrites pages.
  sqlite3_db_config(connection_.get(), SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  sqlite3_db_config(connection_.get(), SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
  run("PRAGMA foreign_keys=ON");
  if (access != DatabaseAccess::ReadWrite) return run("PRAGMA schema_version");  // reads, so a bad file is refused here
  int spare = shape.spare_bytes;
  if (spare > 0) sqlite3_file_control(connection_.get(), "main", SQLITE_FCNTL_RESERVE_BYTES, &spare);
  if (shape.pragmas) execute(shape.pragmas);
  Statement journal(*this, "PRAGMA journal_mode=WAL");
  if (!journal.step() || journal.text(0) != "wal")
    throw DatabaseError(path_,
                        "this file system cannot share memory between programs, which SQLite's log needs; "
                        "choose a local disk",
                        SQLITE_IOERR);
  journal.reset();
  run("PRAGMA synchronous=FULL");
}

void Database::fail(int code) const { throw DatabaseError(path_, reason_of(connection_.get(), code), code); }

void Database::run(Sql statements) { execute(statements.text()); }

void Database::execute(const char* statements) {
  const int code = sqlite3_exec(connection_.get(), statements, nullptr, nullptr, nullptr);
  if (code != SQLITE_OK) fail(code);
}

int Database::version() {
  Statement statement(*this, "PRAGMA user_version");
  return statement.step() ? static_cast<int>(statement.integer(0)) : 0;
}

std::int64_t Database::last_insert_id() const { return sqlite3_last_insert_rowid(connection_.get()); }

std::int64_t Database::changes() const { return sqlite3_changes64(connection_.get()); }

void Database::checkpoint() {
  const int code = sqlite3_wal_checkpoint_v2(connection_.get(), nullptr, SQLITE_CHECKPOINT_TRUNCATE, nullptr, nullptr);
  if (code != SQLITE_OK && code != SQLITE_BUSY) fail(code);
}

std::optional<std::string> Database::first_damage() {
  Statement statement(*this, "PRAGMA integrity_check(1)");
  if (!statement.step() || statement.text(0) == "ok") return std::nullopt;
  return std::string(statement.text(0));
}

void Statement::Finalize::operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }

Statement::Statement(Database& database, Sql text) : database_(database) {
  sqlite3_stmt* statement = nullptr;
  check(
      sqlite3_prepare_v3(database.connection_.get(), text.text(), -1, SQLITE_PREPARE_PERSISTENT, &statement, nullptr));
  statement_.reset(statement);
}

void Statement::check(int code) const {
  if (code != SQLITE_OK) database_.fail(code);
}

bool Statement::step() {
  const int code = sqlite3_step(statement_.get());
  if (code == SQLITE_ROW) return true;
  if (code != SQLITE_DONE) {
    const DatabaseError error(database_.path_, reason_of(database_.connection_.get(), code), code);
    reset();
    throw error;
  }
  reset();
  return false;
}

void Statement::reset() { sqlite3_reset(statement_.get()); }  // its result repeats what step() has reported

void Statement::clear() {
  reset();
  sqlite3_clear_bindings(statement_.get());
}

void Statement::set(int parameter, std::nullptr_t) { check(sqlite3_bind_null(statement_.get(), parameter)); }

void Statement::set_integer(int parameter, std::int64_t value) {
  check(sqlite3_bind_int64(statement_.get(), parameter, value));
}

void Statement::set(int parameter, double value) { check(sqlite3_bind_double(statement_.get(), parameter, value)); }

void Statement::set(int parameter, std::string_view value) {
  const char* text = value.data() ? value.data() : "";  // a null pointer would be NULL
  check(sqlite3_bind_text64(statement_.get(), parameter, text, value.size(), SQLITE_TRANSIENT, SQLITE_UTF8));
}

void Statement::set(int parameter, std::span<const std::byte> value) {
  if (value.empty()) return check(sqlite3_bind_zeroblob(statement_.get(), parameter, 0));
  check(sqlite3_bind_blob64(statement_.get(), parameter, value.data(), value.size(), SQLITE_TRANSIENT));
}

bool Statement::is_null(int column) const { return sqlite3_column_type(statement_.get(), column) == SQLITE_NULL; }

std::int64_t Statement::integer(int column) const { return sqlite3_column_int64(statement_.get(), column); }

double Statement::real(int column) const { return sqlite3_column_double(statement_.get(), column); }

std::string_view Statement::text(int column) const {
  const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(statement_.get(), column));
  return text ? std::string_view(text, static_cast<std::size_t>(sqlite3_column_bytes(statement_.get(), column)))
              : std::string_view();
}

std::span<const std::byte> Statement::blob(int column) const {
  const auto* bytes = static_cast<const std::byte*>(sqlite3_column_blob(statement_.get(), column));
  return {bytes, static_cast<std::size_t>(sqlite3_column_bytes(statement_.get(), column))};
}

Transaction::Transaction(Database& database) : database_(database) { database.run("BEGIN IMMEDIATE"); }

Transaction::~Transaction() {
  if (!open_) return;
  try {
    database_.run("ROLLBACK");
  } catch (const DatabaseError&) {  // a full disk has rolled it back already
  }
}

void Transaction::commit() {
  database_.run("COMMIT");
  open_ = false;
}

void set_database_aside(const std::filesystem::path& file) {
  const auto seconds = std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
  const std::string name = fmt::format("{}.damaged-{}", file.string(), seconds.time_since_epoch().count());
  for (const char* end : {"", "-wal", "-shm"}) {
    std::error_code missing;
    std::filesystem::rename(file.string() + end, name + end, missing);
  }
}

}  // namespace spectrumd
