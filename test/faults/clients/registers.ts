import type { Operation, RegisterState } from '../checks/linearizability.ts';
import { Random } from '../random.ts';
import { type ClientContext, repeat } from './client.ts';

interface StoredRecord {
  readonly id: string;
  readonly name: string;
  readonly auditInfo: { readonly version: number };
}

/** A record that several clients read and write at a time, with all that they were told. */
export interface Register {
  readonly code: string;
  readonly initial: RegisterState;
  readonly operations: Operation[];
}

const REGISTERS = 2;
const CLIENTS = 2;
const PAUSE_MS = 60;
/** After a request without an answer, or with an error. */
const FAILED_PAUSE_MS = 300;

/** Clients that read and write a few records at the same time, and new ones for each batch of faults. */
export class RegisterClients {
  readonly #context: ClientContext;
  readonly #random: Random;
  readonly #stops: (() => Promise<void>)[] = [];
  #values = 0;
  readonly registers: Register[] = [];

  private constructor(context: ClientContext, seed: number) {
    this.#context = context;
    this.#random = new Random(seed);
  }

  /** Creates the records and starts the clients. @param name part of the codes of the records */
  static async start(context: ClientContext, seed: number, name: string): Promise<RegisterClients> {
    const clients = new RegisterClients(context, seed);
    for (let number = 0; number < REGISTERS; number++) await clients.#create(`register-${name}-${number}`);
    for (const register of clients.registers)
      for (let client = 0; client < CLIENTS; client++)
        clients.#stops.push(repeat(PAUSE_MS, () => clients.#operate(register)));
    return clients;
  }

  /** Stops the clients, and reads the records a last time. */
  async stop(): Promise<void> {
    await Promise.all(this.#stops.map((stop) => stop()));
    for (const register of this.registers) await this.read(register);
  }

  async read(register: Register): Promise<void> {
    const invokedAt = performance.now();
    const { status, json } = await this.#context.api.send('GET', `/worklog-types/${register.code}`);
    // A read without an answer has no effect.
    if (status !== 200) return;
    const { name: value, auditInfo } = json as StoredRecord;
    const result = { value, version: auditInfo.version };
    register.operations.push({ type: 'read', invokedAt, returnedAt: performance.now(), result });
  }

  async #create(code: string): Promise<void> {
    for (let attempt = 0; attempt < 20; attempt++) {
      const { status } = await this.#context.api.send('POST', '/worklog-types', { code, name: 'initial' });
      const { json } = await this.#context.api.send('GET', `/worklog-types/${code}`);
      const version = (json as StoredRecord | undefined)?.auditInfo?.version;
      if (version !== undefined) {
        this.registers.push({ code, initial: { value: 'initial', version }, operations: [] });
        return;
      }
      await Bun.sleep(status === 200 ? 50 : 500);
    }
    throw new Error(`The record ${code} could not be created.`);
  }

  async #operate(register: Register): Promise<void> {
    const share = this.#random.fraction();
    if (share < 0.4) await this.read(register);
    else await this.#write(register, share < 0.7);
  }

  /** @param isConditional whether only the version that was read last is changed */
  async #write(register: Register, isConditional: boolean): Promise<void> {
    const value = `value-${this.#values++}`;
    const last = register.operations.at(-1)?.result;
    const expected = isConditional && typeof last === 'object' ? last.version : undefined;
    const invokedAt = performance.now();
    const { status, json } = await this.#context.api.send('PATCH', `/worklog-types/${register.code}`, {
      name: value,
      ...(expected !== undefined && { auditInfo: { version: expected } }),
    });
    const operation = {
      ...({ type: 'write', value, invokedAt } as const),
      ...(expected !== undefined && { expected }),
    };
    if (status === 200) {
      const result = { version: (json as StoredRecord).auditInfo.version };
      register.operations.push({ ...operation, returnedAt: performance.now(), result });
    } else if (status === 400 && expected !== undefined) {
      register.operations.push({ ...operation, returnedAt: performance.now(), result: 'conflict' });
    } else {
      register.operations.push({ ...operation, returnedAt: Number.POSITIVE_INFINITY });
      await Bun.sleep(FAILED_PAUSE_MS);
    }
  }
}
