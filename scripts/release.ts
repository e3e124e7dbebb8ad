import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

/**
 * `npm run release`: packs the checkout as the release that package.json names, and stores the package for the test of
 * upgrades in place of the previous one. Then it sets the next version in both package.json, in the tags of
 * deploy/kubernetes and in CHANGELOG.md. It commits nothing; it prints the git commands that remain.
 *
 * The files to publish are in dist/: the package, its SHA-256, its components (CycloneDX), and its signature by the SSH key
 * that SIGNING_KEY names.
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

const dist = join(root, 'dist');
mkdirSync(dist, { recursive: true });
const published = join(dist, file);
copyFileSync(packed, published);
const sum = new Bun.CryptoHasher('sha256').update(readFileSync(published)).digest('hex');
writeFileSync(`${published}.sha256`, `${sum}  ${file}\n`);
writeFileSync(published.replace(/tgz$/, 'cdx.json'), run('node', 'scripts/components.mjs'));
const key = process.env['SIGNING_KEY'];
if (key) run('ssh-keygen', '-Y', 'sign', '-f', key, '-n', 'waybill-release', published);

const [major = 0, minor = 0] = version.split('.').map(Number);
const next = `${major}.${minor + 1}.0`;
run('npm', 'version', next, '--no-git-tag-version');
run('npm', '--prefix', 'client', 'version', next, '--no-git-tag-version');
const kustomization = join(root, 'deploy', 'kubernetes', 'kustomization.yaml');
writeFileSync(kustomization, readFileSync(kustomization, 'utf8').replaceAll(`newTag: ${version}`, `newTag: ${next}`));
writeFileSync(changelog, text.replace(`## ${heading}`, `## ${next} (unreleased)\n\n## ${heading}`));

console.log(
  [
    `${packed} (${Math.round(statSync(packed).size / 1024)} KB)`,
    `To publish: ${published}, .sha256 and .cdx.json${key ? ', .sig' : '. It is not signed: set SIGNING_KEY to the file of an SSH key.'}`,
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
