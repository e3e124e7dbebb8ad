import { type AddressInfo, createServer, type Socket } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';
import { Signal } from '../waits/signal.ts';

/** Phases of an SMTP session. `content` is the first bytes of a message, `data` its end. */
export type SmtpPhase = 'greeting' | 'mail' | 'rcpt' | 'content' | 'data';

/** The fault of a phase: a reply, silence, the end of the connection, or a delay in ms or until a promise resolves. */
export type SmtpFault = { code: number; text: string } | 'hang' | 'drop' | number | Promise<void>;

export interface TestSmtp {
  readonly url: string;
  /** Recipient and content of each accepted message, in order. */
  readonly accepted: { readonly to: string; readonly raw: Buffer }[];
  /** Number of messages that reached the end of DATA, accepted or not. */
  readonly complete: number;
  readonly connections: number;
  /** Notified of every connection and every phase of a message, and after a message is accepted. */
  readonly changes: Signal;
  /** Number of messages received over TLS. */
  readonly secured: number;
  /** Queues faults for this phase. Each of the next messages meets one of them. */
  meet(phase: SmtpPhase, ...faults: SmtpFault[]): void;
  /** Number of queued faults of a phase that no message has met. */
  unmet(phase: SmtpPhase): number;
  /** Removes the queued faults. */
  forget(): void;
  /** Removes the queued faults, and ends connections that hang. */
  recover(): void;
  /** The last accepted message, parsed. */
  last(): Promise<Email>;
  /** Ends all connections; the server keeps listening. */
  dropAll(): void;
  stop(): Promise<void>;
}

/** Starts a real SMTP server on its own port. It accepts every message, except for queued faults. */
export async function startSmtp(
  options: {
    credentials?: { user: string; pass: string };
    /** Offers STARTTLS with an untrusted certificate. */
    tls?: boolean;
    /** Returns the fault of a message for which none is queued, when the server has its content. */
    faultOf?: (recipient: string) => SmtpFault | undefined;
  } = {},
): Promise<TestSmtp> {
  const script: Record<SmtpPhase, SmtpFault[]> = { greeting: [], mail: [], rcpt: [], content: [], data: [] };
  const accepted: { to: string; raw: Buffer }[] = [];
  const changes = new Signal();
  let complete = 0;
  let connections = 0;
  let secured = 0;
  const { credentials } = options;

  const play = (phase: SmtpPhase, { id, envelope }: SMTPServerSession, done: (error?: Error) => void): void => {
    const isComplete = phase === 'data';
    const fault = script[phase].shift() ?? (isComplete ? options.faultOf?.(recipientOf(envelope)) : undefined);
    changes.notify();
    if (fault === undefined) done();
    else if (typeof fault === 'number') setTimeout(done, fault);
    else if (fault instanceof Promise) void fault.then(() => done());
    else if (fault === 'drop') {
      for (const connection of server.connections) if (connection.id === id) connection._socket.destroy();
    } else if (fault !== 'hang') done(Object.assign(new Error(fault.text), { responseCode: fault.code }));
  };
  const server = new SMTPServer({
    hideSTARTTLS: !options.tls,
    authOptional: !credentials,
    disableReverseLookup: true,
    disabledCommands: credentials ? [] : ['AUTH'],
    allowInsecureAuth: true,
    size: 30 * 1024 * 1024,
    onAuth: ({ username, password }, _, done) =>
      username === credentials?.user && password === credentials?.pass
        ? done(null, { user: username })
        : done(Object.assign(new Error('who are you'), { responseCode: 535 })),
    onConnect: (session, done) => {
      connections++;
      play('greeting', session, done);
    },
    onMailFrom: (_, session, done) => play('mail', session, done),
    onRcptTo: (_, session, done) => play('rcpt', session, done),
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.once('data', () => play('content', session, () => {}));
      stream.on('end', () => {
        complete++;
        if (session.secure) secured++;
        if (stream.sizeExceeded) return done(Object.assign(new Error('5.3.4 too large'), { responseCode: 552 }));
        play('data', session, (error) => {
          if (!error) accepted.push({ to: recipientOf(session.envelope), raw: Buffer.concat(chunks) });
          changes.notify();
          done(error);
        });
      });
    },
  });
  server.on('error', () => {});
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening));
  const { port } = server.server.address() as AddressInfo;
  const dropAll = () => {
    for (const connection of server.connections) connection._socket.destroy();
  };
  const forget = () => {
    for (const faults of Object.values(script)) faults.length = 0;
  };
  return {
    url: `smtp://${credentials ? `${credentials.user}:${credentials.pass}@` : ''}127.0.0.1:${port}`,
    accepted,
    changes,
    get complete() {
      return complete;
    },
    get connections() {
      return connections;
    },
    get secured() {
      return secured;
    },
    meet: (phase, ...faults) => void script[phase].push(...faults),
    unmet: (phase) => script[phase].length,
    forget,
    recover: () => {
      forget();
      dropAll();
    },
    last: () => PostalMime.parse(accepted.at(-1)?.raw ?? Buffer.alloc(0)),
    dropAll,
    stop: async () => {
      dropAll();
      await new Promise<void>((closed) => server.close(closed));
    },
  };
}

const recipientOf = ({ rcptTo }: SMTPServerSession['envelope']): string => rcptTo[0]?.address ?? '';

/** Starts a server that sends only this text on each connection; `undefined` ends the connection. */
export async function startMute(lines: readonly (string | undefined)[]): Promise<{ port: number; stop(): void }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    let next = 0;
    const say = () => {
      if (next >= lines.length) return;
      const line = lines[next++];
      if (line === undefined) socket.destroy();
      else socket.write(`${line}\r\n`);
    };
    socket.on('data', say);
    say();
  });
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening));
  return {
    port: (server.address() as AddressInfo).port,
    stop: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
