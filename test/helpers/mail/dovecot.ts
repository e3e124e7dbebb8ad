import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { ImapFlow } from 'imapflow';
import { freePort } from '../../../drivers/net/freePort.ts';
import { probeTcp } from '../../../drivers/net/probeTcp.ts';
import { selfSigned } from '../servers/certificateAuthority.ts';
import { poll } from '../waits/poll.ts';

/** A real IMAP server for one suite, with its mailboxes in a temporary folder. */
export interface TestMailServer {
  /** With TLS from the first byte. */
  readonly url: string;
  /** With STARTTLS, which the server requires before a password. */
  readonly plainUrl: string;
  /** Adds a message to the folder that bounces arrive in. */
  deliver(message: string): Promise<void>;
  /** Returns the messages of a folder as they are stored, with their flags. */
  messages(folder: string): Promise<{ readonly text: string; readonly flags: readonly string[] }[]>;
  /** Ends the server and its connections. */
  halt(): Promise<void>;
  /** Starts it again on the same ports. */
  resume(): Promise<void>;
  stop(): Promise<void>;
}

const program = ['/usr/sbin/dovecot', '/usr/local/sbin/dovecot'].find(existsSync);
const user = 'bounces';
const password = 'Only, for tests';

/** The reason why Dovecot cannot be started, in one sentence; undefined if it can. */
export const dovecotMissing: string | undefined = program
  ? undefined
  : 'Dovecot is not installed: `apt-get install dovecot-imapd` brings it.';

export async function startDovecot(): Promise<TestMailServer> {
  if (!program) throw new Error(dovecotMissing);
  const folder = mkdtempSync(join(tmpdir(), 'waybill-dovecot-'));
  // The processes of logins run as another user.
  chmodSync(folder, 0o755);
  const [port, plainPort] = [await freePort('127.0.0.1'), await freePort('127.0.0.1')];
  const config = writeConfig(folder, { port, plainPort });
  let server: ChildProcess | undefined;

  async function resume(): Promise<void> {
    server = spawn(program as string, ['-F', '-c', config], { stdio: 'ignore' });
    await poll('Dovecot to listen', () => probeTcp(new URL(`https://127.0.0.1:${port}`), 1_000).then(() => true));
  }
  async function halt(): Promise<void> {
    const ended = new Promise((resolve) => server?.once('exit', resolve));
    if (server?.exitCode !== null || !server.kill('SIGTERM')) return;
    await ended;
  }
  async function connected<T>(work: (client: ImapFlow) => Promise<T>): Promise<T> {
    const client = new ImapFlow({
      ...{ host: '127.0.0.1', port, secure: true, auth: { user, pass: password } },
      ...{ tls: { rejectUnauthorized: false }, logger: false },
    });
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.logout();
    }
  }

  await resume();
  const credentials = `${user}:${encodeURIComponent(password)}`;
  return {
    url: `imaps://${credentials}@127.0.0.1:${port}/INBOX?tls.rejectUnauthorized=false`,
    plainUrl: `imap://${credentials}@127.0.0.1:${plainPort}?tls.rejectUnauthorized=false`,
    deliver: async (message) => {
      await connected((client) => client.append('INBOX', message.replaceAll(/\r?\n/g, '\r\n')));
    },
    messages: (name) =>
      connected(async (client) => {
        if (!(await client.mailboxOpen(name).catch(() => undefined))) return [];
        const found = await client.fetchAll('1:*', { source: true, flags: true });
        return found.map(({ source, flags }) => ({
          text: String(source),
          flags: [...(flags ?? [])].filter((flag) => flag !== '\\Recent'),
        }));
      }),
    halt,
    resume,
    stop: async () => {
      await halt();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function writeConfig(folder: string, { port, plainPort }: { port: number; plainPort: number }): string {
  const { uid, gid, username } = userInfo();
  const isRoot = uid === 0;
  // Dovecot refuses to run mailboxes as root.
  const [ownUid, ownGid] = isRoot ? [65_534, 65_534] : [uid, gid];
  const home = join(folder, 'home');
  mkdirSync(home);
  mkdirSync(join(folder, 'run'));
  if (isRoot) chownSync(home, ownUid, ownGid);
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const own = selfSigned('localhost');
  writeFileSync(key, own.key);
  writeFileSync(certificate, own.certificate);
  const users = isRoot
    ? ''
    : `default_internal_user = ${username}\ndefault_internal_group = ${groupOf(gid)}\ndefault_login_user = ${username}`;
  const config = join(folder, 'dovecot.conf');
  writeFileSync(
    config,
    `base_dir = ${folder}/run
state_dir = ${folder}/run
log_path = ${folder}/log
protocols = imap
listen = 127.0.0.1
ssl = yes
ssl_cert = <${certificate}
ssl_key = <${key}
disable_plaintext_auth = yes
auth_failure_delay = 0
${users}
first_valid_uid = 1
mail_location = maildir:${home}/%n
service anvil {
  chroot =
}
service imap-login {
  chroot =
  inet_listener imap {
    port = ${plainPort}
  }
  inet_listener imaps {
    port = ${port}
    ssl = yes
  }
}
passdb {
  driver = passwd-file
  args = ${folder}/users
}
userdb {
  driver = static
  args = uid=${ownUid} gid=${ownGid} home=${home}/%n
}
`,
  );
  writeFileSync(join(folder, 'users'), `${user}:{PLAIN}${password}::::::\n`);
  chmodSync(join(folder, 'users'), 0o644);
  return config;
}

const groupOf = (gid: number): string =>
  readFileSync('/etc/group', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .find(([, , id]) => Number(id) === gid)?.[0] ?? String(gid);
