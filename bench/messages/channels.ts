import nodemailer from 'nodemailer';
import { SMTPServer } from 'smtp-server';
import twilio from 'twilio';
import type RequestClient from 'twilio/lib/base/RequestClient.js';
import { makeEmailChannel } from '../../drivers/channels/email/emailChannel.ts';
import { makeSmsChannel } from '../../drivers/channels/sms/smsChannel.ts';
import { median, pairedRatio, runsPeer } from '../helpers/servers.ts';

/**
 * Messages per second through a channel, against its library alone: nodemailer's pool with ready messages, and Twilio's
 * client with its default request client. Both sides have the same number of connections and of concurrent messages, and
 * run alternately. The server is a separate process that accepts everything.
 *
 * bun bench/messages/channels.ts [rounds] [messages]
 */
const CONNECTIONS = 10;
const [word, ...rest] = process.argv.slice(2);
if (word === 'server') await serve();
else await compare(Number(word ?? 5), Number(rest[0] ?? 2_000));

async function serve(): Promise<void> {
  const smtp = new SMTPServer({
    hideSTARTTLS: true,
    disabledCommands: ['AUTH'],
    disableReverseLookup: true,
    onData: (stream, _, done) => {
      stream.resume();
      stream.once('end', () => done());
    },
  });
  smtp.on('error', () => {});
  await new Promise<void>((listening) => void smtp.listen(0, '127.0.0.1', listening));
  const sink = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      const form = new URLSearchParams(await request.text());
      const message = { sid: `SM${'0'.repeat(32)}`, to: form.get('To'), body: form.get('Body'), num_segments: '1' };
      return Response.json({ ...message, status: 'queued' }, { status: 201 });
    },
  });
  const { port } = smtp.server.address() as { port: number };
  console.log(JSON.stringify({ smtp: port, sink: sink.port }));
  // Ends with the benchmark.
  for await (const _ of Bun.stdin.stream()) {
  }
  process.exit(0);
}

async function compare(rounds: number, messages: number): Promise<void> {
  const server = Bun.spawn([process.execPath, import.meta.path, 'server'], { stdin: 'pipe', stdout: 'pipe' });
  try {
    const { value } = await server.stdout.getReader().read();
    const ports = JSON.parse(new TextDecoder().decode(value)) as { smtp: number; sink: number };
    await mail(`smtp://127.0.0.1:${ports.smtp}`, rounds, messages);
    await sms(`http://127.0.0.1:${ports.sink}`, rounds, messages);
  } finally {
    server.kill();
  }
}

async function mail(url: string, rounds: number, messages: number): Promise<void> {
  const text = 'The network is down in your street.\n'.repeat(20);
  const html = `<p>${text}</p>`;
  const content = { subject: 'Výpadek sítě', text, html };
  const timeouts = { connect: 5_000, answer: 5_000, whole: 20_000 };
  const from = { name: 'Waybill', address: 'waybill@example.org' };
  const channel = makeEmailChannel({ url, from, connections: CONNECTIONS, timeouts });
  const pool = nodemailer.createTransport({ pool: true, url, maxConnections: CONNECTIONS });
  await compareChannel('e-mail', rounds, messages, 0.5, {
    waybill: async (n) => {
      const { outcome } = await channel.send({
        id: `bench-${n}`,
        to: `user${n}@example.org`,
        attachments: [],
        ...content,
      });
      if (outcome !== 'sent') throw new Error(outcome);
    },
    library: (n) => pool.sendMail({ from, to: `user${n}@example.org`, messageId: `<bench-${n}@a>`, ...content }),
  });
  await channel.stop();
  pool.close();
}

async function sms(url: string, rounds: number, messages: number): Promise<void> {
  const accountSid = `AC${'0'.repeat(32)}`;
  const timeouts = { connect: 5_000, whole: 5_000 };
  const from = '+420800123456';
  const channel = makeSmsChannel({
    accountSid,
    authToken: 'x',
    from,
    baseUrl: url,
    concurrency: CONNECTIONS,
    timeouts,
  });
  class LocalRequestClient extends twilio.RequestClient {
    override request<TData>(options: RequestClient.RequestOptions<TData>) {
      return super.request<TData>({ ...options, uri: url + new URL(options.uri).pathname });
    }
  }
  const client = twilio(accountSid, 'x', { httpClient: new LocalRequestClient() });
  await compareChannel('SMS', rounds, messages, 0.6, {
    waybill: async (n) => {
      const { outcome } = await channel.send({ id: `bench-${n}`, to: '+420777123456', text: `Výpadek ${n}` });
      if (outcome !== 'sent') throw new Error(outcome);
    },
    library: (n) => client.messages.create({ to: '+420777123456', from, body: `Výpadek ${n}` }),
  });
}

async function compareChannel(
  what: string,
  rounds: number,
  messages: number,
  least: number,
  { waybill, library }: Record<'waybill' | 'library', (n: number) => Promise<unknown>>,
): Promise<void> {
  const rate = async (send: (n: number) => Promise<unknown>, count: number): Promise<number> => {
    const began = performance.now();
    let next = 0;
    const lane = async () => {
      while (next < count) await send(next++);
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, lane));
    return (count * 1_000) / (performance.now() - began);
  };
  if (runsPeer) await rate(library, 200);
  await rate(waybill, 200);
  const [waybillRates, libraryRates]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    if (runsPeer) libraryRates.push(await rate(library, messages));
    waybillRates.push(await rate(waybill, messages));
  }
  console.log(`${what}: alone ${Math.round(median(libraryRates))}/s, channel ${Math.round(median(waybillRates))}/s`);
  console.log(`${what}: ratio ${pairedRatio(waybillRates, libraryRates)} (at least ${least})`);
}
