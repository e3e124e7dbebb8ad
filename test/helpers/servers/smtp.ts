import { type AddressInfo, createServer, type Socket } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';

/** `content`: when its first bytes come; `data`: when all of it has. */
export type SmtpPhase = 'greeting' | 'mail' | 'rcpt' | 'content' | 'data';

/** What a phase does in place of going well: an answer, silence, the end of the connection, or so many ms of delay. */
export type SmtpFault = { code: number; text: string } | 'hang' | 'drop' | number;

export interface TestSmtp {
  readonly url: string;
  /** Recipient and message of each that was taken, in order. */
  readonly accepted: { readonly to: string; readonly raw: Buffer }[];
  /** How many ended their DATA, whether or not they were taken. */
  readonly complete: number;
  readonly connections: number;
  /** Messages that came over TLS. */
  readonly secured: number;
  /** The next messages to come to this phase meet these, one each. */
  meet(phase: SmtpPhase, ...faults: SmtpFault[]): void;
  /** Whatever was still to be met is not. */
  forget(): void;
  /** That, and connections that hang end. */
  recover(): void;
  /** The last message that was taken, parsed. */
  last(): Promise<Email>;
  /** Ends all connections; the server goes on. */
  dropAll(): void;
  stop(): Promise<void>;
}

/** A real SMTP server on a port of its own, which takes everything but what it is told not to. */
export async function startSmtp(
  options: {
    credentials?: { user: string; pass: string };
    /** STARTTLS, under a certificate that nobody trusts. */
    tls?: boolean;
  } = {},
): Promise<TestSmtp> {
  const script: Record<SmtpPhase, SmtpFault[]> = { greeting: [], mail: [], rcpt: [], content: [], data: [] };
  const accepted: { to: string; raw: Buffer }[] = [];
  let complete = 0;
  let connections = 0;
  let secured = 0;
  const { credentials } = options;

  const play = (phase: SmtpPhase, { id }: SMTPServerSession, done: (error?: Error) => void): void => {
    const fault = script[phase].shift();
    if (fault === undefined) done();
    else if (typeof fault === 'number') setTimeout(done, fault);
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
          if (!error) accepted.push({ to: session.envelope.rcptTo[0]?.address ?? '', raw: Buffer.concat(chunks) });
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

/** A server that takes connections and says only this, whatever it is told; `undefined` ends the connection. */
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
