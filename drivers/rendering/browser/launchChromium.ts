import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { guardFolder } from '../../processPool/orphanGuard.ts';
import { optionalFontFile, optionalFonts } from '../pdf/fonts/scripts.ts';
import { standardFontFiles } from '../pdf/fonts/standardFonts.ts';

/** Maximum length of the end of the standard error that is reported. */
const MAX_COMPLAINT = 10_000;

/** A running Chromium, whose DevTools are on two pipes. */
export interface Chromium {
  readonly input: Readable;
  readonly output: Writable;
  /** Resolves to the end of its standard error when it has ended or could not be started. */
  readonly ended: Promise<string>;
}

/**
 * Starts Chromium in a process group and a folder of its own, which a guard removes when this process ends. It resolves no
 * name and reaches no address: the rules of hosts and the proxy are beside the interception of requests.
 */
export function launchChromium(program: string): Chromium {
  const folder = mkdtempSync(join(tmpdir(), 'waybill-browser-'));
  guardFolder(folder);
  const fonts = join(folder, 'fonts.conf');
  writeFileSync(fonts, fontsConfig(folder));
  // The group is named before Chromium runs, and Chromium does not run in a folder that the guard removes.
  const script = 'echo $$ > "$0/group" && [ -e "$0/group" ] && exec "$@"';
  const child = spawn('/bin/sh', ['-c', script, folder, program, ...flags(folder)], {
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH ?? '/usr/bin:/bin',
      HOME: folder,
      TMPDIR: folder,
      LANG: 'C.UTF-8',
      FONTCONFIG_FILE: fonts,
    },
  });
  let complaint = '';
  child.stderr?.on('data', (bytes: Buffer) => {
    complaint = `${complaint}${bytes}`.slice(-MAX_COMPLAINT);
  });
  const [, , , output, input] = child.stdio;
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', () => resolve(withoutBus(complaint)));
  });
  // A write to a Chromium that has just ended: `ended` reports it.
  (output as Writable).on('error', () => {});
  return { input: input as Readable, output: output as Writable, ended };
}

/** Servers have no desktop bus, of which Chromium complains in every run. */
const withoutBus = (complaint: string): string =>
  complaint
    .split('\n')
    .filter((line) => !line.includes(':dbus/') && line.trim() !== '')
    .join('\n');

function flags(folder: string): string[] {
  return [
    '--headless',
    '--remote-debugging-pipe',
    `--user-data-dir=${join(folder, 'profile')}`,
    // The sandbox of Chromium needs a user other than root.
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    '--proxy-server=http://0.0.0.0:1',
    '--proxy-bypass-list=<-loopback>',
    '--host-resolver-rules=MAP * ~NOTFOUND',
    '--disable-background-networking',
    '--disable-breakpad',
    '--disable-component-update',
    '--disable-default-apps',
    // The shared memory of containers has 64 MB.
    '--disable-dev-shm-usage',
    '--disable-extensions',
    '--disable-gpu',
    '--disable-sync',
    '--font-render-hinting=none',
    '--force-color-profile=srgb',
    '--hide-scrollbars',
    '--mute-audio',
    '--no-default-browser-check',
    '--no-first-run',
    '--no-pings',
    '--password-store=basic',
    '--use-mock-keychain',
    'about:blank',
  ];
}

/** The fonts of the system, and those that the layout finds, so that a machine without fonts prints the same letters. */
function fontsConfig(folder: string): string {
  const optional = optionalFonts.flatMap((name) => [
    optionalFontFile(name, '400Regular'),
    optionalFontFile(name, '700Bold'),
  ]);
  const files = [...standardFontFiles(), ...optional.filter((file) => file !== undefined)];
  const folders = [...new Set(files.map(dirname))].filter((one) => existsSync(one));
  const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const families = { 'sans-serif': 'Noto Sans', serif: 'Noto Serif', monospace: 'Noto Sans Mono' };
  const aliases = Object.entries(families).map(
    ([name, family]) => `<alias><family>${name}</family><prefer><family>${family}</family></prefer></alias>`,
  );
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
${aliases.join('\n')}
<include ignore_missing="yes">/etc/fonts/fonts.conf</include>
${folders.map((one) => `<dir>${escaped(one)}</dir>`).join('\n')}
<cachedir>${escaped(join(folder, 'fonts'))}</cachedir>
</fontconfig>
`;
}
