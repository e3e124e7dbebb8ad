import { type ChildProcess, spawn } from 'node:child_process';
import { accessSync, constants, existsSync, readdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** The folder in which scripts/elasticsearch.sh and scripts/keycloak.sh put the servers of the tests. */
export function serverCache(): string {
  // The user of Elasticsearch cannot read the home of root.
  const own = process.getuid?.() === 0 ? '/var/cache/waybill' : join(homedir(), '.cache/waybill');
  return process.env['WAYBILL_CACHE'] ?? own;
}

/** Returns the newest installed JDK, 21 at least. */
export function findJdk(): string | undefined {
  const installed = '/usr/lib/jvm';
  const named = [process.env['ES_JAVA_HOME'], process.env['JAVA_HOME']].filter((home) => home !== undefined);
  const found = existsSync(installed) ? readdirSync(installed).map((name) => join(installed, name)) : [];
  return [...named, ...found]
    .map((home) => ({ home, version: jdkVersion(home) }))
    .filter(({ version }) => version >= 21)
    .sort((left, right) => right.version - left.version)[0]?.home;
}

function jdkVersion(home: string): number {
  try {
    accessSync(join(home, 'bin/java'), constants.X_OK);
    return Number(/JAVA_VERSION="(\d+)/.exec(readFileSync(join(home, 'release'), 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

/** The sentence about a missing JDK, for servers that need one. */
export const noJdk = 'No JDK of version 21 or newer is in /usr/lib/jvm, JAVA_HOME or ES_JAVA_HOME.';

/**
 * Ends the process group of a server and removes its folder when this process ends in any way: the standard input of the
 * guard closes then. Exit handlers do not run after a kill -9, nor in `bun test`.
 */
export function guardGroup(group: number | undefined, folder: string): ChildProcess {
  const script = 'cat > /dev/null; kill -s KILL -- "-$0"; sleep 1; rm -rf "$1"';
  const guard = spawn('/bin/sh', ['-c', script, String(group), folder], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  guard.unref();
  return guard;
}
