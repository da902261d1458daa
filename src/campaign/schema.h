#pragma once

/// The tables of a campaign's ledger. docs/campaign.md explains them.
namespace halfturn {

inline constexpr int kLedgerApplication = 0x48544C31;  ///< "HTL1", SQLite's application_id
inline constexpr int kLedgerVersion = 2;               ///< SQLite's user_version

/// A whole proof has 43 million results, so a row holds nothing that others can say for it: what many results
/// share is one row of `setting`, and the levels are one blob (level_code.h).
inline constexpr const char* kLedgerSchema = R"sql(
CREATE TABLE campaign (              -- one row
  id               INTEGER PRIMARY KEY CHECK (id = 1),
  created          TEXT NOT NULL,    -- UTC
  cover            TEXT NOT NULL,
  cover_size       INTEGER NOT NULL,
  prove            INTEGER NOT NULL,
  rehearsal        INTEGER NOT NULL, -- 1: made-up results
  first            INTEGER,          -- of a range; NULL: a sample
  count            INTEGER NOT NULL, -- of all shards together
  seed             TEXT,             -- of a sample
  shard            INTEGER NOT NULL, -- this ledger has the positions shard, shard + shards, ..
  shards           INTEGER NOT NULL,
  next             INTEGER NOT NULL, -- how many of these positions have been given out in order
  program_version  TEXT NOT NULL,    -- this and the checksums: as last accepted
  program_checksum TEXT NOT NULL,
  table_checksum   TEXT NOT NULL,
  cover_checksum   TEXT NOT NULL
) STRICT;

CREATE TABLE sample (                -- the cosets of a sample that are this shard's
  position INTEGER PRIMARY KEY,      -- in the order of the whole sample
  coset    INTEGER NOT NULL UNIQUE
) STRICT;

CREATE TABLE runner (                -- processes that work or have worked
  id      INTEGER PRIMARY KEY AUTOINCREMENT,
  host    TEXT NOT NULL,
  pid     INTEGER NOT NULL,
  started TEXT NOT NULL,
  ended   TEXT                       -- NULL: alive, if runners/ID.lock is locked
) STRICT;

CREATE TABLE setting (               -- what results were made with
  id               INTEGER PRIMARY KEY,
  cover            TEXT NOT NULL,
  prove            INTEGER NOT NULL,
  program_version  TEXT NOT NULL,
  program_checksum TEXT NOT NULL,
  table_checksum   TEXT NOT NULL,
  cover_checksum   TEXT NOT NULL,
  host             TEXT NOT NULL,
  threads          INTEGER NOT NULL,
  UNIQUE (cover, prove, program_version, program_checksum, table_checksum, cover_checksum, host, threads)
) STRICT;

CREATE TABLE result (                -- the latest piece of work on a coset that came to an end
  coset     INTEGER PRIMARY KEY,     -- number in the cover
  twist     INTEGER NOT NULL,
  flip      INTEGER NOT NULL,
  slice     INTEGER NOT NULL,
  setting   INTEGER NOT NULL REFERENCES setting (id),
  outcome   INTEGER NOT NULL,        -- 0 proved, 1 unproved, 2 error
  remaining INTEGER,                 -- positions left
  message   TEXT,                    -- of an error
  micros    INTEGER NOT NULL,        -- time that it took, in microseconds
  at_once   INTEGER NOT NULL,        -- processes at work on this host when it began
  started   INTEGER NOT NULL,        -- seconds since 1970, UTC
  levels    BLOB NOT NULL
) STRICT;
CREATE INDEX result_failed ON result (coset) WHERE outcome <> 0;

CREATE TABLE earlier (               -- results that a later one has replaced; never changed
  id        INTEGER PRIMARY KEY,
  coset     INTEGER NOT NULL,
  twist     INTEGER NOT NULL,
  flip      INTEGER NOT NULL,
  slice     INTEGER NOT NULL,
  setting   INTEGER NOT NULL REFERENCES setting (id),
  outcome   INTEGER NOT NULL,
  remaining INTEGER,
  message   TEXT,
  micros    INTEGER NOT NULL,
  at_once   INTEGER NOT NULL,
  started   INTEGER NOT NULL,
  levels    BLOB NOT NULL
) STRICT;

CREATE TABLE claim (                 -- cosets that were taken up and have no result that counts
  coset    INTEGER PRIMARY KEY,
  position INTEGER NOT NULL UNIQUE,  -- in the campaign's order
  runner   INTEGER REFERENCES runner (id) -- who works on it; NULL: it was given back
) STRICT;

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
