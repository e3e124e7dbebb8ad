/*
 * From the change of a record to the search index, while the index is rebuilt: row and outbox, relay, index.sync, filling
 * and promotion.
 *
 * One record is created, changed and deleted by two writers. Two workers run index.sync, one rebuilds the index. A version is
 * taken from the clock before its transaction commits. Each `atomic` block is one transaction or one request of the engine.
 * Workers die between any two; their queue job is then offered again.
 *
 * -DNO_… removes one guard of the code. Each such model must fail.
 */
#ifndef WRITES
#define WRITES 3
#endif
#ifndef DEATHS
#define DEATHS 1
#endif
/* Rounds in which a sync resolves conflicts of versions. */
#define ROUNDS 3
#define LIVE 0
#define NEXT 1

byte clock = 1;
/* The version of the row, 0 where there is none, and what the row says. A version can be raised without a change. */
byte row, state;
/* Outbox rows and queue jobs of index.sync. */
byte outbox, jobs;
byte writes = WRITES;
byte deaths = DEATHS;

/* Two indexes: the live one, and the one that a rebuild fills. 0 where the index has no document. */
byte document[2], content[2];
/* The version of the last deletion, which the engine remembers. */
byte deletion[2];
bool listed[2];
byte live;
bool promoted;

#define newest(i) (document[i] > deletion[i] -> document[i] : deletion[i])

/* Writes of the engine: only a newer version is applied. */
#ifdef NO_VERSIONS
#define isNewer(version, i) true
#else
#define isNewer(version, i) (version > newest(i))
#endif

/* A statement has the row, or the id that it inserts, from the moment when it takes its version until it commits. */
bool locked;

proctype Writer() {
  byte version;
  do
  :: atomic { writes > 0 && !locked -> writes--; locked = true; clock++; version = clock }
     atomic {
       locked = false;
       if
       :: row = version; state = version
       :: row > 0 -> row = 0; state = 0
       fi;
#ifndef NO_OUTBOX
       outbox++
#endif
     }
#ifdef NO_OUTBOX
     if
     :: atomic { deaths > 0 -> deaths-- }
     :: atomic { outbox++ }
     fi;
#endif
     version = 0
  od
}

proctype Relay() {
  do
  :: atomic { outbox > 0 -> outbox--; jobs++ }
  od
}

inline mayDie() {
  if
  :: deaths > 0 -> deaths--; jobs++; goto idle
  :: true
  fi
}

inline readRow() {
  version = row;
  text = state;
  if
  :: row == 0 -> clock++; now = clock
  :: else
  fi
}

inline readIndexes() {
  first = listed[0];
  second = listed[1]
}

/* One write of a sync to an index, with the conflicts that it resolves. */
inline writeTo(i) {
  rounds = 0;
  do
  :: atomic {
       mayDie();
       conflict = false;
       if
       :: version > 0 ->
          if
          :: isNewer(version, i) -> document[i] = version; content[i] = text
          :: else -> conflict = true
          fi
       :: else ->
          if
          :: isNewer(now, i) -> document[i] = 0; content[i] = 0; deletion[i] = now
          :: else -> conflict = true
          fi
       fi
     }
#ifdef NO_RESOLUTION
     break
#else
     if
     :: rounds == ROUNDS -> break
     :: !conflict && version > 0 -> break
#ifdef NO_SECOND_LOOK
     :: !conflict && version == 0 -> break
#endif
     :: else -> rounds++
     fi;
     /* The versions in the index are read, and then the rows; also after a deletion: the record may live again. */
     atomic { mayDie(); seen = document[i] }
     atomic {
       mayDie();
       if
       :: row == 0 && seen > 0 -> version = 0; text = 0; now = seen + 1
       :: row > 0 && seen == 0 && !locked ->
          /* The deletion in the index is newer: the row gets a newer version. */
          clock++;
          row = clock;
          version = row;
          text = state
       :: !(row == 0 && seen > 0) && !(row > 0 && seen == 0) -> break
       fi
     }
#endif
  od
}

proctype Sync() {
  byte version, text, now, seen, rounds;
  bool first, second, conflict;
idle:
  atomic {
    version = 0; text = 0; now = 0; seen = 0; rounds = 0; first = false; second = false; conflict = false;
    jobs > 0 -> jobs--
  }
#ifdef NO_LIST_FIRST
  atomic { mayDie(); readRow() }
  atomic { mayDie(); readIndexes() }
#else
  atomic { mayDie(); readIndexes() }
  atomic { mayDie(); readRow() }
#endif
  if
  :: first -> writeTo(0)
  :: else
  fi;
  if
  :: second -> writeTo(1)
  :: else
  fi;
  goto idle
}

/* A rebuild registers a new index, fills it, promotes it and drops the old one. */
proctype Rebuild() {
  byte version, text;
  atomic { listed[NEXT] = true }
  atomic { version = row; text = state }
  if
  :: version > 0 ->
     atomic {
       if
       :: isNewer(version, NEXT) -> document[NEXT] = version; content[NEXT] = text
       :: else
       fi
     }
  :: else
  fi;
  atomic { live = NEXT; listed[LIVE] = false; promoted = true }
}

/* When nothing can happen any more: */
proctype End() {
  timeout;
  assert(outbox == 0 && jobs == 0 && promoted);
  /* promise: the live index has the newest state of each record, after a rebuild too */
  assert(content[live] == state)
}

init {
  atomic {
    listed[LIVE] = true;
    run Writer();
    run Writer();
    run Relay();
    run Sync();
    run Sync();
    run Rebuild();
    run End()
  }
}
