/*
 * From the change of a record to the search index, while the index is rebuilt: row and outbox, relay, index.sync, filling
 * and promotion.
 *
 * One record is created, changed and deleted by two writers. Two processes write to the index, one rebuilds it. A version is
 * taken from the clock before its transaction commits. Each `atomic` block is one transaction or one request of the engine.
 * Workers die between any two; their queue job is then offered again.
 *
 * REFRESHES: the writer of the last change may wait for the index. Its own process then writes to the index, and deletes the outbox row, which is
 * due a while after the commit. If the process dies, nobody repeats what it did but the relay.
 *
 * Each number below removes one guard of the code, where the variable WITHOUT names it. Each such model must fail.
 */
#define NO_VERSIONS 1
#define NO_OUTBOX 2 /* deaths */
#define NO_RESOLUTION 3
#define NO_SECOND_LOOK 4
#define NO_LIST_FIRST 5 /* deaths */
#define NO_RELAY_TRANSACTION 6 /* refreshes */
#define NO_ROW_UNTIL_INDEXED 7 /* refreshes */

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
/* Outbox rows that are due, and queue jobs of index.sync. */
byte outbox, jobs;
/* By write: its outbox row is not due, because its process writes to the index; and the request to that process. */
bool delayed[WRITES], toRefresh[WRITES];
byte writes = WRITES;
byte deaths = DEATHS;
byte without;

/* Two indexes: the live one, and the one that a rebuild fills. 0 where the index has no document. */
byte document[2], content[2];
/* The version of the last deletion, which the engine remembers. */
byte deletion[2];
bool listed[2];
byte live;
bool promoted;

#define newest(i) (document[i] > deletion[i] -> document[i] : deletion[i])

/* Writes of the engine: only a newer version is applied. */
#define isNewer(version, i) (version > newest(i) || without == NO_VERSIONS)

/* A statement has the row, or the id that it inserts, from the moment when it takes its version until it commits. */
bool locked;

proctype Writer() {
  byte version, number;
  do
  :: atomic { writes > 0 && !locked -> writes--; number = writes; locked = true; clock++; version = clock }
     atomic {
       locked = false;
       if
       :: row = version; state = version
       :: row > 0 -> row = 0; state = 0
       fi;
       version = 0;
       if
       :: without != NO_OUTBOX -> outbox++; number = 0; goto written
#ifdef REFRESHES
       :: without != NO_OUTBOX && number == 0 -> delayed[number] = true; toRefresh[number] = true; number = 0; goto written
#endif
       :: else
       fi
     }
     if
     :: atomic { deaths > 0 -> deaths-- }
     :: atomic { outbox++ }
     fi;
written:
     skip
  od
}

proctype Relay() {
  byte i;
  do
  :: atomic {
       outbox > 0 ->
       outbox--;
       if
       :: without == NO_RELAY_TRANSACTION && deaths > 0 -> deaths--
       :: jobs++
       fi
     }
#ifdef REFRESHES
  :: atomic {
       if
       :: delayed[0] -> i = 0
       :: delayed[WRITES - 1] -> i = WRITES - 1
       fi;
       delayed[i] = false;
       i = 0;
       outbox++
     }
#endif
  od
}

inline mayDie() {
  if
  :: deaths > 0 ->
     deaths--;
     if
     :: refresh == 0 -> jobs++
     :: else
     fi;
     goto idle
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
     if
     :: rounds == ROUNDS || without == NO_RESOLUTION -> break
     :: !conflict && (version > 0 || without == NO_SECOND_LOOK) -> break
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
  od
}

proctype Sync() {
  byte version, text, now, seen, rounds;
  /* 0 for index.sync, and otherwise the write that waits, plus one. */
  byte refresh;
  bool first, second, conflict;
idle:
  atomic {
    version = 0; text = 0; now = 0; seen = 0; rounds = 0; first = false; second = false; conflict = false; refresh = 0;
    if
    :: jobs > 0 -> jobs--
#ifdef REFRESHES
    :: toRefresh[0] -> refresh = 1
    :: toRefresh[WRITES - 1] -> refresh = WRITES
#endif
    fi;
    if
    :: refresh > 0 ->
       toRefresh[refresh - 1] = false;
       if
       :: without == NO_ROW_UNTIL_INDEXED -> delayed[refresh - 1] = false
       :: else
       fi
    :: else
    fi
  }
  if
  :: without == NO_LIST_FIRST ->
     atomic { mayDie(); readRow() }
     atomic { mayDie(); readIndexes() }
  :: else ->
     atomic { mayDie(); readIndexes() }
     atomic { mayDie(); readRow() }
  fi;
  if
  :: first -> writeTo(0)
  :: else
  fi;
  if
  :: second -> writeTo(1)
  :: else
  fi;
  if
  :: refresh > 0 -> atomic { mayDie(); delayed[refresh - 1] = false }
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
    c_code { now.without = getenv("WITHOUT") ? atoi(getenv("WITHOUT")) : 0; };
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
