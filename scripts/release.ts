import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * `npm run release`: packs the checkout as the release that package.json names, and stores the package for the test of
 * upgrades in place of the previous one. Then it sets the next version in both package.json and in CHANGELOG.md. It commits
 * nothing; it prints the git commands that remain.
 */
const root = join(import.meta.dir, '..');
const releases = join(root, 'test', 'releases');

interface Manifest {
  readonly name: string;
  readonly version: string;
}

const manifest: Manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const { name, version } = manifest;
const changelog = join(root, 'CHANGELOG.md');
const text = readFileSync(changelog, 'utf8');

if (run('git', 'status', '--porcelain') !== '')
  refuse('The working tree is not clean: commit or stash the changes before a release.');
const [, heading = ''] = /^## (.*)$/m.exec(text) ?? [];
if (!new RegExp(`^${RegExp.escape(version)} \\(\\d{4}-\\d\\d-\\d\\d\\)$`).test(heading))
  refuse(
    `CHANGELOG.md begins with "${heading}": it must begin with the section of ${version} and its date. Date the section and commit it.`,
  );

mkdirSync(releases, { recursive: true });
run('npm', 'pack', '--pack-destination', releases);
const file = `${name}-${version}.tgz`;
const packed = join(releases, file);
if (!existsSync(packed)) refuse(`npm pack did not write ${packed}.`);
for (const old of readdirSync(releases)) if (old !== file) rmSync(join(releases, old));

const [major = 0, minor = 0] = version.split('.').map(Number);
const next = `${major}.${minor + 1}.0`;
run('npm', 'version', next, '--no-git-tag-version');
run('npm', '--prefix', 'client', 'version', next, '--no-git-tag-version');
writeFileSync(changelog, text.replace(`## ${heading}`, `## ${next} (unreleased)\n\n## ${heading}`));

console.log(
  [
    `${packed} (${Math.round(statSync(packed).size / 1024)} KB)`,
    `Now: git tag ${version}; git add -A; git commit -m "Store ${version} for the test of upgrades, and begin ${next}"`,
  ].join('\n'),
);

function run(command: string, ...words: string[]): string {
  const { stdout, stderr, exitCode } = Bun.spawnSync([command, ...words], { cwd: root, stdin: 'ignore' });
  if (exitCode !== 0) refuse(`${command} ${words.join(' ')} ended with ${exitCode}: ${stderr.toString()}`);
  return stdout.toString().trim();
}

function refuse(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}
