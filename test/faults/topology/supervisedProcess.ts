import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SUPERVISED } from '../../../drivers/processPool/childProcess.ts';
import { guardGroup } from '../../helpers/servers/javaServers.ts';
import { poll } from '../../helpers/waits/poll.ts';
import { clockEnvironment, clockShiftedBy } from './clocks.ts';

const root = join(import.meta.dir, '..', '..', '..');
/** The output of a process that is started while the database is unavailable. */
const WITHOUT_DATABASE = /^(DATABASE_URL names|The database became unavailable) /m;
/** As `RestartSec` of the systemd units. */
const RESTART_MS = 1_000;
const READY_LIMIT_MS = 150_000;
const STOP_LIMIT_MS = 40_000;

interface Settings {
  readonly role: 'api' | 'worker';
  readonly name: string;
  /** Contains its log and its clock. */
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** A process of the service, started as by a supervisor: one that ends is started again after a second. */
export class SupervisedProcess {
  readonly role: 'api' | 'worker';
  readonly name: string;
  readonly logFile: string;
  /** The ends of the process that no fault has caused. */
  readonly unexpectedEnds: string[] = [];
  readonly #clockFile: string;
  readonly #environment: Readonly<Record<string, string>>;
  readonly #folder: string;
  #child: ChildProcess | undefined;
  #logStart = 0;
  #isKilled = false;
  #isStopping = false;

  constructor({ role, name, folder, environment }: Settings) {
    this.role = role;
    this.name = name;
    this.#folder = folder;
    this.logFile = join(folder, `${name}.log`);
    this.#clockFile = join(folder, `${name}.clock`);
    this.setClock(0);
    this.#environment = { ...environment, ...clockEnvironment(this.#clockFile) };
  }

  start(): void {
    const log = openSync(this.logFile, 'a');
    this.#logStart = statSync(this.logFile).size;
    this.#isKilled = false;
    const child = spawn(process.execPath, [join(root, 'main.ts'), this.role], {
      cwd: root,
      env: { ...process.env, LOG_LEVEL: 'info', ...this.#environment, [SUPERVISED]: '1' },
      stdio: ['pipe', log, log],
      detached: true,
    });
    closeSync(log);
    child.stdin?.on('error', () => {});
    // Ends a paused process too, which does not notice the end of its standard input.
    const guard = guardGroup(child.pid, join(this.#folder, 'nothing'));
    child.once('exit', (code, signal) => {
      guard.kill('SIGKILL');
      if (this.#isStopping) return;
      if (!this.#isKilled && !this.#isWithoutDatabase())
        this.unexpectedEnds.push(`${this.name} ended with ${signal ?? code}`);
      setTimeout(() => this.#isStopping || this.start(), RESTART_MS);
    });
    this.#child = child;
  }

  /** Resolves when the present process, or its successor, is ready. */
  async ready(): Promise<void> {
    const isReady = () => !this.#isKilled && this.#isStarted();
    await poll(`${this.name} to be ready`, isReady, READY_LIMIT_MS, 100);
  }

  /** What the present process has logged. */
  #output(): Buffer {
    return readFileSync(this.logFile).subarray(this.#logStart);
  }

  #isStarted(): boolean {
    return this.#output().includes(`"${this.role} started"`);
  }

  #isWithoutDatabase(): boolean {
    return !this.#isStarted() && WITHOUT_DATABASE.test(this.#output().toString());
  }

  signal(name: NodeJS.Signals): void {
    this.#child?.kill(name);
  }

  /** Kills the process (-9), and resolves when it has ended. */
  async kill(): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    this.#isKilled = true;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
  }

  setClock(seconds: number): void {
    writeFileSync(this.#clockFile, clockShiftedBy(seconds));
  }

  /** Id of the present process; undefined before the start. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** Resident memory in MB; 0 if it does not run. */
  memoryMb(): number {
    const file = `/proc/${this.pid}/status`;
    const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
    return Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(text)?.[1] ?? 0) / 1024);
  }

  /** Open files and sockets. */
  handles(): number {
    const folder = `/proc/${this.pid}/fd`;
    return existsSync(folder) ? readdirSync(folder).length : 0;
  }

  /** Stops it, if need be by SIGKILL. Resolves with whether it ended in time. */
  async stop(): Promise<boolean> {
    this.#isStopping = true;
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return true;
    const ended = new Promise<true>((resolve) => child.once('exit', () => resolve(true)));
    child.kill('SIGCONT');
    child.kill('SIGTERM');
    const isInTime = await Promise.race([ended, Bun.sleep(STOP_LIMIT_MS).then(() => false)]);
    if (!isInTime) child.kill('SIGKILL');
    return isInTime;
  }
}
