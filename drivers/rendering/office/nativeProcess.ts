import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serveWork } from '../../processPool/poolWorker.ts';
import { prepare } from './officeInput.ts';
import type { OfficeAnswer, OfficeWork } from './officeWork.ts';

/**
 * The program of a process that converts documents by a native LibreOffice, one at a time, in a profile of its own. The
 * second argument is the path of LibreOffice; the first one applies only to wasmProcess.ts.
 */
const [, , , , soffice = 'soffice'] = process.argv;

/** LibreOffice fetches nothing that a document names, and runs nothing in it. */
const SETTINGS = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">
<item oor:path="/org.openoffice.Office.Common/Security/Scripting"><prop oor:name="BlockUntrustedRefererLinks" oor:op="fuse"><value>true</value></prop></item>
<item oor:path="/org.openoffice.Office.Common/Security/Scripting"><prop oor:name="MacroSecurityLevel" oor:op="fuse"><value>3</value></prop></item>
</oor:items>
`;
/** Import filters. Writer has two for HTML; the other one, for web pages, cannot write text documents. */
const READER = { html: 'HTML (StarWriter)', xls: 'calc_HTML_WebQuery' } as const;

const folder = mkdtempSync(join(tmpdir(), 'waybill-office-'));
const group = join(folder, 'group');
const profile = join(folder, 'profile');
mkdirSync(join(profile, 'user'), { recursive: true });
writeFileSync(join(profile, 'user', 'registrymodifications.xcu'), SETTINGS);
guard();

/** Starts a guard that kills LibreOffice and removes the folder when this process ends, which closes its standard input. */
function guard(): void {
  const script = 'cat > /dev/null; group=$(cat "$0/group" 2>/dev/null) && kill -s KILL -- "-$group"; rm -rf "$0"';
  spawn('/bin/sh', ['-c', script, folder], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] }).unref();
}

async function convert(work: OfficeWork): Promise<OfficeAnswer> {
  const { page, read, options } = prepare(work);
  const input = join(folder, `document.${read}`);
  const output = join(folder, 'output', `document.${work.format}`);
  writeFileSync(input, page);
  try {
    const child = spawn(
      soffice,
      [
        `-env:UserInstallation=file://${profile}`,
        '--headless',
        '--norestore',
        '--nolockcheck',
        `--infilter=${READER[read]}`,
        '--convert-to',
        options === '' ? work.format : `${work.format}:Text - txt - csv (StarCalc):${options}`,
        '--outdir',
        join(folder, 'output'),
        input,
      ],
      { detached: true, stdio: 'ignore', env: { PATH: process.env.PATH ?? '/usr/bin:/bin', HOME: folder } },
    );
    if (child.pid !== undefined) writeFileSync(group, String(child.pid));
    await ended(child);
    rmSync(group, { force: true });
    return { content: readFileSync(output) };
  } catch (error) {
    const { code, path }: { readonly code?: unknown; readonly path?: unknown } = error ?? {};
    if (code !== 'ENOENT' || path !== output) throw error;
    return { refused: `cannot be made as ${work.format}` };
  } finally {
    rmSync(output, { force: true });
    rmSync(input, { force: true });
  }
}

function ended(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', () => resolve());
  });
}

serveWork<OfficeWork, OfficeAnswer>(async (work) => ({ answer: await convert(work) }));
