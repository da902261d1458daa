#pragma once

/// The tables of a campaign's ledger. docs/campaign.md explains them.
namespace halfturn {

inline constexpr int kLedgerApplication = 0x48544C31;  ///< "HTL1", SQLite's application_id
inline constexpr int kLedgerVersion = 1;               ///< SQLite's user_version

inline constexpr const char* kLedgerSchema = R"sql(
CREATE TABLE campaign (              -- one row
  id               INTEGER PRIMARY KEY CHECK (id = 1),
  created          TEXT NOT NULL,    -- UTC
  cover            TEXT NOT NULL,
  cover_size       INTEGER NOT NULL,
  prove            INTEGER NOT NULL,
  first            INTEGER,          -- of a range; NULL: a sample
  count            INTEGER NOT NULL,
  seed             TEXT,             -- of a sample
  next             INTEGER NOT NULL, -- positions from here on have not been given out in order
  program_version  TEXT NOT NULL,    -- this and the checksums: as last accepted
  program_checksum TEXT NOT NULL,
  table_checksum   TEXT NOT NULL,
  cover_checksum   TEXT NOT NULL
) STRICT;

CREATE TABLE sample (                -- the cosets of a sample, in their order
  position INTEGER PRIMARY KEY,
  coset    INTEGER NOT NULL UNIQUE
) STRICT;

CREATE TABLE runner (                -- processes that work or have worked
  id      INTEGER PRIMARY KEY AUTOINCREMENT,
  host    TEXT NOT NULL,
  pid     INTEGER NOT NULL,
  started TEXT NOT NULL,
  ended   TEXT                       -- NULL: alive, if runners/ID.lock is locked
) STRICT;

CREATE TABLE result (                -- every piece of work that came to an end; never changed
  id               INTEGER PRIMARY KEY,
  coset            INTEGER NOT NULL, -- number in the cover
  twist            INTEGER NOT NULL,
  flip             INTEGER NOT NULL,
  slice            INTEGER NOT NULL,
  cover            TEXT NOT NULL,
  prove            INTEGER NOT NULL,
  program_version  TEXT NOT NULL,
  program_checksum TEXT NOT NULL,
  table_checksum   TEXT NOT NULL,
  cover_checksum   TEXT NOT NULL,
  outcome          TEXT NOT NULL CHECK (outcome IN ('proved', 'unproved', 'error')),
  remaining        INTEGER,          -- positions left
  message          TEXT,             -- of an error
  seconds          REAL NOT NULL,
  threads          INTEGER NOT NULL,
  at_once          INTEGER NOT NULL, -- processes at work on this host when it began
  host             TEXT NOT NULL,
  started          TEXT NOT NULL,
  finished         TEXT NOT NULL
) STRICT;

CREATE TABLE level (                 -- NULL: not computed
  result    INTEGER NOT NULL REFERENCES result (id),
  coset     INTEGER NOT NULL,
  depth     INTEGER NOT NULL,
  probes    INTEGER,
  fresh     INTEGER,
  total     INTEGER,
  exact     INTEGER NOT NULL,
  search_s  REAL,
  prepass_s REAL,
  PRIMARY KEY (result, depth)
) STRICT, WITHOUT ROWID;

CREATE TABLE unit (                  -- cosets that somebody has taken up; the others have no row yet
  coset    INTEGER PRIMARY KEY,
  position INTEGER NOT NULL UNIQUE,  -- in the campaign's order
  state    TEXT NOT NULL CHECK (state IN ('open', 'proved', 'unproved', 'error')),
  runner   INTEGER REFERENCES runner (id), -- who works on it
  result   INTEGER REFERENCES result (id), -- the latest
  CHECK (state = 'open' OR (runner IS NULL AND result IS NOT NULL))
) STRICT;
CREATE INDEX unit_open ON unit (position, runner) WHERE state = 'open';
CREATE INDEX unit_failed ON unit (coset) WHERE state IN ('unproved', 'error');

CREATE TABLE event (                 -- what happened besides results
  id     INTEGER PRIMARY KEY,
  time   TEXT NOT NULL,
  runner INTEGER,
  coset  INTEGER,
  what   TEXT NOT NULL,              -- created, changed, identity, died, reopened, imported
  detail TEXT NOT NULL
) STRICT;
)sql";

}  // namespace halfturn
