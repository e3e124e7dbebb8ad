/*
 * The delivery of a message to each target of one notification: queue job, attempt, confirmation, hand-over, outcome,
 * look-up, verdict, receipt, and the calls of a client.
 *
 * Two lanes run queue jobs, each in a worker of its own, or both in the same one (ONE_WORKER). A worker may die, be paused,
 * be cut off from the database, or lose its session lock; the database may restart, and lose the answer of a statement,
 * which may commit afterwards. A provider accepts, refuses or does not answer. A client cancels, plans the notification
 * again and suppresses the address. The data of a target is added to a digest, and the target sends it after all. At most
 * EVENTS of these things happen, whichever they are; beside them, the notification expires at any time, and is planned again
 * once.
 *
 * Each `atomic` block is one transaction, one request to a provider or one look at a clock. Anything may happen between two
 * blocks, so that a lane may be paused there for any time. Time is not counted. What needs time is allowed where enough
 * time has passed: the lease of an attempt ends only while its worker is dead, paused or cut off, or has lost it, and a worker that was
 * paused or cut off has no fresh answer of the database.
 *
 * Each number below removes one guard of the code, where the variable WITHOUT names it. Each such model must fail.
 */
/* Resolving the recipient: */
#define NO_RESOLUTION_CHECK 1
/* Opening an attempt: */
#define NO_EXCLUSIVE_ATTEMPT 2 /* oneWorker */
#define NO_OPEN_CHECK 3
#define NO_STOP_CHECK 4
#define NO_EXPIRY_CHECK 5
/* Handing it over: */
#define NO_CONFIRMATION 6
#define NO_HAND_OVER_RECORD 7
#define NO_FRESHNESS 8 /* email */
/* Writing its outcome: */
#define NO_OUTCOME_FENCE 9
#define NO_OUTCOME_WORKER 10
#define NO_OUTCOME_TOKEN 11
#define NO_CLOSED_CHECK 12
#define NO_SUCCESSOR_WITH_OUTCOME 13
#define NO_NOTIFICATION_LOCK 14 /* twoTargets */
#define NO_EARLY_RECEIPT 15
#define NO_RETURN 16
/* Recovering it: */
#define NO_REGISTRY 17 /* oneWorker */
#define NO_HANDED_OVER_PHASE 18
#define NO_OWN_RELEASE 19
#define NO_LEASE 20
#define NO_SESSION_LOCK 21 /* email */
#define NO_HEARTBEAT 22 /* email */
#define NO_STEADINESS 23 /* email */
#define NO_UNSENT_RELEASE 24
#define NO_LEASE_FOR_VERDICT 25
#define NO_UPKEEP 26
/* Calls of a client: */
#define NO_CANCEL_LOCK 27
#define NO_REPLAN_FENCE 28
/* Digests: */
#define NO_REOPEN_FENCE 29

#ifndef EVENTS
#define EVENTS 2
#endif
#ifndef TARGETS
#define TARGETS 1
#endif
#ifdef EMAIL
#define isSms false
#else
#define isSms true
#endif
#define OTHER (TARGETS - 1)
#define JOBS 4
#define WORKERS 4
#define NONE 9
#define NOBODY 9
/* No token: the lane has the attempt in hand. */
#define ANY 9
#define MAX_ATTEMPTS 2

mtype = { UNRESOLVED, PLAN, IN_PROGRESS, SENT, DELIVERED, UNDELIVERED, FAILED, OUTCOME_UNKNOWN, EXPIRED, CANCELLED, SKIPPED, EXPANDED };
/* Also statuses of a notification. */
mtype = { PARTIALLY_SENT };
/* What a lane does with its target, and what came of it. */
mtype = { none, resolve, attempt, sent, rejected, failed, busy, stopped, notHandedOver, unknown, lost, suppressed, expired, undeliverable, skipped, unresolvable, expanded, deferred, joined };
/* Queue jobs. DELAYED: until the target is due. LEASED: until the open attempt can be recovered. LOOKED_UP: until its lease ends. */
mtype = { ABSENT, WAITING, DELAYED, LEASED, LOOKED_UP, ACTIVE };
/* Workers. UNLOCKED: without its session lock. CUT: without lock and heartbeat. RESTARTED: the same, after a restart of the database. */
mtype = { UP, UNLOCKED, PAUSED, CUT, RESTARTED, DEAD };

typedef Target {
  mtype status;
  bool hasAddress;
  byte fence;
  byte attemptCount;
  /* The open attempt: its worker, and the renewals of `open_since`, which its token names. */
  byte openWorker;
  byte renewals;
  bool isUnsent;
  bool leaseIsOver;
  /* Its content was begun. */
  bool isBegun;
  /* The newest attempt has ended. */
  bool hasEnded;
  /* Not due yet. */
  bool isEarly;
  bool isSuppressed;
  /* Its data is in a digest that another target sends. */
  bool isJoined;
  /* How often it was planned again. */
  byte life;
  /* The attempt whose message the provider accepted last, and the accepted messages of this life and of earlier ones. */
  byte accepted;
  byte acceptedNow;
  byte acceptedBefore;
  /* Messages of this life, and of earlier ones, that were cut short, so that another one may follow. */
  byte cutNow;
  byte cutBefore;
  /* The message of the outcome, the message of the newest receipt, and the status that the receipt implies. */
  byte message;
  byte receipt;
  mtype receiptStatus
}

typedef QueueJob {
  mtype state;
  byte owner;
  byte target
}

Target targets[TARGETS];
QueueJob jobs[JOBS];
mtype notification;
bool isExpired;
/* A cancellation has the lock of the notification. */
bool isLocked;
bool jobLost;

/* By worker. */
mtype workers[WORKERS];
byte nextWorker;
/* By lane: its worker, whether the last answer of the database is fresh, and the attempt that it has registered. */
byte workerOf[2];
bool isFresh[2];
byte inHand[2];
/* An attempt that was handed over, and whose outcome its worker could not write. */
byte handedOver;

/* An opening whose answer was lost, and which may still commit: its target, fence and worker. */
bool isLate;
byte lateTarget;
byte lateFence;
byte lateWorker;

byte events;
byte plans;
byte without;
/* The queue job that is being made. */
byte slot;

/* A transition of domain/notifications/delivery/stateMachine.ts, as the tests compare it. */
#define become(x, event, from, to) assert(targets[x].status == from); targets[x].status = to
/* One that a lane makes of what it has read, without a write. */
#define stay(x, event, from, to) skip

#define T targets[t]
#define me workerOf[lane]
#define keyOf(x, f) ((x) * 16 + (f))

#define isOpen(x) (targets[x].status == UNRESOLVED || targets[x].status == PLAN || targets[x].status == IN_PROGRESS)
#define either(what) (targets[0].status == what || targets[OTHER].status == what)
#define anyOpen (isOpen(0) || isOpen(OTHER))
#define anyGood (either(SENT) || either(DELIVERED))
#define anyFailed (either(FAILED) || either(UNDELIVERED) || either(OUTCOME_UNKNOWN))
#define anyBad (anyFailed || either(EXPIRED) || either(CANCELLED))
#define anyAttempted (targets[0].attemptCount > 0 || targets[OTHER].attemptCount > 0)
#define isNotificationOpen (notification == PLAN || notification == IN_PROGRESS)
#define isUnfinished(x) (isOpen(x) && isNotificationOpen)

/* domain/notifications/status.ts */
#define closedStatus (anyGood -> (anyBad -> PARTIALLY_SENT : SENT) : (anyFailed -> FAILED : (either(EXPIRED) -> EXPIRED : (either(CANCELLED) -> CANCELLED : SKIPPED))))
#define openStatus ((notification == IN_PROGRESS || anyAttempted || anyGood || anyBad) -> IN_PROGRESS : PLAN)

inline rollUp() {
  if
  :: anyOpen -> notification = openStatus
  :: else -> notification = closedStatus
  fi
}

#define freeJob (jobs[0].state == ABSENT -> 0 : (jobs[1].state == ABSENT -> 1 : (jobs[2].state == ABSENT -> 2 : (jobs[3].state == ABSENT -> 3 : JOBS))))

inline enqueue(x, how) {
  slot = freeJob;
  assert(slot < JOBS);
  jobs[slot].target = x;
  jobs[slot].state = how;
  slot = 0
}

#define hasConnection(w) (workers[w] == UP || workers[w] == UNLOCKED)
/* The lane runs a statement: its worker is connected, and no cancellation holds the lock of the notification. */
#define inDatabase (hasConnection(me) && (!isLocked || without == NO_CANCEL_LOCK))
/* The lane does something else. */
#define isRunning (workers[me] != PAUSED)

/* Another worker knows that this one has neither its session lock nor a heartbeat. After a restart of the database no worker judges until all have connected again. */
#define isGone(w) (workers[w] == DEAD || workers[w] == CUT || (without == NO_STEADINESS && workers[w] == RESTARTED) || (without == NO_SESSION_LOCK && workers[w] == PAUSED) || (without == NO_HEARTBEAT && workers[w] == UNLOCKED))
/* Whether it really is, or its lease is over. */
#define isReplaced(x) (targets[x].leaseIsOver || workers[targets[x].openWorker] == DEAD || workers[targets[x].openWorker] == CUT)

/* A lane of the worker, or any lane, has the open attempt in hand. */
#define isInHand(x, w) (without != NO_REGISTRY && ((inHand[0] == keyOf(x, targets[x].fence) && workerOf[0] == w) || (inHand[1] == keyOf(x, targets[x].fence) && workerOf[1] == w)))
#define isHeld(x) (inHand[0] == keyOf(x, targets[x].fence) || inHand[1] == keyOf(x, targets[x].fence))
#define isOwnUnhanded(x, w) (targets[x].openWorker == w && !isInHand(x, w) && handedOver != keyOf(x, targets[x].fence))
#define isRecoverable(x, w) (targets[x].status != IN_PROGRESS || targets[x].leaseIsOver || isGone(targets[x].openWorker) || (targets[x].openWorker == w && !isInHand(x, w)))

#define targetOf(q) targets[jobs[q].target]
#define isClaimable(q) (jobs[q].state == WAITING || (jobs[q].state == DELAYED && !targetOf(q).isEarly) || (jobs[q].state == LEASED && isRecoverable(jobs[q].target, me)) || (jobs[q].state == LOOKED_UP && (targetOf(q).status != IN_PROGRESS || targetOf(q).leaseIsOver)))

#define mayOpen(x, f) (isNotificationOpen && (without == NO_STOP_CHECK || !targets[x].isSuppressed) && (without == NO_EXPIRY_CHECK || !isExpired) && ((targets[x].status == PLAN && targets[x].fence == f) || (without == NO_OPEN_CHECK && isOpen(x))))

inline open(x, w) {
  /* promise: no attempt is opened after an opt-out */
  assert(!targets[x].isSuppressed);
  /* promise: no attempt is opened after the expiry */
  assert(!isExpired);
  if
  :: without == NO_OPEN_CHECK -> targets[x].status = PLAN
  :: else
  fi;
  become(x, attemptOpened, PLAN, IN_PROGRESS);
  targets[x].fence++;
  targets[x].attemptCount++;
  targets[x].openWorker = w;
  targets[x].renewals = 0;
  targets[x].isUnsent = isSms;
  targets[x].leaseIsOver = false;
  targets[x].isBegun = false;
  targets[x].hasEnded = false
}

/* The provider has the message. */
inline deliver() {
  T.accepted = fence;
  if
  :: life == T.life -> T.acceptedNow++
  :: else -> T.acceptedBefore++
  fi;
  if
  :: isSms ->
     /* promise: an SMS is sent once, and again only if a client sets its notification to PLAN */
     assert(T.acceptedNow <= 1 && T.acceptedBefore <= 1)
  :: else ->
     /* promise: an e-mail is sent twice only if its worker ended, was cut off, was paused past the lease or got no answer between the start of its content and its stored outcome */
     assert(T.acceptedNow <= 1 + T.cutNow && T.acceptedBefore <= 1 + T.cutBefore)
  fi
}

inline reset() {
  q = 0; t = 0; fence = 0; life = 0; holder = NONE; token = ANY; outcome = none; settlement = ABSENT;
  isUnresolved = false; isRecorded = false; wasReplaced = false; needsSuccessor = false; seen = none
}

/* Its process ends, and another one takes its place. */
inline mayDie() {
  if
#ifndef ONE_WORKER
  :: events > 0 && nextWorker < WORKERS ->
     events--;
     workers[me] = DEAD;
     inHand[lane] = 0;
     isFresh[lane] = false;
     if
     :: jobs[q].owner == lane -> jobs[q].owner = NOBODY
     :: else
     fi;
     me = nextWorker;
     nextWorker++;
     reset();
     goto idle
#endif
  :: true
  fi
}

#define isTaken (without != NO_EXCLUSIVE_ATTEMPT && inHand[1 - lane] == keyOf(t, fence + 1) && workerOf[1 - lane] == me)
#define isShared (T.status == IN_PROGRESS && T.fence == fence + 1 && T.openWorker == me && T.renewals == 0 && inHand[1 - lane] == keyOf(t, T.fence) && workerOf[1 - lane] == me)
/* The statement that ends an attempt, or a target without one, matches the row. */
#define matches ((without == NO_OUTCOME_FENCE || T.fence == fence) && (without == NO_OUTCOME_WORKER || T.openWorker == holder) && (without == NO_OUTCOME_TOKEN || token == ANY || T.renewals == token) && (without == NO_CLOSED_CHECK || isOpen(t)) && (without == NO_RESOLUTION_CHECK || !isUnresolved || T.status == UNRESOLVED))
#define attemptsLeft (T.attemptCount < MAX_ATTEMPTS)
#define refund T.attemptCount = (T.attemptCount > 0 -> T.attemptCount - 1 : 0)

/* The next queue job is written with the outcome. */
inline succeed() {
  T.isEarly = true;
  if
  :: without == NO_SUCCESSOR_WITH_OUTCOME -> needsSuccessor = true
  :: else -> enqueue(t, DELAYED)
  fi
}

proctype Lane(byte lane) {
  byte q, t, fence, life, holder, token;
  mtype outcome, settlement, seen;
  bool isUnresolved, isRecorded, wasReplaced, needsSuccessor;
  atomic { reset() }

idle:
  skip;
  /* A queue job is claimed, and its target is read. What the lane decides by what it has read is written later. */
  atomic {
    if
    :: inDatabase && isClaimable(0) -> q = 0
    :: inDatabase && isClaimable(1) -> q = 1
    :: inDatabase && isClaimable(2) -> q = 2
    :: inDatabase && isClaimable(3) -> q = 3
    fi;
    jobs[q].state = ACTIVE;
    jobs[q].owner = lane;
    t = jobs[q].target;
    fence = T.fence;
    life = T.life;
    isUnresolved = (T.status == UNRESOLVED);
    if
    :: !isUnfinished(t) -> goto settle
    :: isUnfinished(t) && T.status == IN_PROGRESS ->
       /* workers/deliveries/recovery.ts: an open attempt is found. */
       holder = T.openWorker;
       token = T.renewals;
       wasReplaced = isReplaced(t) || holder == me;
       if
       :: events > 0 -> events--; stay(t, unserved, IN_PROGRESS, IN_PROGRESS); settlement = WAITING; goto settle
       :: true
       fi;
       if
       :: without != NO_OWN_RELEASE && isOwnUnhanded(t, me) -> outcome = notHandedOver; goto write
       :: else
       fi;
       if
       :: isInHand(t, me) && holder == me -> stay(t, leased, IN_PROGRESS, IN_PROGRESS); settlement = LEASED; goto settle
       :: !(isInHand(t, me) && holder == me) && without != NO_LEASE && !T.leaseIsOver && !isGone(holder) && !(holder == me && handedOver == keyOf(t, fence)) ->
          /* promise: an own attempt that was not handed over goes on at once */
          assert(!isOwnUnhanded(t, me));
          stay(t, leased, IN_PROGRESS, IN_PROGRESS);
          settlement = LEASED;
          goto settle
       :: else
       fi;
       if
       :: T.isUnsent && without != NO_UNSENT_RELEASE -> outcome = notHandedOver
       :: !(T.isUnsent && without != NO_UNSENT_RELEASE) && !isSms -> outcome = lost
       :: else ->
          /* Its message is looked up. One that is not found may arrive until the lease ends. */
          if
          :: T.accepted == fence -> outcome = sent
          :: T.leaseIsOver || holder == me || without == NO_LEASE || without == NO_LEASE_FOR_VERDICT -> outcome = lost
          :: !T.leaseIsOver && holder != me -> settlement = LOOKED_UP; goto settle
          fi
       fi;
       goto write
    :: else ->
       if
       :: T.isEarly -> goto settle
       :: !T.isEarly && T.isSuppressed -> outcome = suppressed; goto write
       :: !T.isEarly && !T.isSuppressed && isExpired -> outcome = expired; goto write
       :: else
       fi;
       if
       :: events > 0 -> events--; outcome = undeliverable; goto write
       :: events > 0 && T.status == UNRESOLVED -> events--; outcome = skipped; goto write
       :: events > 0 && T.status == UNRESOLVED -> events--; outcome = unresolvable; goto write
       :: events > 0 && T.status == UNRESOLVED -> events--; outcome = expanded; goto write
       :: events > 0 && T.status == PLAN -> events--; outcome = deferred; goto write
       :: events > 0 && T.status == PLAN -> events--; outcome = joined; goto write
       :: events > 0 && T.status == PLAN -> events--; stay(t, unserved, PLAN, PLAN); settlement = WAITING; goto settle
       :: T.status == UNRESOLVED -> outcome = resolve
       :: T.status == PLAN -> outcome = attempt
       fi
    fi
  }

  if
  :: outcome == resolve ->
     atomic {
       inDatabase -> mayDie();
       if
       :: T.status == UNRESOLVED && T.fence == fence -> become(t, resolved, UNRESOLVED, PLAN); T.hasAddress = true
       :: else -> outcome = skipped; goto write
       fi;
       isUnresolved = false
     }
  :: else
  fi;

  /* The attempt is registered. No other lane of the worker may have it. */
  atomic {
    isRunning ->
    if
    :: isTaken -> stay(t, fenced, PLAN, PLAN); settlement = WAITING; goto settle
    :: else -> inHand[lane] = keyOf(t, fence + 1)
    fi
  }

  /* The attempt is opened. Openings of a worker may share a statement, and its answer. */
  atomic {
    inDatabase -> mayDie();
    if
    :: isShared -> fence = T.fence; holder = me; isFresh[lane] = true; isRecorded = !isSms
    :: mayOpen(t, fence) ->
       open(t, me);
       fence = T.fence;
       holder = me;
       isFresh[lane] = true;
       /* Only of an SMS the row says whether it was handed over. */
       isRecorded = (!isSms || without == NO_CONFIRMATION)
    :: !isLate && events > 0 ->
       events--;
       isLate = true;
       lateTarget = t;
       lateFence = fence;
       lateWorker = me;
       fence++;
       holder = me;
       outcome = notHandedOver;
       goto write
    :: !mayOpen(t, fence) && !isShared -> stay(t, fenced, PLAN, PLAN); settlement = WAITING; goto settle
    fi
  }

  /* The attempt is confirmed, as long as that is not recorded or not fresh; then the message is begun. */
  do
  :: atomic {
       isRunning && isRecorded && (isFresh[lane] || without == NO_FRESHNESS) ->
       /* promise: a cancelled notification is not sent */
       assert(notification != CANCELLED || life != T.life);
       if
       :: T.fence == fence && T.openWorker == me -> T.isBegun = true
       :: else
       fi;
       break
     }
  :: atomic {
       inDatabase && !(isRecorded && isFresh[lane]) ->
       mayDie();
       if
       :: T.fence == fence && T.openWorker == me ->
          if
          :: events > 0 -> events--; outcome = notHandedOver; goto write
          :: true
          fi;
          T.isUnsent = (T.isUnsent && without == NO_HAND_OVER_RECORD);
          T.renewals++;
          T.leaseIsOver = false;
          isRecorded = true;
          isFresh[lane] = true;
          if
          :: events > 0 -> events--; outcome = notHandedOver; goto write
          :: true
          fi
       :: else -> stay(t, fenced, IN_PROGRESS, IN_PROGRESS); settlement = WAITING; goto settle
       fi
     }
  :: atomic { isRunning && events > 0 -> events--; outcome = busy; goto write }
  :: atomic { isRunning && events > 0 -> events--; outcome = stopped; goto write }
  od;

  /* The provider gets the message, or does not. An answer that is lost and a look-up that finds the message are as an answer. */
  atomic {
    isRunning -> mayDie();
    if
    :: deliver(); outcome = sent
    :: events > 0 -> events--; deliver(); outcome = unknown
    :: events > 0 -> events--; outcome = unknown
    :: events > 0 -> events--; outcome = rejected
    :: events > 0 -> events--; outcome = failed
    fi;
    if
    :: TARGETS == 2 && without == NO_NOTIFICATION_LOCK -> seen = targets[OTHER - t].status
    :: else
    fi
  }

  /* The outcome is written, with the next queue job and the status of the notification. */
write:
  skip;
  atomic {
    inDatabase -> mayDie();
    if
    :: isSms && events > 0 && (outcome == sent || outcome == failed) && holder == me && token == ANY ->
       /* It cannot be written, for a fault that is not the database's. */
       events--;
       if
       :: without != NO_HANDED_OVER_PHASE -> handedOver = keyOf(t, fence)
       :: else
       fi;
       settlement = WAITING;
       goto settle
    :: true
    fi;
    if
    :: matches ->
       /* promise: only the newest fence writes an outcome */
       assert(T.fence == fence);
       /* promise: a worker that read a target before it was planned again neither ends nor defers it */
       assert(T.life == life);
       /* promise: a target is resolved once */
       assert(!isUnresolved || T.status == UNRESOLVED);
       if
       :: holder != NONE ->
          /* promise: an attempt ends once */
          assert(!T.hasEnded);
          T.hasEnded = true
       :: else
       fi;
       if
       :: isSms && (outcome == unknown || outcome == lost) ->
          /* promise: an SMS that was not handed over is sent */
          assert(outcome != lost || !T.isUnsent);
          /* promise: the verdict on the SMS of another worker waits for the end of its lease */
          assert(holder == me || T.leaseIsOver)
       :: !isSms && (outcome == unknown || (outcome == lost && T.isBegun && wasReplaced)) -> T.cutNow++
       :: else
       fi;
       if
       :: outcome == sent -> become(t, sent, IN_PROGRESS, SENT); T.message = fence
       :: outcome == rejected -> become(t, rejected, IN_PROGRESS, FAILED)
       :: outcome == failed && attemptsLeft -> become(t, failed, IN_PROGRESS, PLAN); succeed()
       :: outcome == failed && !attemptsLeft -> become(t, failed, IN_PROGRESS, FAILED)
       :: outcome == busy -> become(t, busy, IN_PROGRESS, PLAN); refund; succeed()
       :: outcome == notHandedOver -> become(t, notHandedOver, IN_PROGRESS, PLAN); refund
       :: outcome == stopped -> become(t, stopped, IN_PROGRESS, PLAN)
       :: outcome == unknown && isSms -> become(t, unknown, IN_PROGRESS, OUTCOME_UNKNOWN)
       :: outcome == unknown && !isSms && attemptsLeft -> become(t, unknown, IN_PROGRESS, PLAN); succeed()
       :: outcome == unknown && !isSms && !attemptsLeft -> become(t, unknown, IN_PROGRESS, FAILED)
       :: outcome == lost && isSms -> become(t, lost, IN_PROGRESS, OUTCOME_UNKNOWN)
       :: outcome == lost && !isSms && attemptsLeft -> become(t, lost, IN_PROGRESS, PLAN); succeed()
       :: outcome == lost && !isSms && !attemptsLeft -> become(t, lost, IN_PROGRESS, FAILED)
       :: outcome == suppressed && T.status != PLAN -> become(t, suppressed, UNRESOLVED, SKIPPED)
       :: outcome == suppressed && T.status == PLAN -> become(t, suppressed, PLAN, SKIPPED)
       :: outcome == expired && T.status != PLAN -> become(t, expired, UNRESOLVED, EXPIRED)
       :: outcome == expired && T.status == PLAN -> become(t, expired, PLAN, EXPIRED)
       :: outcome == undeliverable && T.status != PLAN -> become(t, undeliverable, UNRESOLVED, FAILED)
       :: outcome == undeliverable && T.status == PLAN -> become(t, undeliverable, PLAN, FAILED)
       :: outcome == skipped -> become(t, unresolvable, UNRESOLVED, SKIPPED)
       :: outcome == unresolvable -> become(t, unresolvable, UNRESOLVED, FAILED)
       :: outcome == expanded -> become(t, expanded, UNRESOLVED, EXPANDED)
       :: outcome == deferred -> become(t, deferred, PLAN, PLAN); succeed()
       :: outcome == joined -> become(t, joined, PLAN, SKIPPED); T.isJoined = true
       fi;
       T.openWorker = NONE;
       T.renewals = 0;
       T.isUnsent = false;
       T.leaseIsOver = false;
       T.isBegun = false;
       if
       :: without != NO_EARLY_RECEIPT && T.status == SENT && T.receipt == T.message -> T.status = T.receiptStatus
       :: without != NO_EARLY_RECEIPT && T.status == OUTCOME_UNKNOWN && T.receipt != 0 -> T.status = T.receiptStatus; T.message = T.receipt
       :: else
       fi;
       if
       :: handedOver == keyOf(t, fence) -> handedOver = 0
       :: else
       fi;
       if
       :: without == NO_NOTIFICATION_LOCK && (seen == UNRESOLVED || seen == PLAN || seen == IN_PROGRESS) -> notification = IN_PROGRESS
       :: else -> rollUp()
       fi
    :: else ->
       /* The row has changed since it was read: it is read again. */
       if
       :: outcome == expanded -> stay(t, fenced, UNRESOLVED, UNRESOLVED)
       :: else
       fi;
       settlement = (without == NO_RETURN -> ABSENT : WAITING)
    fi;
    if
    :: outcome == notHandedOver || outcome == stopped -> settlement = WAITING
    :: else
    fi
  }

settle:
  skip;
  atomic {
    inDatabase -> mayDie();
    inHand[lane] = 0;
    isFresh[lane] = false;
    if
    :: needsSuccessor -> enqueue(t, DELAYED)
    :: else
    fi;
    if
    :: jobs[q].owner == lane ->
       jobs[q].owner = NOBODY;
       jobs[q].state = settlement;
       if
       :: settlement == ABSENT -> jobs[q].target = 0
       :: else
       fi
    :: else
    fi;
    reset();
    goto idle
  }
}

/* Faults matter as long as there is something to deliver. */
#define mayFail (events > 0 && isNotificationOpen)

/* Time, which ends pauses of targets and leases, and makes the queue offer jobs again; and an answer that comes late. */
inline pass(x) {
  if
  :: targets[x].isEarly -> targets[x].isEarly = false
  :: targets[x].status == IN_PROGRESS && !targets[x].leaseIsOver && (!hasConnection(targets[x].openWorker) || !isHeld(x)) -> targets[x].leaseIsOver = true
  fi
}

inline lapse(q) {
  if
  :: jobs[q].state == ACTIVE && jobs[q].owner == NOBODY
  :: jobs[q].state == ACTIVE && jobs[q].owner != NOBODY && !hasConnection(workerOf[jobs[q].owner])
  :: jobs[q].state == ACTIVE && jobs[q].owner != NOBODY && hasConnection(workerOf[jobs[q].owner]) && mayFail -> events--
  fi;
  jobs[q].state = WAITING;
  jobs[q].owner = NOBODY
}

#define carries(q, x) (jobs[q].state != ABSENT && jobs[q].target == x)
#define isCarried(x) (carries(0, x) || carries(1, x) || carries(2, x) || carries(3, x))
#define isForgotten(x) (isUnfinished(x) && !isCarried(x) && !targets[x].isEarly && (targets[x].status != IN_PROGRESS || targets[x].leaseIsOver))

inline keepUp(x) {
  atomic {
    without != NO_UPKEEP && isForgotten(x) ->
    /* promise: an open target has a queue job, as long as the queue loses none */
    assert(jobLost);
    enqueue(x, WAITING)
  }
}

inline begin(x) {
  targets[x].isEarly = false;
  targets[x].life++;
  targets[x].acceptedBefore = targets[x].acceptedNow;
  targets[x].acceptedNow = 0;
  targets[x].cutBefore = targets[x].cutNow;
  targets[x].cutNow = 0;
  enqueue(x, WAITING)
}

/* The target that would have sent the digest has ended before its first attempt. */
inline reopen(x) {
  atomic {
    targets[x].isJoined && targets[x].status == SKIPPED && notification != CANCELLED && !isLocked ->
    become(x, reopened, SKIPPED, PLAN);
    targets[x].isJoined = false;
    targets[x].fence = (without == NO_REOPEN_FENCE -> targets[x].fence : targets[x].fence + 1);
    begin(x);
    rollUp()
  }
}

proctype Surroundings() {
  do
  :: reopen(0)
  :: atomic { pass(0) }
  :: atomic { lapse(0) }
  :: atomic { lapse(1) }
  :: atomic { lapse(2) }
  :: atomic { lapse(3) }
  :: keepUp(0)
#if TARGETS == 2
  :: atomic { pass(1) }
  :: keepUp(1)
  :: reopen(1)
#endif
  :: atomic {
       mayFail && jobs[0].state != ABSENT ->
       events--;
       jobLost = true;
       jobs[0].state = ABSENT;
       jobs[0].owner = NOBODY;
       jobs[0].target = 0
     }
  :: atomic { isNotificationOpen && !isExpired -> isExpired = true }
  :: atomic {
       isLate && (!isLocked || without == NO_CANCEL_LOCK) ->
       if
       :: mayOpen(lateTarget, lateFence) -> open(lateTarget, lateWorker)
       :: true
       fi;
       isLate = false;
       lateTarget = 0;
       lateFence = 0;
       lateWorker = 0
     }
  od
}

inline fault(lane) {
  if
  :: workers[me] == UP && mayFail -> events--; workers[me] = PAUSED; isFresh[lane] = false
  :: workers[me] == UP && mayFail -> events--; workers[me] = CUT; isFresh[lane] = false
  :: workers[me] == UP && mayFail -> events--; workers[me] = UNLOCKED
  :: workers[me] != UP -> workers[me] = UP
  fi
}

inline restart(lane) {
  if
  :: workers[me] == PAUSED || workers[me] == CUT -> workers[me] = CUT
  :: else -> workers[me] = RESTARTED
  fi;
  isFresh[lane] = false
}

proctype Faults() {
  do
  :: atomic { fault(0) }
  :: atomic { fault(1) }
  :: atomic { mayFail -> events--; restart(0); restart(1) }
  od
}

inline cancelTarget(x) {
  if
  :: targets[x].status == UNRESOLVED -> become(x, cancelled, UNRESOLVED, CANCELLED)
  :: targets[x].status == PLAN -> become(x, cancelled, PLAN, CANCELLED)
  :: else
  fi
}

inline planTarget(x) {
  if
  :: targets[x].status == FAILED && targets[x].hasAddress -> become(x, replanned, FAILED, PLAN)
  :: targets[x].status == FAILED && !targets[x].hasAddress -> become(x, replanned, FAILED, UNRESOLVED)
  :: targets[x].status == EXPIRED && targets[x].hasAddress -> become(x, replanned, EXPIRED, PLAN)
  :: targets[x].status == EXPIRED && !targets[x].hasAddress -> become(x, replanned, EXPIRED, UNRESOLVED)
  :: targets[x].status == CANCELLED && targets[x].hasAddress -> become(x, replanned, CANCELLED, PLAN)
  :: targets[x].status == CANCELLED && !targets[x].hasAddress -> become(x, replanned, CANCELLED, UNRESOLVED)
  :: targets[x].status == UNDELIVERED -> become(x, replanned, UNDELIVERED, PLAN)
  :: targets[x].status == OUTCOME_UNKNOWN -> become(x, replanned, OUTCOME_UNKNOWN, PLAN)
  :: else
  fi;
  if
  :: isOpen(x) ->
     targets[x].fence = (without == NO_REPLAN_FENCE -> targets[x].fence : targets[x].fence + 1);
     targets[x].attemptCount = 0;
     targets[x].message = 0;
     targets[x].receipt = 0;
     targets[x].receiptStatus = none;
     begin(x)
  :: else
  fi
}

proctype Client() {
  do
  :: atomic { !isLocked && events > 0 && notification == PLAN && !anyAttempted && !either(IN_PROGRESS) -> events--; isLocked = true }
  :: atomic {
       isLocked ->
       isLocked = false;
       cancelTarget(0);
#if TARGETS == 2
       cancelTarget(1);
#endif
       notification = CANCELLED
     }
  :: atomic {
       !isLocked && plans > 0 && (notification == FAILED || notification == EXPIRED || notification == CANCELLED) ->
       plans--;
       planTarget(0);
#if TARGETS == 2
       planTarget(1);
#endif
       isExpired = false;
       notification = PLAN
     }
  :: atomic { events > 0 && !targets[0].isSuppressed && isNotificationOpen -> events--; targets[0].isSuppressed = true }
  od
}

#define R targets[0]
#define isOfMessage (R.message == R.accepted)

/* Receipts of the message that the provider accepted last. */
proctype Receipts() {
  mtype says;
  do
  :: atomic {
       isSms && !isLocked && events > 0 && R.accepted != 0 ->
       events--;
       if
       :: says = SENT
       :: says = DELIVERED
       :: says = UNDELIVERED
       fi;
       if
       :: R.status == PLAN -> become(0, receipt, PLAN, PLAN)
       :: R.status == IN_PROGRESS -> become(0, receipt, IN_PROGRESS, IN_PROGRESS)
       :: R.status == OUTCOME_UNKNOWN && says == SENT -> become(0, receipt, OUTCOME_UNKNOWN, SENT); R.message = R.accepted
       :: R.status == OUTCOME_UNKNOWN && says == DELIVERED -> become(0, receipt, OUTCOME_UNKNOWN, DELIVERED); R.message = R.accepted
       :: R.status == OUTCOME_UNKNOWN && says == UNDELIVERED -> become(0, receipt, OUTCOME_UNKNOWN, UNDELIVERED); R.message = R.accepted
       :: R.status == SENT && isOfMessage && says == SENT -> become(0, receipt, SENT, SENT)
       :: R.status == SENT && isOfMessage && says == DELIVERED -> become(0, receipt, SENT, DELIVERED)
       :: R.status == SENT && isOfMessage && says == UNDELIVERED -> become(0, receipt, SENT, UNDELIVERED)
       :: R.status == DELIVERED && isOfMessage && says != UNDELIVERED -> become(0, receipt, DELIVERED, DELIVERED)
       :: R.status == DELIVERED && isOfMessage && says == UNDELIVERED -> become(0, receipt, DELIVERED, UNDELIVERED)
       :: R.status == UNDELIVERED && isOfMessage -> become(0, receipt, UNDELIVERED, UNDELIVERED)
       :: else -> says = none
       fi;
       if
       :: says != none -> R.receipt = R.accepted; R.receiptStatus = says; rollUp()
       :: else
       fi;
       says = none
     }
  od
}

/* When nothing can happen any more: */
proctype End() {
  timeout;
  /* promise: every target ends */
  assert(!anyOpen);
  /* promise: a notification has the status that follows from its targets */
  assert(notification == closedStatus);
  /* promise: a receipt that arrives before the end of its attempt counts */
  assert(R.status != OUTCOME_UNKNOWN || R.receipt == 0);
  assert(R.status != SENT || R.receipt != R.message || R.receiptStatus == SENT)
}

init {
  byte i;
  atomic {
    c_code { now.without = getenv("WITHOUT") ? atoi(getenv("WITHOUT")) : 0; };
    events = EVENTS;
    plans = 1;
    notification = PLAN;
    for (i : 0 .. TARGETS - 1) {
      targets[i].status = UNRESOLVED;
      targets[i].openWorker = NONE;
      targets[i].receiptStatus = none
    }
    for (i : 0 .. JOBS - 1) {
      jobs[i].state = (i < TARGETS -> WAITING : ABSENT);
      jobs[i].owner = NOBODY;
      jobs[i].target = (i < TARGETS -> i : 0)
    }
    for (i : 0 .. WORKERS - 1) {
      workers[i] = UP
    }
#ifdef ONE_WORKER
    nextWorker = 1;
#else
    workerOf[1] = 1;
    nextWorker = 2;
    run Faults();
#endif
    run Lane(0);
    run Lane(1);
    run Surroundings();
    run Client();
    run Receipts();
    run End()
  }
}
