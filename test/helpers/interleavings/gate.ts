import { connect, createServer, type Socket } from 'node:net';
import { WireMessages } from './wireMessages.ts';

/** A statement that waits at a gate, or has been let through and has not ended. */
export interface GatedStatement {
  readonly text: string;
  /** The server process that runs it; 0 for a request to something else than the database. */
  readonly pid: number;
  /** As of ReadyForQuery: `I` outside of a transaction, `T` in one, `E` in one that has failed. */
  readonly status: string;
  /** Lets it through. */
  release(): void;
}

/** A part of a statement that the gate replaces, so that a guard is missing or the time does not matter. */
export type Replacement = readonly [part: RegExp, by: string];

/** Messages of a statement. All others, such as those of a start or of a password, pass at once. */
const PARTS_OF_STATEMENTS = new Set(['P', 'B', 'D', 'E', 'H', 'C', 'S', 'Q']);

/**
 * Statements that can neither see nor hinder another transaction, and go with the next one: a BEGIN takes no snapshot. The
 * driver reads `pg_type` once per connection.
 */
const isLocal = (text: string): boolean =>
  text === '' || /^\s*(begin|savepoint|release savepoint)\b/i.test(text) || text.includes('typarray');

interface Unit {
  text: string;
  readonly messages: Buffer[];
  isComplete: boolean;
  isReleased: boolean;
}

/**
 * A server in front of PostgreSQL, for one side of a race. It holds each statement of its clients until the scheduler
 * releases it: everything from the first message to the Sync. It knows statements from the protocol alone, so that the
 * code under test is the product's own.
 */
export class Gate {
  readonly waiting: GatedStatement[] = [];
  readonly inFlight = new Set<GatedStatement>();
  readonly replacements: readonly Replacement[];
  /** The replacements that have changed a statement. */
  readonly replaced = new Set<Replacement>();
  /** While true, everything passes. */
  isOpen = true;
  onChange: () => void = () => {};
  readonly #connections = new Set<GatedConnection>();
  readonly #server = createServer((client) => this.#accept(client));
  #target = { host: '', port: 0 };

  constructor(replacements: readonly Replacement[] = []) {
    this.replacements = replacements;
  }

  /** Starts, and returns the URL of the database behind the gate. */
  async start(databaseUrl: string): Promise<string> {
    const url = new URL(databaseUrl);
    this.#target = { host: url.hostname, port: Number(url.port) };
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('the gate has no port');
    url.hostname = '127.0.0.1';
    url.port = String(address.port);
    return url.href;
  }

  stop(): void {
    for (const connection of this.#connections) connection.end();
    this.#server.close();
  }

  hold(statement: GatedStatement): void {
    if (this.isOpen) statement.release();
    else this.waiting.push(statement);
    this.onChange();
  }

  /** Forgets a statement whose connection has ended. */
  drop(statement: GatedStatement): void {
    this.inFlight.delete(statement);
    const index = this.waiting.indexOf(statement);
    if (index >= 0) this.waiting.splice(index, 1);
    this.onChange();
  }

  /** Lets everything through, from now on. */
  open(): void {
    this.isOpen = true;
    for (const statement of this.waiting.splice(0)) statement.release();
  }

  /** Holds a request to something else than the database, such as a search engine. */
  pass(text: string): Promise<void> {
    return new Promise((resolve) => this.hold({ text, pid: 0, status: 'I', release: resolve }));
  }

  replace(text: string): string {
    return this.replacements.reduce((before, replacement) => {
      const after = before.replace(...replacement);
      if (after !== before) this.replaced.add(replacement);
      return after;
    }, text);
  }

  #accept(client: Socket): void {
    const connection = new GatedConnection(this, client, connect(this.#target));
    this.#connections.add(connection);
    client.once('close', () => this.#connections.delete(connection));
  }
}

class GatedConnection {
  /** `I`, `T` or `E`, as of {@link GatedStatement}. */
  status = 'I';
  readonly #gate: Gate;
  readonly #client: Socket;
  readonly #server: Socket;
  readonly #texts = new Map<string, string>();
  /** The first may be on its way; the others wait for its end. */
  readonly #units: Unit[] = [];
  #current: GatedStatement | undefined;
  #pid = 0;

  constructor(gate: Gate, client: Socket, server: Socket) {
    this.#gate = gate;
    this.#client = client;
    this.#server = server;
    const fromClient = new WireMessages({ startsUntyped: true });
    const fromServer = new WireMessages({ startsUntyped: false });
    client.on('data', (chunk: Buffer) => {
      for (const message of fromClient.read(chunk)) this.#send(message);
    });
    server.on('data', (chunk: Buffer) => {
      client.write(chunk);
      for (const message of fromServer.read(chunk)) this.#observe(message);
    });
    for (const socket of [client, server]) {
      socket.setNoDelay(true);
      socket.on('error', () => this.end());
      socket.on('close', () => this.end());
    }
  }

  /** Ends both sides. Nothing answers a statement that was on its way. */
  end(): void {
    this.#client.destroy();
    this.#server.destroy();
    if (this.#current) this.#gate.drop(this.#current);
    this.#current = undefined;
    this.#units.length = 0;
  }

  #send(message: Buffer): void {
    const type = WireMessages.typeOf(message);
    if (!PARTS_OF_STATEMENTS.has(type)) {
      this.#server.write(message);
      return;
    }
    let unit = this.#units.at(-1);
    if (!unit || unit.isComplete) {
      unit = { text: '', messages: [], isComplete: false, isReleased: false };
      this.#units.push(unit);
    }
    const sent = this.#named(message, unit);
    unit.isComplete = type === 'Q' || type === 'S';
    if (unit.isReleased) this.#server.write(sent);
    else if (unit.messages.push(sent) === 1) this.#offer();
  }

  /** Enters the text of a statement into its unit, and returns the message with its replacements. */
  #named(message: Buffer, unit: Unit): Buffer {
    switch (WireMessages.typeOf(message)) {
      case 'P': {
        const [name, text] = WireMessages.texts(message, 2) as [string, string];
        const replaced = this.#gate.replace(text);
        this.#texts.set(name, replaced);
        unit.text = replaced;
        return replaced === text ? message : WireMessages.withText(message, 1, replaced);
      }
      case 'B': {
        const [, name] = WireMessages.texts(message, 2);
        if (unit.text === '') unit.text = this.#texts.get(name ?? '') ?? '';
        return message;
      }
      case 'Q': {
        const [text] = WireMessages.texts(message, 1) as [string];
        const replaced = this.#gate.replace(text);
        unit.text = replaced;
        return replaced === text ? message : WireMessages.withText(message, 0, replaced);
      }
      default:
        return message;
    }
  }

  #offer(): void {
    const [unit] = this.#units;
    if (!unit || this.#current || unit.messages.length === 0) return;
    const statement: GatedStatement = {
      text: unit.text,
      pid: this.#pid,
      status: this.status,
      release: () => {
        unit.isReleased = true;
        this.#gate.inFlight.add(statement);
        this.#server.write(Buffer.concat(unit.messages));
      },
    };
    this.#current = statement;
    if (isLocal(unit.text)) statement.release();
    else this.#gate.hold(statement);
  }

  #observe(message: Buffer): void {
    const type = WireMessages.typeOf(message);
    if (type === 'K') this.#pid = message.readInt32BE(5);
    if (type !== 'Z') return;
    this.status = message.toString('latin1', 5, 6);
    if (!this.#current) return;
    this.#gate.inFlight.delete(this.#current);
    this.#current = undefined;
    this.#units.shift();
    this.#offer();
    this.#gate.onChange();
  }
}
