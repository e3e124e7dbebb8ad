import { afterAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import pino from 'pino';
import type { Browser } from '../../../../domain/ports/rendering.ts';
import { makeChromium } from '../../../../drivers/rendering/browser/chromium.ts';
import { browserMissing, executablePath } from '../../../helpers/browser.ts';
import { poppler, popplerMissing } from '../../../helpers/pdf.ts';
import { spawnScript } from '../../../helpers/processes/process.ts';
import { poll } from '../../../helpers/waits/poll.ts';
import { chromiumsOf, processesOf } from './chromiumProcesses.ts';

setDefaultTimeout(120_000);

/** The limits, faults and walls of the pool of Chromiums, with pages that nothing has cleaned. */

const log = pino({ level: 'silent' });
const made: ReturnType<typeof makeChromium>[] = [];
function chromium(options: { size?: number; limitMs?: number; maxMb?: number; path?: string } = {}) {
  const one = makeChromium({ log, path: executablePath, size: 1, ...options });
  made.push(one);
  return one;
}
const shared = chromium();
afterAll(() => Promise.all(made.map((one) => one.stop())));

const words = async (browser: Browser, html: string): Promise<string[]> =>
  poppler(await browser.print({ html }), 'pdftotext', '{}', '-')
    .split(/\s+/)
    .filter(Boolean);
/** Chromium needs seconds to lay it out. */
const slow = `<table>${'<tr><td>a<td><p>b</p><td><table><tr><td>c</table>'.repeat(4_000)}</table>`;

describe.skipIf(browserMissing !== undefined || popplerMissing !== undefined)('Chromium', () => {
  test('prints one document after the other on one page, and nothing of one is in the next', async () => {
    expect(await words(shared, '<title>a</title><style>p { color: red }</style><p id=x>first')).toEqual(['first']);
    const [before] = chromiumsOf(process.pid);
    expect(await words(shared, '<p>second, without a title')).toEqual('second, without a title'.split(' '));
    expect(chromiumsOf(process.pid)).toEqual(before ? [before] : []);
  });

  test('loads nothing and runs nothing, whatever a page contains', async () => {
    const requests: string[] = [];
    using server = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      fetch: (request) => {
        requests.push(new URL(request.url).pathname);
        return new Response('<p>fetched', { headers: { 'content-type': 'text/html' } });
      },
    });
    for (const host of [`127.0.0.1:${server.port}`, `localhost:${server.port}`]) {
      const at = `http://${host}`;
      const page = `<!DOCTYPE html><base href="${at}/base/">
        <link rel=stylesheet href="${at}/sheet"><link rel=preload as=image href="${at}/preload">
        <link rel=preconnect href="${at}"><link rel=dns-prefetch href="${at}"><link rel=prefetch href="${at}/prefetch">
        <link rel=icon href="${at}/icon"><link rel=manifest href="${at}/manifest">
        <style>@import url(${at}/import); @font-face { font-family: f; src: url(${at}/font) }
          p { font-family: f; background: url(${at}/background) } p::before { content: url(${at}/content) }</style>
        <script>document.write('written'); fetch('${at}/fetch'); new WebSocket('ws://${host}/socket');
          navigator.serviceWorker.register('/worker.js'); navigator.sendBeacon('${at}/beacon')</script>
        <script src="${at}/script"></script><script type=module src="${at}/module"></script>
        <img src="${at}/image" alt=""><img src=x onerror="location='${at}/error'"><img srcset="${at}/set 2x">
        <video src="${at}/video" poster="${at}/poster" autoplay></video><audio src="${at}/audio" autoplay></audio>
        <iframe src="${at}/frame"></iframe><iframe src="file:///etc/hostname"></iframe>
        <iframe src="data:text/html,<img src='${at}/data'>framed"></iframe>
        <iframe srcdoc="<img src='${at}/srcdoc'>inner"></iframe>
        <object data="${at}/object"></object><embed src="${at}/embed">
        <svg><image href="${at}/svg"/><use href="${at}/use#x"/></svg>
        <form action="${at}/form"><input autofocus onfocus="this.form.submit()"></form>
        <a href="${at}/ping" ping="${at}/ping">link</a><p>shown</p>`;
      const text = await words(shared, page);
      expect(text).toContain('shown');
      expect(text).not.toContain('written');
      expect(text).not.toContain('framed');
    }
    expect(requests).toEqual([]);
  });

  test('follows no refresh, and stays at the document', async () => {
    const requests: string[] = [];
    using server = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      fetch: (request) => {
        requests.push(request.url);
        return new Response(null, { status: 302, headers: { location: 'file:///etc/passwd' } });
      },
    });
    const targets = [`http://127.0.0.1:${server.port}/`, 'file:///etc/passwd', 'data:text/html,moved', 'about:blank'];
    for (const target of targets)
      expect(await words(shared, `<meta http-equiv=refresh content="0;url=${target}"><p>stayed`)).toEqual(['stayed']);
    expect(requests).toEqual([]);
  });

  for (const [what, isVictim] of [
    // Not the guard, whose argument is the folder too.
    ['Chromium', (line: string) => line.includes('--user-data-dir=') && !line.includes('--type=')],
    ['page', (line: string) => line.includes('--type=renderer')],
  ] as const)
    test(`prints a document again whose ${what} is killed in the middle`, async () => {
      await shared.print({ html: 'warm' });
      // Process numbers start again at their end, so that the new Chromium need not have the highest one.
      const others = chromiumsOf(process.pid).map(({ pid }) => pid);
      const browser = chromium();
      await browser.print({ html: 'warm' });
      const [before, ...more] = chromiumsOf(process.pid).filter(({ pid }) => !others.includes(pid));
      if (!before || more.length > 0) throw new Error('there is not one new Chromium');
      const printing = browser.print({ html: slow });
      // Chromium keeps a spare process for the next page, so that any of them may have this one. To start takes a process
      // less than half a second of processor time, and the page seconds.
      const renderers = () => processesOf(before.folder).filter(({ line }) => line.includes('--type=renderer'));
      const idle = new Map(renderers().map(({ pid, ticks }) => [pid, ticks]));
      await poll('the page to be laid out', () =>
        renderers().some(({ pid, ticks }) => ticks > (idle.get(pid) ?? 0) + 50),
      );
      for (const { pid, line } of processesOf(before.folder)) if (isVictim(line)) process.kill(pid, 'SIGKILL');
      expect((await printing).length).toBeGreaterThan(10_000);
      expect(chromiumsOf(process.pid).map(({ pid }) => pid)).not.toContain(before.pid);
      await browser.stop();
    });

  test('is replaced when a document takes too long or too much memory, which is said of the document', async () => {
    const hasty = chromium({ limitMs: 2_000 });
    await hasty.print({ html: 'warm' });
    const late = hasty.print({ html: slow.repeat(20) });
    expect(late).rejects.toThrow('cannot be printed by the browser within 2 s (BROWSER_TIMEOUT_SECONDS)');
    await late.catch(() => {});
    expect(await words(hasty, 'next')).toEqual(['next']);
    const small = chromium({ maxMb: 400 });
    const large = small.print({ html: slow.repeat(20) });
    expect(large).rejects.toThrow('needs more than the 400 MB that a browser may have (BROWSER_MEMORY_MB)');
    await large.catch(() => {});
    expect(await words(small, 'next')).toEqual(['next']);
  });

  test('makes documents wait while all pages are in use, and lets a waiting one be aborted', async () => {
    const controller = new AbortController();
    const first = shared.print({ html: slow });
    const aborted = shared.print({ html: 'aborted' }, controller.signal);
    const last = words(shared, 'last');
    controller.abort(new Error('the caller has gone'));
    expect(aborted).rejects.toThrow('the caller has gone');
    expect((await first).length).toBeGreaterThan(10_000);
    expect(await last).toEqual(['last']);
  });

  test('that cannot be started is an error of the worker, not of the document', async () => {
    const broken = chromium({ path: '/bin/false' });
    expect(broken.print({ html: 'x' })).rejects.toThrow('no browser can be started');
    await broken.print({ html: 'x' }).catch(() => {});
  });

  test('leaves no process and no folder behind when its worker is killed', async () => {
    const program = join(import.meta.dir, '..', '..', '..', 'helpers', 'processes', 'printingProcess.ts');
    const worker = spawnScript(program, executablePath);
    await worker.printed('a document', (output) => output.includes('printed'));
    const [running] = chromiumsOf(worker.child.pid);
    if (!running) throw new Error('the process has no Chromium');
    expect(existsSync(running.folder)).toBe(true);
    worker.child.kill('SIGKILL');
    await poll(
      'Chromium and its folder to be gone',
      () => processesOf(running.folder).length === 0 && !existsSync(running.folder),
    );
  });
});
