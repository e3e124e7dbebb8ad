/*
 * The steps of a client's own Job, which workers of the client claim and report over HTTP: claim, lease, extension, report,
 * repetition, lapse, release, cancel, resend and a client's change of the status.
 *
 * Two workers claim steps and report them. An answer may be lost, after which a worker repeats its report, and a request may
 * be executed long after its worker has sent it again or has died. A new process with the name of a dead worker takes its
 * place. A lease may end at any moment, because workers may be paused for any time. A worker may report the step of another
 * one. At most EVENTS of these faults and calls happen, whichever they are. Each `atomic` block is one transaction.
 *
 * Each number below removes one guard of the code, where the variable WITHOUT names it. Each such model must fail.
 */
#define NO_TOKEN 1
#define NO_WORKER 2
#define NO_LEASE 3
#define NO_LAPSE 4
#define NO_LAPSE_CHECK 5
#define NO_ATTEMPTS 6
#define NO_REPETITION 7
#define NO_CANCEL_MARK 8 /* steps */
#define NO_LATER_CHECK 9 /* steps */
#define NO_STEP_LOCK 10 /* steps */
#define NO_STALLED_JOBS 11

#define STEPS 2
#define NONE 9
#define MAX_FAULTS 2
#ifndef EVENTS
#define EVENTS 1
#endif
/* Each life of a step, between two resends, has at most MAX_FAULTS claims that end without a call of a client. */
#define MAX_CLAIMS (MAX_FAULTS * (EVENTS + 1))

mtype = { NEW, IN_PROGRESS, COMPLETED, FAILED };
mtype = { FREE, VALID, LAPSED };
mtype = { none, progress, complete, fail, permanent, release };

typedef Step {
  mtype status;
  byte fence;
  byte worker;
  mtype lease;
  byte faults;
  bool wasCancelled;
  /* The token whose end the step shows. */
  byte endedBy
}

/* A report on its way. */
typedef Report {
  mtype kind;
  byte step;
  byte token;
  byte worker
}

Step steps[STEPS];
Report late;
mtype job;
bool cancelled;
/* An api has died between an end and its check. */
bool unchecked;
byte events;
byte without;

/* A transition of the table in domain/jobs/stepState.ts, as the tests compare it. */
#define become(s, event, from, to) assert(steps[s].status == from); steps[s].status = to

#define isOpen(s) (steps[s].status == NEW || steps[s].status == IN_PROGRESS)
#define any(what) (steps[0].status == what || steps[1].status == what)
#define allClosed (!isOpen(0) && !isOpen(1))
#define isJobOpen (job == NEW || job == IN_PROGRESS)
#define mayRun (!cancelled || without == NO_CANCEL_MARK)

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

#define isOwner(s, t, w) ((without == NO_TOKEN || steps[s].fence == t) && (without == NO_WORKER || steps[s].worker == w))
#define hasLease(s) (steps[s].lease == VALID || (without == NO_LEASE && steps[s].lease == LAPSED))
#define isRepeated(s, what) (without != NO_REPETITION && ((what == complete && steps[s].status == COMPLETED) || ((what == fail || what == permanent) && steps[s].status == FAILED && !steps[s].wasCancelled)))

/* The step is open again, and can be claimed. */
inline free(s) { steps[s].worker = NONE; steps[s].lease = FREE }

inline failStep(s) {
  steps[s].faults++;
  if
  :: steps[s].faults >= MAX_FAULTS -> become(s, fail, IN_PROGRESS, FAILED); steps[s].lease = FREE
  :: else -> become(s, fail, IN_PROGRESS, NEW); free(s)
  fi
}

/* An api handles a report, under the lock of the step. */
inline handle(s, t, w, what) {
  accepted = false;
  if
  :: isOwner(s, t, w) && steps[s].status == IN_PROGRESS && hasLease(s) ->
     /* promise: a report after the end of its lease changes nothing */
     assert(steps[s].lease == VALID);
     /* promise: only the newest claim of a step writes its end */
     assert(t == steps[s].fence);
     /* promise: a report of another worker changes nothing */
     assert(w == steps[s].worker);
     accepted = true;
     if
     :: what == progress -> become(s, show, IN_PROGRESS, IN_PROGRESS)
     :: what == complete -> become(s, complete, IN_PROGRESS, COMPLETED); steps[s].lease = FREE
     :: what == fail -> failStep(s)
     :: what == permanent -> become(s, fail, IN_PROGRESS, FAILED); steps[s].lease = FREE
     :: what == release -> become(s, release, IN_PROGRESS, NEW); free(s)
     fi;
     if
     :: !isOpen(s) -> steps[s].endedBy = t; steps[s].wasCancelled = false
     :: else
     fi
  :: else ->
     if
     :: isOwner(s, t, w) && isRepeated(s, what) -> accepted = true
     :: else
     fi
  fi
}

/* The check after the commit, which finds no open step after the last end, and the roll-up under the lock of the Job. */
inline checkJob() {
  if
  :: events > 0 -> events--; unchecked = true
  :: true ->
     if
     :: allClosed && !(without == NO_LATER_CHECK && (seen == NEW || seen == IN_PROGRESS)) -> rollUp()
     :: else
     fi
  fi
}

inline claimStep(s) {
  /* promise: a cancelled Job starts no step */
  assert(!cancelled);
  become(s, claim, NEW, IN_PROGRESS);
  steps[s].fence++;
  /* promise: a step whose workers are lost again and again is FAILED */
  assert(steps[s].fence <= MAX_CLAIMS);
  steps[s].worker = id;
  steps[s].lease = VALID;
  if
  :: job != IN_PROGRESS -> rollUp()
  :: else
  fi
}

proctype Worker(byte id) {
  byte s, token;
  mtype what, seen;
  bool accepted;

idle:
  atomic {
    /* Blocks until there is a step. */
    if
    :: steps[0].status == NEW && mayRun -> s = 0
    :: steps[1].status == NEW && mayRun -> s = 1
    fi;
    claimStep(s);
    token = steps[s].fence;
    if
    :: events > 0 -> events--; goto forget
    :: true
    fi
  }

working:
  atomic {
    if
    :: events > 0 -> events--; goto forget
    :: events > 0 -> events--;
       /* An extension. The worker aborts a step that it has lost. */
       if
       :: isOwner(s, token, id) && steps[s].status == IN_PROGRESS && hasLease(s) -> goto working
       :: else -> goto forget
       fi
    :: what = complete
    :: events > 0 -> events--; what = fail
    :: events > 0 -> events--; what = permanent
    :: events > 0 -> events--; what = release
    :: events > 0 -> events--; what = progress
    fi;
    /* The snapshot of a transaction that does not see the other one's end. */
    seen = steps[1 - s].status
  }

report:
  atomic {
    if
    :: events > 0 && late.kind == none ->
       /* No answer comes, and the request is executed later. */
       events--;
       late.kind = what; late.step = s; late.token = token; late.worker = id;
       if
       :: goto report
       :: goto forget
       fi
    :: true
    fi;
    handle(s, token, id, what);
    /* promise: the repetition of an end is accepted, as long as the step shows that end */
    assert(accepted || steps[s].endedBy != token || what == progress || what == release)
  }

  atomic {
    checkJob();
    if
    :: events > 0 -> events--; goto report
    :: what == progress && accepted -> goto working
    :: else
    fi
  }

forget:
  atomic { s = 0; token = 0; what = none; seen = none; accepted = false; goto idle }
}

/* Late requests, and a worker that reports the step of another one. */
proctype Network() {
  byte s, token, other;
  mtype what, seen;
  bool accepted;
  do
  :: atomic {
       if
       :: late.kind != none ->
          s = late.step; token = late.token; other = late.worker; what = late.kind;
          late.kind = none; late.step = 0; late.token = 0; late.worker = 0
       :: events > 0 && steps[0].status == IN_PROGRESS && steps[0].worker != NONE ->
          events--;
          s = 0; token = steps[0].fence; other = 1 - steps[0].worker; what = complete
       fi;
       seen = steps[1 - s].status;
       handle(s, token, other, what)
     }
     atomic {
       checkJob();
       s = 0; token = 0; other = 0; what = none; seen = none; accepted = false
     }
  od
}

proctype Clock() {
  do
  :: atomic { steps[0].lease == VALID -> steps[0].lease = LAPSED }
  :: atomic { steps[1].lease == VALID -> steps[1].lease = LAPSED }
  od
}

proctype Reconciler() {
  byte s;
  do
  :: atomic {
       without != NO_LAPSE;
       if
       :: steps[0].lease == LAPSED && !cancelled -> s = 0
       :: steps[1].lease == LAPSED && !cancelled -> s = 1
       fi
     }
     atomic {
       if
       :: !cancelled && steps[s].status == IN_PROGRESS && (steps[s].lease == LAPSED || without == NO_LAPSE_CHECK) ->
          /* promise: a lapse takes no step whose lease is valid */
          assert(steps[s].lease == LAPSED);
          failStep(s);
          if
          :: without == NO_ATTEMPTS -> steps[s].faults = 0
          :: else
          fi;
          steps[s].wasCancelled = false;
          rollUp()
       :: else
       fi;
       s = 0
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
  steps[s].lease = FREE;
  steps[s].wasCancelled = true
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
  free(s);
  steps[s].faults = 0;
  steps[s].endedBy = 0;
  cancelled = false;
  rollUp()
}

/* A client changes the status of a step, or resends it. A step that it has started, it ends. */
proctype Client() {
  do
  :: atomic { events > 0 && steps[0].status == FAILED -> events--; become(0, resend, FAILED, NEW); resendStep(0) }
  :: atomic { events > 0 && steps[1].status == FAILED -> events--; become(1, write, FAILED, NEW); resendStep(1) }
  :: atomic { events > 0 && steps[0].status == NEW && !cancelled -> events--; become(0, write, NEW, IN_PROGRESS); free(0); rollUp() }
  :: atomic {
       steps[0].status == IN_PROGRESS && (events > 0 || steps[0].worker == NONE) ->
       if
       :: steps[0].worker != NONE -> events--
       :: else
       fi;
       if
       :: become(0, write, IN_PROGRESS, COMPLETED)
       :: become(0, write, IN_PROGRESS, FAILED); steps[0].wasCancelled = false
       fi;
       free(0);
       steps[0].endedBy = 0;
       rollUp()
     }
  /* A write that leaves the status changes neither the lease nor the token. */
  :: atomic { events > 0 && steps[1].status == NEW -> events--; become(1, write, NEW, NEW) }
  :: atomic { events > 0 && steps[1].status == IN_PROGRESS -> events--; become(1, write, IN_PROGRESS, IN_PROGRESS) }
  :: atomic { events > 0 && steps[1].status == COMPLETED -> events--; become(1, write, COMPLETED, COMPLETED) }
  :: atomic { events > 0 && steps[1].status == FAILED -> events--; become(1, write, FAILED, FAILED) }
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
      steps[i].lease = FREE
    }
#ifdef ONE_STEP
    /* The other one has ended. */
    steps[1].status = COMPLETED;
    job = IN_PROGRESS;
#endif
    late.kind = none;
    events = EVENTS;
    run Worker(0);
    run Worker(1);
    run Network();
    run Clock();
    run Reconciler();
    run StalledJobs();
    run Cancel();
    run Client();
    run End()
  }
}
