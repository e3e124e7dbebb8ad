import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { guardGroup } from '../../helpers/servers/javaServers.ts';
import { clockEnvironment, clockShiftedBy } from '../topology/clocks.ts';
import type { Topology } from '../topology/topology.ts';

const program = join(import.meta.dir, 'httpWorkerProgram.ts');

/** What a worker has claimed, and what the service has accepted from it. */
export interface HttpWorkerLine {
  readonly event: 'claimed' | 'completed' | 'violation';
  readonly name: string;
  readonly id: string;
  readonly token: number;
  readonly what?: string;
}

interface Settings {
  readonly name: string;
  readonly jobType: string;
  readonly leaseSeconds: number;
  /** By how much its wall clock is wrong. */
  readonly clockSeconds: number;
}

/** A process of a worker over HTTP, which is started again after each kill. */
export class HttpWorkerProcess {
  readonly #topology: Topology;
  readonly #settings: Settings;
  readonly #file: string;
  readonly #clockFile: string;
  #child: ChildProcess | undefined;

  constructor(topology: Topology, settings: Settings) {
    this.#topology = topology;
    this.#settings = settings;
    this.#file = join(topology.folder, `${settings.name}.jsonl`);
    this.#clockFile = join(topology.folder, `${settings.name}.clock`);
    writeFileSync(this.#clockFile, clockShiftedBy(settings.clockSeconds));
  }

  start(): void {
    const { key, apis, folder } = this.#topology;
    const { name, jobType, leaseSeconds } = this.#settings;
    const words = [this.#file, name, jobType, key, String(leaseSeconds), ...apis.map(({ url }) => url)];
    const child = spawn(process.execPath, [program, ...words], {
      env: { ...process.env, ...clockEnvironment(this.#clockFile) },
      stdio: ['ignore', 'ignore', 'inherit'],
      detached: true,
    });
    const guard = guardGroup(child.pid, join(folder, 'nothing'));
    child.once('exit', () => guard.kill('SIGKILL'));
    this.#child = child;
  }

  /** Kills the process (-9), and starts another one. */
  async restart(): Promise<void> {
    await this.#end('SIGKILL');
    this.start();
  }

  /** Pauses the process past its leases. */
  async pause(): Promise<void> {
    this.#child?.kill('SIGSTOP');
    await Bun.sleep((this.#settings.leaseSeconds + 2) * 1_000);
    this.#child?.kill('SIGCONT');
  }

  async stop(): Promise<void> {
    await this.#end('SIGTERM');
  }

  lines(): HttpWorkerLine[] {
    if (!existsSync(this.#file)) return [];
    return readFileSync(this.#file, 'utf8')
      .split('\n')
      .filter((line) => line.endsWith('}'))
      .map((line) => JSON.parse(line));
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await ended;
  }
}
