// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

struct sqlite3;
struct sqlite3_stmt;

namespace spectrumd {

// A database file cannot be used as asked. The text gives the file, the reason and, if there is one, the remedy.
struct DatabaseError : std::runtime_error {
  DatabaseError(const std::filesystem::path& file, const std::string& reason, int result_code);
  bool disk_full() const;  // which may be temporary
  bool read_only() const;  // or not permitted
  bool damaged() const;    // or not a database at all
  bool busy() const;       // another connection held it for longer than the busy timeout
  int code;                // SQLite's extended result code
};

// The text of a statement. Only literals are accepted, so no statement is ever put together from values: those are
// bound.
class Sql {
 public:
  consteval Sql(const char* literal)
      : text_(literal) {}  // NOLINT(google-explicit-constructor): so that literals will do
  const char* text() const { return text_; }

 private:
  const char* text_;
};

enum class DatabaseAccess {
  ReadWrite,  // made if absent, together with its folder
  ReadOnly,   // while others may write; needs a folder that can be written to
  Immutable,  // nothing writes to it, as on a card that is mounted read-only: takes no locks and ignores a write-ahead
              // log
};

// How a file is laid out, if not as SQLite does.
struct DatabaseShape {
  const char* vfs = nullptr;      // which accesses it
  const char* pragmas = nullptr;  // before the first table is made
  int spare_bytes = 0;            // at the end of each page, for the VFS
};

// An SQLite file with a write-ahead log and synchronous=FULL: what was committed survives kill -9 and power cuts.
// Everything throws DatabaseError and blocks on the disk. One thread at a time uses a connection and its statements;
// threads that work at the same time have separate connections.
class Database {
 public:
  explicit Database(std::filesystem::path file, DatabaseAccess access = DatabaseAccess::ReadWrite,
                    std::chrono::milliseconds busy_timeout = std::chrono::seconds(5), const DatabaseShape& shape = {});
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;
  ~Database() = default;  // all statements must be gone

  void run(Sql statements);             // without values; several are separated by semicolons
  int version();                        // PRAGMA user_version, 0 in a new file
  std::int64_t last_insert_id() const;  // of the last INSERT
  std::int64_t changes() const;         // rows changed by the last statement
  void checkpoint();                    // moves the log into the file and empties it, if no reader stands in the way
  std::optional<std::string> first_damage();  // nullopt if SQLite's integrity check finds nothing; reads the whole file
  const std::filesystem::path& path() const { return path_; }

 private:
  friend class Statement;
  struct Close {
    void operator()(sqlite3* connection) const;
  };
  [[noreturn]] void fail(int code) const;
  void set_up(DatabaseAccess access, const DatabaseShape& shape);
  void execute(const char* statements);

  const std::filesystem::path path_;
  std::unique_ptr<sqlite3, Close> connection_;
};

// A prepared statement with its values: `insert.run(time, level)`, or for rows
//   for (select.bind(since); select.step();) use(select.integer(0), select.text(1));
// A reader that stops before the last row calls reset(), or the log cannot be moved into the file.
class Statement {
 public:
  Statement(Database& database, Sql text);  // one statement
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;
  ~Statement() = default;

  // Values for ?1, ?2, …; copied. nullptr and nullopt are NULL. Starts again from the first row.
  template <class... Values>
  Statement& bind(const Values&... values) {
    clear();
    int parameter = 0;
    (set(++parameter, values), ...);
    return *this;
  }
  bool step();   // false after the last row, and then the statement is reset
  void reset();  // values stay bound
  template <class... Values>
  void run(const Values&... values) {
    bind(values...);
    while (step()) {
    }
  }

  // Columns from 0, of the row that step() came to. Views are valid until the next call but these.
  bool is_null(int column) const;
  std::int64_t integer(int column) const;
  double real(int column) const;
  std::string_view text(int column) const;
  std::span<const std::byte> blob(int column) const;

 private:
  struct Finalize {
    void operator()(sqlite3_stmt* statement) const;
  };
  void clear();
  void set(int parameter, std::nullptr_t);
  void set(int parameter, std::nullopt_t) { set(parameter, nullptr); }
  void set(int parameter, std::integral auto value) { set_integer(parameter, static_cast<std::int64_t>(value)); }
  void set(int parameter, double value);
  void set(int parameter, std::string_view value);
  void set(int parameter, const char* value) { set(parameter, std::string_view(value)); }
  void set(int parameter, const std::string& value) { set(parameter, std::string_view(value)); }
  void set(int parameter, std::span<const std::byte> value);
  template <class Value>
  void set(int parameter, const std::optional<Value>& value) {
    value ? set(parameter, *value) : set(parameter, nullptr);
  }
  void set_integer(int parameter, std::int64_t value);
  void check(int code) const;

  Database& database_;
  std::unique_ptr<sqlite3_stmt, Finalize> statement_;
};

// All or nothing: rolled back unless commit() was called. Reads inside see one state of the database.
class Transaction {
 public:
  explicit Transaction(Database& database);  // waits for another writer, for the busy timeout at most
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;
  ~Transaction();
  void commit();  // on the disk when it returns

 private:
  Database& database_;
  bool open_ = true;
};

// Renames a file that is damaged, with its log, which belongs to it: "NAME.damaged-SECONDS".
void set_database_aside(const std::filesystem::path& file);

}  // namespace spectrumd
