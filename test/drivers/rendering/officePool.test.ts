import { afterEach, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import type { Component } from '../../../domain/ports/component.ts';
import { ConversionRefused, ConverterNotReady, type Office } from '../../../domain/ports/rendering.ts';
import { freeMemoryMb } from '../../../drivers/rendering/office/freeMemory.ts';
import { makeOffice } from '../../../drivers/rendering/office/office.ts';
import { poll } from '../../helpers/waits/poll.ts';

setDefaultTimeout(60_000);

/** Failures of the converter's processes, with a fake converter that fails on demand. */

const open: { office: Office & Component; folder: string }[] = [];
afterEach(async () => {
  for (const { office, folder } of open.splice(0)) {
    await office.stop();
    rmSync(folder, { recursive: true });
  }
});

function fake(options: { stall?: boolean; startMs?: number; limitMs?: number; queueMs?: number } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'waybill-fake-office-'));
  if (options.stall) writeFileSync(join(folder, 'stall'), '');
  const { startMs = 20_000, limitMs = 20_000, queueMs = 20_000 } = options;
  const log = pino({ level: 'silent' });
  const script = join(import.meta.dir, '..', '..', 'helpers', 'processes', 'officeFake.ts');
  const office = makeOffice({ log, startMs, limitMs, queueMs, sofficePath: folder, script });
  open.push({ office, folder });
  const starts = () => readdirSync(folder).filter((name) => name.startsWith('start-')).length;
  const startedPids = () => readdirSync(folder).flatMap((name) => /^start-\d+-(\d+)$/.exec(name)?.[1] ?? []);
  const isRunning = (pid: string) => existsSync(`/proc/${pid}/status`);
  const convert = async (html: string, signal?: AbortSignal): Promise<string> =>
    new TextDecoder().decode(await office.convert(html, 'docx', { signal }));
  return { office, convert, starts, startedPids, isRunning };
}

describe('a conversion', () => {
  test('waits for the next start if one hangs', async () => {
    const { convert, starts } = fake({ stall: true, startMs: 1_500 });
    expect(await convert('page')).toMatch(/^\d+$/);
    expect(starts()).toBeGreaterThanOrEqual(2);
  });

  test('that a caller waits for leaves the queue if no converter is ready, and is not begun in vain', async () => {
    const { office, startedPids, isRunning } = fake({ stall: true, queueMs: 100 });
    const failed = await office.convert('page', 'docx', { isAwaited: true }).catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(ConverterNotReady);
    // The converter that is starting continues.
    expect(startedPids().map(isRunning)).toEqual([true]);
    const hung = fake({ limitMs: 3_000, queueMs: 100 });
    await hung.convert('page');
    const refused = await hung.office
      .convert('alwaysHang', 'docx', { isAwaited: true })
      .catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(ConversionRefused);
  });

  test('that a caller waits for goes ahead of conversions without one', async () => {
    const { office, convert, startedPids } = fake();
    await convert('page');
    const finished: string[] = [];
    const convertNamed = async (name: string, isAwaited: boolean) => {
      await office.convert(name, 'docx', { isAwaited });
      finished.push(name);
    };
    await Promise.all(
      ['bulk 1', 'bulk 2', 'bulk 3', 'single 1', 'single 2'].map((name) =>
        convertNamed(name, name.startsWith('single')),
      ),
    );
    expect(finished).toEqual(['bulk 1', 'single 1', 'single 2', 'bulk 2', 'bulk 3']);
    expect(startedPids()).toHaveLength(1);
  });

  test('that a caller waits for is not begun while another one waits for the start', async () => {
    const { office } = fake({ stall: true, startMs: 1_500 });
    const convertAwaited = () => office.convert('page', 'docx', { isAwaited: true }).catch((error: unknown) => error);
    const [first, second] = await Promise.all([convertAwaited(), convertAwaited()]);
    expect(first).toBeInstanceOf(Uint8Array);
    expect(second).toBeInstanceOf(ConverterNotReady);
    expect(await convertAwaited()).toBeInstanceOf(Uint8Array);
  });

  test('is retried by another process once if its process dies', async () => {
    const { convert, starts } = fake();
    expect(await convert('die')).toMatch(/^\d+$/);
    expect(starts()).toBe(2);
    const [lost, served] = await Promise.allSettled([convert('alwaysDie'), convert('page')]);
    expect(lost).toMatchObject({ reason: { message: 'the office converter died twice, last with 3' } });
    expect(served.status).toBe('fulfilled');
  });

  test('is retried by another process once if its process hangs', async () => {
    const { convert } = fake({ limitMs: 1_000 });
    expect(await convert('hang')).toMatch(/^\d+$/);
    await expect(convert('alwaysHang')).rejects.toThrow('docx within 1 s (OFFICE_TIMEOUT_SECONDS): shorten');
    expect(await convert('page')).toMatch(/^\d+$/);
  });

  test('of a page so large that it used the whole time is not retried', async () => {
    const { convert } = fake({ limitMs: 1_000 });
    await expect(convert(`hang${' '.repeat(1_100_000)}`)).rejects.toThrow('cannot be made as docx within 1 s');
  });

  test('that seems to hang lets another process convert the next page', async () => {
    const { convert, starts, isRunning } = fake({ limitMs: 30_000 });
    const first = await convert('page');
    const abort = new AbortController();
    const hanging = convert('alwaysHang', abort.signal).catch(String);
    expect(await convert('page')).not.toBe(first);
    expect(isRunning(first)).toBe(true);
    expect(starts()).toBe(2);
    abort.abort(new Error('aborted'));
    expect(await hanging).toBe('Error: aborted');
  });

  test('ends when its caller aborts', async () => {
    const { convert } = fake();
    await convert('page');
    const abort = new AbortController();
    const hanging = convert('alwaysHang', abort.signal);
    const next = convert('page');
    abort.abort(new Error('aborted'));
    await expect(hanging).rejects.toThrow('aborted');
    expect(await next).toMatch(/^\d+$/);
  });
});

test('a process that has grown serves until its replacement is ready', async () => {
  const { convert } = fake();
  const old = await convert('grow');
  expect(await convert('page')).toBe(old);
  await poll('the next to take its place', async () => (await convert('page')) !== old);
  await poll('the old one to end', async () => !(await Bun.file(`/proc/${old}/status`).exists()));
});

test('a stop ends all processes and rejects waiting conversions', async () => {
  const { office, convert } = fake();
  const pid = await convert('page');
  const stopped = convert('alwaysHang').catch(String);
  await office.stop();
  expect(await stopped).toBe('Error: the office converter was stopped');
  expect(await Bun.file(`/proc/${pid}/status`).exists()).toBe(false);
  await expect(convert('page')).rejects.toThrow('the office converter is stopped');
});

test('an unsupported format is rejected', async () => {
  const { office } = fake();
  await expect(office.convert('page', 'pdf')).rejects.toThrow('pdf is not made by the office converter');
});

const MB = 1_048_576;

function freeWith(files: Readonly<Record<string, string>>): number {
  const folder = mkdtempSync(join(tmpdir(), 'waybill-cgroup-'));
  try {
    mkdirSync(join(folder, 'memory'));
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    return freeMemoryMb(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The free memory by which a worker decides whether its converters start with it. */
describe('the free memory', () => {
  test('within the limit of a container excludes what is in use, but not files', () => {
    const inVersion2 = { 'memory.max': `${100 * MB}\n`, 'memory.current': `${70 * MB}\n` };
    expect(freeWith({ ...inVersion2, 'memory.stat': `anon ${50 * MB}\ninactive_file ${20 * MB}\n` })).toBe(50);
    expect(freeWith(inVersion2)).toBe(30);
    expect(freeWith({ ...inVersion2, 'memory.max': `${60 * MB}\n` })).toBe(0);
    expect(
      freeWith({
        'memory/memory.limit_in_bytes': `${100 * MB}\n`,
        'memory/memory.usage_in_bytes': `${70 * MB}\n`,
        'memory/memory.stat': `inactive_file 0\ntotal_inactive_file ${10 * MB}\n`,
      }),
    ).toBe(40);
  });

  test('without a limit is that of the machine', () => {
    expect(freeWith({})).toBeGreaterThan(100);
    expect(freeWith({ 'memory.max': 'max\n', 'memory.current': `${70 * MB}\n` })).toBeGreaterThan(100);
  });
});
