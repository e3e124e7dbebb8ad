import { makeBrowser } from '../../app/drivers.ts';
import { makeLog } from '../../app/log.ts';
import { type Check, reasonOf } from './finding.ts';

/** Prints a page by the browser that is configured. */
export const checkBrowser: Check = async (config) => {
  const subject = 'browser';
  const { chromiumPath, gotenbergUrl } = config;
  const name = gotenbergUrl === undefined ? `Chromium (${chromiumPath})` : `Gotenberg (${withoutUser(gotenbergUrl)})`;
  try {
    const made = await makeBrowser(config, makeLog('worker', 'silent'));
    if (!made) return [{ subject, state: 'ok', message: 'not configured' }];
    try {
      const { length } = await made.print({ html: '<!DOCTYPE html><title>doctor</title><p>Příliš žluťoučký kůň' });
      return [{ subject, state: 'ok', message: `${name} printed a PDF of ${length} bytes` }];
    } finally {
      await made.stop();
    }
  } catch (error) {
    const remedy = 'Check CHROMIUM_PATH or GOTENBERG_URL. A Chromium often lacks its sandbox or a library.';
    const command =
      gotenbergUrl === undefined
        ? '"$CHROMIUM_PATH" --headless --dump-dom about:blank'
        : 'curl "$GOTENBERG_URL/health"';
    return [{ subject, state: 'error', message: `${name}: ${reasonOf(error)}`, remedy, command }];
  }
};

/** Returns a URL without its user and password. */
function withoutUser(url: string): string {
  const shown = new URL(url);
  shown.username = '';
  shown.password = '';
  return shown.href.replace(/\/$/, '');
}
