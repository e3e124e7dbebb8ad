import { join } from 'node:path';
import { version } from 'nodemailer/package.json' with { type: 'json' };
import type { Peer } from '../peer.ts';
import type { MailEnvironment } from './mails.ts';

const program = join(import.meta.dir, '..', '..', 'messages', 'nodemailerAlone.ts');

/** nodemailer's pool alone, in a process that sends ready messages. */
export const nodemailer: Peer<MailEnvironment> = {
  name: 'nodemailer',
  async start({ sink, count, connections }) {
    async function mails(): Promise<number> {
      const target = sink.received() + count;
      const began = Date.now();
      const child = Bun.spawn([process.execPath, program, ...[sink.port, count, connections].map(String)]);
      const ended = await sink.until(target);
      await child.exited;
      return (count * 1_000) / (ended - began);
    }
    return { sides: [{ name: `nodemailer ${version}, its pool`, rates: { mails } }], stop: async () => {} };
  },
};
