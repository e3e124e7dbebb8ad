/*
 * The steps of one managed Job: claim, lease, fence, lapse, repair, resend, cancel and roll-up.
 *
 * Two workers take queue jobs and run the steps that they carry. The queue offers a job again when its heartbeat is missed.
 * A reconciler repairs steps whose worker or queue job was lost. A client cancels the Job, resends its failed steps and
 * changes a step's record. At most EVENTS of these faults and calls happen, whichever they are. Each `atomic` block is one
 * transaction. Anything may happen between two blocks, so that a worker may be paused there for any time, and may die
 * there; a new process then takes its place.
 *
 * Each number below removes one guard of the code, where the variable WITHOUT names it. Each such model must fail.
 */
#define NO_NEW_QUEUE_JOB 1
#define NO_FENCE 2
#define NO_CANCEL_MARK 3
#define NO_LATER_CHECK 4
#define NO_RECONCILER 5
#define NO_REPAIR_CHECK 6
#define NO_STEP_LOCK 7
#define NO_STALLED_JOBS 8

#define STEPS 2
#define QUEUE_JOBS 5
#define NONE 9
#define MAX_FAULTS 2
#define MAX_LAPSES 2

mtype = { NEW, IN_PROGRESS, COMPLETED, FAILED };
/* States of a queue job. WAITING: in the outbox or in the queue. ENDED: the queue gave it up, or it is a dead letter. */
mtype = { ABSENT, WAITING, ACTIVE, DONE, ENDED };
mtype = { none, complete, fail, permanent, unavailable, unsupported, release };
mtype = { lapse, workerLost, queueJobLost, queueJobEnded };

typedef Step {
  mtype status;
  byte fence;
  byte version;
  byte worker;
  byte queueJob;
  byte faults
}

typedef QueueJob {
  mtype state;
  byte attempt;
  byte lapsed;
  byte owner;
  byte step
}

Step steps[STEPS];
QueueJob queue[QUEUE_JOBS];
mtype job;
bool cancelled;
/* A process has died between an end and its check. */
bool unchecked;
byte nextQueueJob;
/* A process that takes the place of a dead one has a new id. */
byte nextWorker;
bool dead[4];

/* How many faults, returned claims and calls of clients may still happen, whichever they are. */
#ifndef EVENTS
#define EVENTS 2
#endif
byte events;
byte repairs;
byte without;

/* A transition of the table in domain/jobs/stepState.ts, as the tests compare it. */
#define become(s, event, from, to) assert(steps[s].status == from); steps[s].status = to

/* Each write of the record. */
inline record(s) { steps[s].version++ }

#define isOpen(s) (steps[s].status == NEW || steps[s].status == IN_PROGRESS)
#define any(what) (steps[0].status == what || steps[1].status == what)
#define allClosed (!isOpen(0) && !isOpen(1))
#define isJobOpen (job == NEW || job == IN_PROGRESS)

/* The roll-up of domain/jobs/jobState.ts. */
inline rollUp() {
  if
  :: any(IN_PROGRESS) || (any(NEW) && (any(COMPLETED) || any(FAILED))) -> job = IN_PROGRESS
  :: else ->
     if
     :: any(NEW) -> job = (job == IN_PROGRESS -> IN_PROGRESS : NEW)
     :: else -> job = (any(FAILED) -> FAILED : COMPLETED)
     fi
  fi
}

inline enqueue(s) {
  if
  :: without == NO_NEW_QUEUE_JOB ->
     /* The insert of an id that is taken is ignored. */
     if
     :: queue[steps[s].queueJob].state == ABSENT -> queue[steps[s].queueJob].state = WAITING
     :: else
     fi
  :: else ->
     assert(nextQueueJob < QUEUE_JOBS);
     steps[s].queueJob = nextQueueJob;
     queue[nextQueueJob].state = WAITING;
     queue[nextQueueJob].step = s;
     nextQueueJob++
  fi
}

inline mayDie() {
  if
  :: events > 0 -> events--; goto died
  :: true
  fi
}

#define isAsRead(s) (steps[s].status == IN_PROGRESS && (without == NO_FENCE || (steps[s].version == version && steps[s].fence == fence && steps[s].worker == id)))

/* The queue settles a job only for the attempt that has it. */
#define isMine(q) (queue[q].state == ACTIVE && queue[q].owner == id && queue[q].attempt == attempt)

#define mayRun (!cancelled || without == NO_CANCEL_MARK)

proctype Worker(byte id) {
  byte q, s, attempt, fence, version;
  mtype outcome, settlement, seen;

idle:
  atomic {
    /* Blocks until there is a job. */
    if
    :: queue[0].state == WAITING -> q = 0
    :: queue[1].state == WAITING -> q = 1
    :: queue[2].state == WAITING -> q = 2
    :: queue[3].state == WAITING -> q = 3
    :: queue[4].state == WAITING -> q = 4
    fi;
    queue[q].state = ACTIVE;
    queue[q].owner = id;
    attempt = queue[q].attempt;
    s = queue[q].step
  }

  atomic {
    mayDie();
    if
    :: steps[s].queueJob == q && isOpen(s) && mayRun ->
       /* promise: a cancelled Job starts no step */
       assert(!cancelled);
       if
       :: steps[s].status == NEW -> become(s, claim, NEW, IN_PROGRESS)
       :: else -> become(s, claim, IN_PROGRESS, IN_PROGRESS)
       fi;
       steps[s].fence++;
       steps[s].worker = id;
       fence = steps[s].fence;
       version = steps[s].version
    :: else -> settlement = DONE; goto settle
    fi
  }

  atomic {
    mayDie();
    if
    :: job == NEW -> rollUp()
    :: else
    fi
  }

  /* The handler runs. A run that takes a while is shown. */
  atomic {
    mayDie();
    if
    :: events > 0 && isAsRead(s) -> events--; become(s, show, IN_PROGRESS, IN_PROGRESS); record(s); version = steps[s].version
    :: true
    fi
  }

  atomic {
    mayDie();
    if
    :: outcome = complete
    :: events > 0 -> events--; outcome = fail
    :: events > 0 -> events--; outcome = permanent
    :: events > 0 -> events--; outcome = unavailable
    :: events > 0 -> events--; outcome = unsupported
    :: events > 0 -> events--; outcome = release
    fi;
    /* The snapshot of a transaction that does not see the other one's end. */
    seen = steps[1 - s].status
  }

  /* The end of a claim. It does not lock the Job, and sees no other end that is not committed. */
  atomic {
    mayDie();
    settlement = DONE;
    if
    :: isAsRead(s) ->
       /* promise: only the newest claim of a step writes its result */
       assert(fence == steps[s].fence);
       if
       :: outcome == complete -> become(s, complete, IN_PROGRESS, COMPLETED)
       :: outcome == permanent -> become(s, fail, IN_PROGRESS, FAILED); settlement = ENDED
       :: outcome == fail ->
          steps[s].faults++;
          if
          :: steps[s].faults >= MAX_FAULTS -> become(s, fail, IN_PROGRESS, FAILED); settlement = ENDED
          :: else -> become(s, fail, IN_PROGRESS, NEW); steps[s].worker = NONE; settlement = WAITING
          fi
       :: outcome == unavailable -> become(s, unavailable, IN_PROGRESS, NEW); steps[s].worker = NONE; settlement = WAITING
       :: outcome == unsupported -> become(s, unsupported, IN_PROGRESS, NEW); steps[s].worker = NONE; settlement = WAITING
       :: outcome == release -> become(s, release, IN_PROGRESS, NEW); steps[s].worker = NONE; settlement = WAITING
       fi;
       record(s)
    :: else
    fi
  }

  /* The check after the commit, and the roll-up under the lock of the Job. */
  atomic {
    if
    :: events > 0 -> events--; unchecked = true; goto died
    :: true
    fi;
    if
    :: allClosed && !(without == NO_LATER_CHECK && (seen == NEW || seen == IN_PROGRESS)) -> rollUp()
    :: else
    fi
  }

settle:
  atomic {
    mayDie();
    if
    :: isMine(q) ->
       queue[q].owner = NONE;
       queue[q].state = settlement;
       if
       :: settlement == WAITING -> queue[q].attempt++
       :: else
       fi
    :: else
    fi;
    q = 0; s = 0; attempt = 0; fence = 0; version = 0; outcome = none; settlement = DONE; seen = none;
    goto idle
  }

died:
  atomic {
    dead[id] = true;
    id = nextWorker;
    nextWorker++;
    q = 0; s = 0; attempt = 0; fence = 0; version = 0; outcome = none; settlement = DONE; seen = none;
    goto idle
  }
}

/* Missed heartbeats: of a dead process always, of a living one sometimes. And a queue job that is lost. */
proctype Queue() {
  byte q;
  do
  :: atomic {
       if
       :: queue[0].state == ACTIVE && (dead[queue[0].owner] || events > 0) -> q = 0
       :: queue[1].state == ACTIVE && (dead[queue[1].owner] || events > 0) -> q = 1
       :: queue[2].state == ACTIVE && (dead[queue[2].owner] || events > 0) -> q = 2
       :: queue[3].state == ACTIVE && (dead[queue[3].owner] || events > 0) -> q = 3
       :: queue[4].state == ACTIVE && (dead[queue[4].owner] || events > 0) -> q = 4
       fi;
       if
       :: dead[queue[q].owner]
       :: else -> events--
       fi;
       queue[q].owner = NONE;
       queue[q].attempt++;
       queue[q].lapsed++;
       queue[q].state = (queue[q].lapsed >= MAX_LAPSES -> ENDED : WAITING)
       ; q = 0
     }
  :: atomic {
       if
       :: events > 0 && queue[0].state != ABSENT -> q = 0
       :: events > 0 && queue[1].state != ABSENT -> q = 1
       fi;
       events--;
       queue[q].state = ABSENT;
       queue[q].owner = NONE
       ; q = 0
     }
  od
}

#define stateOf(s) queue[steps[s].queueJob].state
#define ownerOf(s) queue[steps[s].queueJob].owner
#define isLost(s) (isOpen(s) && (stateOf(s) == ABSENT || stateOf(s) == DONE))
#define hasEnded(s) (isOpen(s) && stateOf(s) == ENDED)
#define hasLapsed(s) (steps[s].status == IN_PROGRESS && stateOf(s) == WAITING)
#define isOrphan(s) (steps[s].status == IN_PROGRESS && stateOf(s) == ACTIVE && steps[s].worker != NONE && (dead[steps[s].worker] || events > 0))

#define isToRepair(s) (without == NO_REPAIR_CHECK -> isOpen(s) : (!cancelled && steps[s].version == version && steps[s].fence == fence && steps[s].status == status))

proctype Reconciler() {
  byte s, q, attempt, fence, version;
  mtype verdict, status;
  bool repaired;
  do
  :: atomic {
       without != NO_RECONCILER;
       if
       :: !cancelled && isLost(0) -> s = 0; verdict = queueJobLost
       :: !cancelled && isLost(1) -> s = 1; verdict = queueJobLost
       :: !cancelled && hasEnded(0) -> s = 0; verdict = queueJobEnded
       :: !cancelled && hasEnded(1) -> s = 1; verdict = queueJobEnded
       :: !cancelled && hasLapsed(0) -> s = 0; verdict = lapse
       :: !cancelled && hasLapsed(1) -> s = 1; verdict = lapse
       :: !cancelled && isOrphan(0) -> s = 0; verdict = workerLost
       :: !cancelled && isOrphan(1) -> s = 1; verdict = workerLost
       fi;
       if
       :: verdict == workerLost && !dead[steps[s].worker] -> events--
       :: else
       fi;
       fence = steps[s].fence;
       version = steps[s].version;
       status = steps[s].status;
       q = steps[s].queueJob;
       attempt = queue[q].attempt
     }
     atomic {
       repaired = false;
       if
       :: isToRepair(s) ->
          status = steps[s].status;
          repaired = true;
          /* promise: a repair leaves nothing to repair */
          repairs++;
          assert(repairs <= 2 * EVENTS + 1);
          steps[s].worker = NONE;
          if
          :: verdict == queueJobLost && status == NEW -> become(s, queueJobLost, NEW, NEW); enqueue(s)
          :: verdict == queueJobLost && status == IN_PROGRESS -> become(s, queueJobLost, IN_PROGRESS, NEW); enqueue(s)
          :: verdict == queueJobEnded && status == NEW -> become(s, queueJobEnded, NEW, FAILED)
          :: verdict == queueJobEnded && status == IN_PROGRESS -> become(s, queueJobEnded, IN_PROGRESS, FAILED)
          :: verdict == lapse -> become(s, lapse, IN_PROGRESS, NEW)
          :: verdict == workerLost -> become(s, workerLost, IN_PROGRESS, NEW)
          fi;
          record(s);
          rollUp()
       :: else
       fi
     }
     atomic {
       if
       :: repaired && verdict == workerLost && queue[q].state == ACTIVE && queue[q].attempt == attempt ->
          queue[q].state = WAITING;
          queue[q].owner = NONE;
          queue[q].attempt++
       :: else
       fi;
       s = 0; q = 0; attempt = 0; fence = 0; version = 0; verdict = none; status = none; repaired = false
     }
  od
}

/* The reconciler closes Jobs without an open step. */
proctype StalledJobs() {
  do
  :: atomic { without != NO_STALLED_JOBS && unchecked && isJobOpen && allClosed -> rollUp(); unchecked = false }
  od
}

inline cancelStep(s) {
  if
  :: steps[s].status == NEW -> become(s, cancel, NEW, FAILED)
  :: else -> become(s, cancel, IN_PROGRESS, FAILED)
  fi;
  record(s);
  queue[steps[s].queueJob].state = ABSENT;
  queue[steps[s].queueJob].owner = NONE
}

/* Pages of one step: the page that finds fewer than that many is the last one. */
proctype Cancel() {
  atomic { events > 0 && isJobOpen -> events-- };
  do
  :: atomic {
       if
       :: !cancelled && !isJobOpen -> break
       /* The lock of an open step has waited for the last end. */
       :: !cancelled && isJobOpen && allClosed && without != NO_STEP_LOCK -> rollUp(); break
       :: else ->
          cancelled = true;
          if
          :: isOpen(0) -> cancelStep(0)
          :: !isOpen(0) && isOpen(1) -> cancelStep(1)
          :: else ->
             if
             :: isJobOpen -> job = FAILED
             :: else
             fi;
             break
          fi
       fi
     }
  od
}

inline resendStep(s) {
  steps[s].faults = 0;
  steps[s].worker = NONE;
  record(s);
  enqueue(s);
  cancelled = false;
  rollUp()
}

/* A step is resent by its operation, or by a write of its status. */
proctype Resend() {
  do
  :: atomic { events > 0 && steps[0].status == FAILED -> events--; become(0, resend, FAILED, NEW); resendStep(0) }
  :: atomic { events > 0 && steps[1].status == FAILED -> events--; become(1, write, FAILED, NEW); resendStep(1) }
  :: atomic { events > 0 && steps[0].status == NEW -> events--; become(0, write, NEW, NEW); record(0) }
  :: atomic { events > 0 && steps[0].status == FAILED -> events--; become(0, write, FAILED, FAILED); record(0) }
  :: atomic { events > 0 && steps[0].status == COMPLETED -> events--; become(0, write, COMPLETED, COMPLETED); record(0) }
  od
}

/* When nothing can happen any more: */
proctype End() {
  timeout;
  /* promise: every step ends */
  assert(allClosed);
  /* promise: a Job has the status that follows from its steps */
  assert(job == (any(FAILED) -> FAILED : COMPLETED));
  /* promise: a cancelled Job is FAILED */
  assert(!cancelled || job == FAILED);
}

init {
  byte i;
  atomic {
    c_code { now.without = getenv("WITHOUT") ? atoi(getenv("WITHOUT")) : 0; };
    job = NEW;
    for (i : 0 .. STEPS - 1) {
      steps[i].status = NEW;
      steps[i].worker = NONE;
      steps[i].queueJob = i;
      queue[i].state = WAITING;
      queue[i].owner = NONE;
      queue[i].step = i
    }
    for (i : STEPS .. QUEUE_JOBS - 1) {
      queue[i].state = ABSENT;
      queue[i].owner = NONE
    }
    nextQueueJob = STEPS;
    nextWorker = 2;
    events = EVENTS;
    run Worker(0);
    run Worker(1);
    run Queue();
    run Reconciler();
    run StalledJobs();
    run Cancel();
    run Resend();
    run End()
  }
}
