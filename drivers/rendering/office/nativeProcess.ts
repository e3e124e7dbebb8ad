import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { groupFileIn, guardFolder } from '../../processPool/orphanGuard.ts';
import { serveWork } from '../../processPool/poolWorker.ts';
import { PdfProblem } from '../pdf/boxes/pdfProblem.ts';
import { prepare } from './officeInput.ts';
import type { OfficeAnswer, OfficeWork } from './officeWork.ts';
import { FormulaProblem } from './sheets/formula.ts';

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
const group = groupFileIn(folder);
const profile = join(folder, 'profile');
mkdirSync(join(profile, 'user'), { recursive: true });
writeFileSync(join(profile, 'user', 'registrymodifications.xcu'), SETTINGS);
guardFolder(folder);

async function convert(work: OfficeWork): Promise<OfficeAnswer> {
  try {
    const { page, read, format, options, finish } = await prepare(work);
    const filter = options === '' ? format : `${format}:Text - txt - csv (StarCalc):${options}`;
    const made = await converted(page, read, [`--infilter=${READER[read]}`, '--convert-to', filter]);
    const content = made && finish ? await finish(made) : made;
    const isLast = content === undefined || format === work.format;
    const answer = isLast ? content : await converted(content, format, ['--convert-to', work.format]);
    return answer ? { content: answer } : { refused: `cannot be made as ${work.format}` };
  } catch (error) {
    if (error instanceof FormulaProblem || error instanceof PdfProblem) return { refused: error.message };
    throw error;
  }
}

/** Runs LibreOffice once. Returns undefined if it makes no document. */
async function converted(document: Uint8Array, read: string, how: readonly string[]): Promise<Uint8Array | undefined> {
  const input = join(folder, `document.${read}`);
  const output = join(folder, 'output');
  writeFileSync(input, document);
  try {
    const child = spawn(
      soffice,
      [`-env:UserInstallation=file://${profile}`, ...OPTIONS, ...how, '--outdir', output, input],
      { detached: true, stdio: 'ignore', env: { PATH: process.env.PATH ?? '/usr/bin:/bin', HOME: folder } },
    );
    if (child.pid !== undefined) writeFileSync(group, String(child.pid));
    await ended(child);
    rmSync(group, { force: true });
    const [name] = existsSync(output) ? readdirSync(output) : [];
    return name === undefined ? undefined : readFileSync(join(output, name));
  } finally {
    rmSync(output, { recursive: true, force: true });
    rmSync(input, { force: true });
  }
}

const OPTIONS = ['--headless', '--norestore', '--nolockcheck'];

function ended(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', () => resolve());
  });
}

serveWork<OfficeWork, OfficeAnswer>(async (work) => ({ answer: await convert(work) }));
