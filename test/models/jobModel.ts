import { type JobEvent, type JobState, jobTransition, type StepStatuses } from '../../domain/jobs/jobState.ts';
import { isClosed } from '../../domain/jobs/stepState.ts';
import {
  FINISH,
  type Guard,
  isOpen,
  PLAN,
  phaseOf,
  promises,
  type Setting,
  type Status,
  type World,
} from './jobWorld.ts';

/**
 * One Job with two steps, of which every state is visited: its predecessors end, it is planned, paused, resumed, cancelled and
 * resent, its deadline passes, and workers claim and end its steps, in every order. The life of the Job is that of the code:
 * `jobTransition`. Each action is one transaction; all but the ends of steps lock the Job. At most `events` calls and failures happen.
 */
export class JobModel {
  readonly transitions = new Set<string>();
  readonly #setting: Setting;

  constructor(setting: Setting) {
    this.#setting = setting;
  }

  first(): World {
    const { managed, open = false, predecessors = 0, deadline = true, steps, events } = this.#setting;
    const waits = predecessors > 0;
    const names = Array.from({ length: steps }, (_, index) => `step ${index}`);
    const created = managed || open ? [] : names.slice(0, 1);
    const job: JobState = {
      status: 'NEW',
      managed,
      planningComplete: created.length > 0,
      cancelled: false,
      expired: false,
      waits,
    };
    return {
      ...{ job, events, planned: job.planningComplete, paused: false, deadline: deadline ? 'AHEAD' : 'NONE' },
      predecessors: Array(predecessors).fill('IN_PROGRESS'),
      ending: Array(predecessors).fill(null),
      plan: waits ? 'STORED' : 'QUEUED',
      steps: Object.fromEntries(
        [PLAN, ...names, FINISH].map((name) => [name, created.includes(name) ? 'NEW' : 'ABSENT'] as const),
      ),
    };
  }

  /** Every action that may happen, with the state after it. */
  next(world: World): [string, World][] {
    if (world.broken !== undefined) return [];
    const spent = { ...world, events: world.events - 1 };
    return [
      ...this.#ofPredecessors(world),
      ...this.#ofPlanning(world),
      ...this.#ofWorkers(world, spent),
      ...this.#ofCheck(world),
      ...this.#ofTime(world),
      ...(world.events > 0 ? this.#ofClients(spent) : []),
      ...(world.paused && !isClosed(world.job.status)
        ? [['resume', { ...world, paused: false }] as [string, World]]
        : []),
    ];
  }

  #lacks(guard: Guard): boolean {
    return this.#setting.without === guard;
  }

  /** Performs the effects of an event. */
  #apply(world: World, event: JobEvent): World {
    const { state, effects } = jobTransition(world.job, event);
    if (effects.some(({ type }) => type === 'refuse')) return world;
    const names = effects.map(({ type }) => type);
    if (names.includes('addFinishStep') && world.steps[FINISH] !== 'ABSENT')
      return this.#apply(world, { type: 'finishStepExists' });
    if (effects.length > 0 || phaseOf(state) !== phaseOf(world.job))
      this.transitions.add(`${event.type}: ${phaseOf(world.job)} to ${phaseOf(state)}`);
    const drops = names.includes('dropPassedDeadline') && world.deadline === 'LATE';
    return {
      ...world,
      job: state,
      paused: world.paused && !isClosed(state.status),
      deadline: drops && !this.#lacks('the removal of a passed deadline') ? 'NONE' : world.deadline,
      plan: names.includes('startWork') ? 'QUEUED' : names.includes('withdrawPlan') ? 'DONE' : world.plan,
      steps: names.includes('addFinishStep') ? { ...world.steps, [FINISH]: 'NEW' } : world.steps,
    };
  }

  #rollUp(world: World): World {
    const statuses = Object.values(world.steps);
    const steps: StepStatuses = {
      anyNew: statuses.includes('NEW'),
      anyRunning: statuses.includes('IN_PROGRESS'),
      anyCompleted: statuses.includes('COMPLETED'),
      anyFailed: statuses.includes('FAILED'),
    };
    return this.#apply(world, { type: 'stepsChanged', steps, finishes: this.#setting.finishes === true });
  }

  /** A predecessor ends, and the Job starts or is cancelled if it was the last one, or has failed. */
  #ofPredecessors(world: World): [string, World][] {
    return world.predecessors.flatMap((status, index): [string, World][] => {
      if (isClosed(status)) return [];
      const others = world.predecessors.flatMap((other, at) => (isClosed(other) ? [at] : []));
      const seen = world.ending[index];
      // Without the lock, the transaction does not see an end that is committed after it has read the others.
      if (this.#lacks('the lock of the successor') && !seen)
        return [[`predecessor ${index} begins to end`, { ...world, ending: world.ending.with(index, others) }]];
      return (['COMPLETED', 'FAILED'] as const).map((end) => [
        `predecessor ${index} is ${end}`,
        this.#follow({ ...world, predecessors: world.predecessors.with(index, end) }, [index, ...(seen ?? others)]),
      ]);
    });
  }

  #follow(world: World, known: readonly number[]): World {
    if (!world.job.waits || world.job.cancelled) return world;
    if (known.some((index) => world.predecessors[index] === 'FAILED'))
      return this.#cancelSteps(this.#apply(world, { type: 'cancel' }), Number.POSITIVE_INFINITY);
    return this.#apply(world, { type: known.length === world.predecessors.length ? 'start' : 'predecessorEnded' });
  }

  /** A worker plans the steps, each in a transaction of its own; a client adds steps to its Job, and closes it. */
  #ofPlanning(world: World): [string, World][] {
    const missing = Object.keys(world.steps).find((name) => name.startsWith('step') && world.steps[name] === 'ABSENT');
    const added: World | undefined =
      missing === undefined ? undefined : { ...world, steps: { ...world.steps, [missing]: 'NEW' } };
    return this.#setting.managed ? this.#ofPlanner(world, added) : this.#ofOwner(world, added);
  }

  #ofPlanner(world: World, added: World | undefined): [string, World][] {
    const { job, plan, steps } = world;
    const takesSteps = !job.planningComplete && !job.cancelled && !job.waits;
    if (!takesSteps && !this.#lacks('the check of the Job before steps are planned')) return [];
    if (plan !== 'QUEUED' && steps[PLAN] !== 'IN_PROGRESS') return [];
    if (added) return [['a step is planned', added], ...this.#failure(world)];
    return job.planningComplete ? [] : [['planned', this.#planned(world)], ...this.#failure(world)];
  }

  #failure(world: World): [string, World][] {
    if (world.events === 0 || world.plan !== 'QUEUED') return [];
    const failed: World = { ...world, events: world.events - 1, steps: { ...world.steps, [PLAN]: 'FAILED' } };
    return [['planning fails', this.#planned(failed)]];
  }

  #ofOwner(world: World, added: World | undefined): [string, World][] {
    const { job, steps } = world;
    const takesSteps = !isClosed(job.status) || (job.status === 'FAILED' && !job.cancelled);
    const hasStep = Object.values(steps).some((status) => status !== 'ABSENT');
    const actions: [string, World][] = added && takesSteps ? [['a step is added', this.#rollUp(added)]] : [];
    if (!job.planningComplete && hasStep) actions.push(['closed', this.#planned(world)]);
    return actions;
  }

  #planned(world: World): World {
    return this.#rollUp(this.#apply({ ...world, plan: 'DONE', planned: true }, { type: 'planned' }));
  }

  /** Workers claim steps and end them. */
  #ofWorkers(world: World, spent: World): [string, World][] {
    return Object.entries(world.steps).flatMap(([name, status]): [string, World][] => {
      const to = (next: Status, from = world): World => ({ ...from, steps: { ...from.steps, [name]: next } });
      if (status === 'NEW')
        return this.#mayClaim(world)
          ? [[`${name} is claimed`, this.#checked(world, this.#rollUp(to('IN_PROGRESS')))]]
          : [];
      if (status !== 'IN_PROGRESS') return [];
      // The handler of this step plans first.
      if (name === PLAN && !world.job.planningComplete) return [];
      return [
        [`${name} is COMPLETED`, to('COMPLETED')],
        // A change of the record, which locks the Job.
        ...(this.#setting.managed
          ? []
          : [[`${name} is written as COMPLETED`, this.#rollUp(to('COMPLETED'))] as [string, World]]),
        ...(world.events > 0
          ? ([
              [`${name} is FAILED`, to('FAILED', spent)],
              [`${name} is retried`, to('NEW', spent)],
            ] as [string, World][])
          : []),
      ];
    });
  }

  /** The check after the end of a step, by its process or by the reconciler. */
  #ofCheck(world: World): [string, World][] {
    const isOver = isClosed(world.job.status) || world.job.cancelled;
    if (isOver && !this.#lacks('the state of the Job in the check after an end')) return [];
    if (this.#lacks('the check after an end') || Object.values(world.steps).some(isOpen)) return [];
    const after = this.#rollUp(world);
    return Bun.deepEquals(after, world) ? [] : [['rolled up', after]];
  }

  /** The Job as a call locks it: with an open step, or rolled up. */
  #locked(world: World): World {
    if (world.job.cancelled || Object.values(world.steps).some(isOpen)) return world;
    return this.#lacks('the lock of an open step') ? world : this.#rollUp(world);
  }

  #mayClaim({ job, paused, deadline }: World): boolean {
    if (job.cancelled) return false;
    if (paused && !this.#lacks('the pause in claims')) return false;
    if (deadline === 'LATE' && !this.#lacks('the deadline in claims')) return false;
    return !job.waits || this.#lacks('the wait in claims');
  }

  #checked({ job, paused, deadline }: World, after: World): World {
    const broken = paused
      ? promises['the pause in claims']
      : deadline === 'LATE'
        ? promises['the deadline in claims']
        : job.waits
          ? promises['the wait in claims']
          : undefined;
    return { ...after, ...(broken !== undefined && { broken }) };
  }

  /** The deadline passes, and the reconciler cancels the Job; it also completes cancellations. */
  #ofTime(world: World): [string, World][] {
    const { job, deadline } = world;
    if (isClosed(job.status))
      return deadline === 'AHEAD' ? [['the deadline passes', { ...world, deadline: 'LATE' }]] : [];
    const locked = this.#locked(world);
    const expires = deadline === 'LATE' && !job.cancelled && !isClosed(locked.job.status);
    const expired = expires ? this.#apply(locked, { type: 'expire' }) : world;
    return [
      ...(deadline === 'AHEAD' ? [['the deadline passes', { ...world, deadline: 'LATE' }] as [string, World]] : []),
      ...(expires
        ? [
            [
              'it expires',
              this.#lacks('the steps in the transaction of the deadline') ? expired : this.#cancelSteps(expired, 1),
            ] as [string, World],
          ]
        : []),
      ...(job.cancelled && !this.#lacks('the completion of cancellations')
        ? [['a step is cancelled', this.#cancelSteps(world, 1)] as [string, World]]
        : []),
    ];
  }

  /** A page of a cancellation: one that finds fewer steps than the page has is the last one. */
  #cancelSteps(world: World, page: number): World {
    const open = Object.keys(world.steps).filter((name) => isOpen(world.steps[name]));
    const cancelled = open.slice(0, page).map((name) => [name, 'FAILED'] as const);
    const after = { ...world, steps: { ...world.steps, ...Object.fromEntries(cancelled) } };
    return open.length < page ? this.#apply(after, { type: 'stepsCancelled' }) : after;
  }

  #ofClients(world: World): [string, World][] {
    const { job, steps } = world;
    const failed = Object.keys(steps).filter((name) => steps[name] === 'FAILED');
    const locked = this.#locked(world);
    const resend: [string, World][] = failed.length > 0 ? [['resend', this.#resend(locked, failed)]] : [];
    if (isClosed(job.status)) return resend;
    const isCancellable = !job.cancelled && !isClosed(locked.job.status);
    return [
      ['pause', { ...world, paused: true }],
      ...(isCancellable
        ? [['cancel', this.#cancelSteps(this.#apply(locked, { type: 'cancel' }), 1)] as [string, World]]
        : []),
      ...resend,
    ];
  }

  #resend(world: World, failed: readonly string[]): World {
    const hadEnded = isClosed(world.job.status) || world.job.cancelled;
    const steps = { ...world.steps, ...Object.fromEntries(failed.map((name) => [name, 'NEW'] as const)) };
    const replans = this.#setting.managed && failed.includes(PLAN);
    const planned = world.planned && !replans;
    const resent = this.#rollUp(this.#apply({ ...world, planned, steps }, { type: 'resend', replans }));
    const isLate = hadEnded && resent.deadline === 'LATE';
    return { ...resent, ...(isLate && { broken: promises['the removal of a passed deadline'] }) };
  }
}
