import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'ldapts';
import { freePort } from '../../../drivers/net/freePort.ts';
import { poll } from '../waits/poll.ts';
import { guardGroup } from './javaServers.ts';

/** A real LDAP server for one suite, with its data in a temporary folder. */
export interface TestDirectory {
  readonly url: string;
  readonly baseDn: string;
  readonly bindDn: string;
  readonly password: string;
  /** Runs `work` on a connection that may change the entries. */
  change(work: (client: Client) => Promise<void>): Promise<void>;
  /** Pauses the server: it accepts connections and never responds. */
  pause(): void;
  resume(): void;
  /** Stops the server and removes its data. Stopping twice is safe. */
  stop(): Promise<void>;
}

const schemas = '/etc/ldap/schema';
const modules = '/usr/lib/ldap';
const baseDn = 'dc=example,dc=org';
const bindDn = `cn=waybill,${baseDn}`;
const password = 'Only, "for" tests';
const rootDn = `cn=admin,${baseDn}`;
const rootPassword = 'root';

const slapd = ['/usr/sbin/slapd', '/usr/lib/openldap/slapd'].find(existsSync);

/** The reason why slapd cannot be started, in one sentence; undefined if it can. */
export const slapdMissing: string | undefined =
  slapd && existsSync(join(schemas, 'inetorgperson.schema'))
    ? undefined
    : 'slapd is not installed: `apt-get install slapd` brings it.';

/**
 * @param ldif entries below the base, which exists already
 * @param limits lines of the database section of slapd.conf
 */
export async function startSlapd(ldif: string, limits = ''): Promise<TestDirectory> {
  if (!slapd) throw new Error(slapdMissing);
  const folder = mkdtempSync(join(tmpdir(), 'waybill-slapd-'));
  const config = join(folder, 'slapd.conf');
  mkdirSync(join(folder, 'data'));
  const includes = ['core', 'cosine', 'inetorgperson'].map((name) => `include ${schemas}/${name}.schema`).join('\n');
  // Anonymous clients may only bind; only the service may read.
  writeFileSync(
    config,
    `${includes}
modulepath ${modules}
moduleload back_mdb
database mdb
directory ${folder}/data
suffix "${baseDn}"
rootdn "${rootDn}"
rootpw ${rootPassword}
${limits}
access to attrs=userPassword by anonymous auth by * none
access to * by dn.exact="${bindDn}" read by * none
`,
  );
  const base = `dn: ${baseDn}
objectClass: dcObject
objectClass: organization
o: Example
dc: example

dn: ${bindDn}
objectClass: applicationProcess
objectClass: simpleSecurityObject
cn: waybill
userPassword: ${password}

`;
  const filled = spawnSync(slapd, ['-Ta', '-f', config], { input: base + ldif });
  if (filled.status !== 0) throw new Error(`slapadd: ${filled.stderr}`);
  const port = await freePort('127.0.0.1');
  const url = `ldap://127.0.0.1:${port}`;
  const child = spawn(slapd, ['-d', '0', '-f', config, '-h', url], { stdio: 'ignore', detached: true });
  const guard = guardGroup(child.pid, folder);
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  await poll('slapd to answer', () => answers(url));
  child.unref();
  return {
    ...{ url, baseDn, bindDn, password },
    async change(work) {
      const client = new Client({ url, timeout: 5_000, connectTimeout: 5_000 });
      try {
        await client.bind(rootDn, rootPassword);
        await work(client);
      } finally {
        await client.unbind();
      }
    },
    pause: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
    async stop() {
      child.kill('SIGKILL');
      await ended;
      guard.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function answers(url: string): Promise<boolean> {
  const client = new Client({ url, timeout: 1_000, connectTimeout: 1_000 });
  try {
    await client.bind(bindDn, password);
    return true;
  } finally {
    await client.unbind();
  }
}
