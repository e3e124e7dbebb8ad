import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findJdk, noJdk, serverCache } from '../../helpers/servers/javaServers.ts';

const VERSION = '1.28.2';

/** Where scripts/verapdf.sh puts it. */
const jar = (): string => join(serverCache(), `verapdf-${VERSION}.jar`);

/** The reason why veraPDF is not available, in one sentence; undefined if it is. */
export function verapdfMissing(): string | undefined {
  if (!existsSync(jar())) return `veraPDF ${VERSION} is not in ${jar()}: scripts/verapdf.sh fetches it.`;
  return findJdk() ? undefined : noJdk;
}

/** Most checks end before the code of the second compiler, or of a collector of several threads, would be worth its time. */
const javaOptions = ['-Xmx512m', '-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'];

/** Returns the rules that PDFs break, by name of the file; the list is empty if a file conforms to the profile. */
export function violations(pdfs: Readonly<Record<string, Uint8Array>>, profile: string): Record<string, string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'waybill-verapdf-'));
  try {
    const files = Object.entries(pdfs).map(([name, bytes]) => {
      const file = join(folder, `${name}.pdf`);
      writeFileSync(file, bytes);
      return file;
    });
    const program = [...javaOptions, '-cp', jar(), 'org.verapdf.apps.GreenfieldCliWrapper'];
    const { stdout, stderr } = spawnSync(
      join(findJdk() ?? '', 'bin', 'java'),
      [...program, '--flavour', profile, '--format', 'json', ...files],
      // Its configuration is written to the home folder of the user.
      { encoding: 'utf8', env: { HOME: folder, JAVA_TOOL_OPTIONS: `-Duser.home=${folder}` } },
    );
    if (!stdout.startsWith('{')) throw new Error(`veraPDF: ${stderr}`);
    const { report } = JSON.parse(stdout) as { report: Report };
    return Object.fromEntries(
      report.jobs.map(({ itemDetails, validationResult = [] }) => [
        itemDetails.name.slice(folder.length + 1, -4),
        validationResult.flatMap(({ details }) =>
          details.ruleSummaries.map(({ clause, testNumber, description }) => `${clause}-${testNumber} ${description}`),
        ),
      ]),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

interface Report {
  readonly jobs: readonly {
    readonly itemDetails: { readonly name: string };
    readonly validationResult?: readonly { readonly details: { readonly ruleSummaries: readonly Rule[] } }[];
  }[];
}

interface Rule {
  readonly clause: string;
  readonly testNumber: number;
  readonly description: string;
}
