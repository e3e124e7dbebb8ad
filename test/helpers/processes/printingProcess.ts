import pino from 'pino';
import { makeChromium } from '../../../drivers/rendering/browser/chromium.ts';

/** Prints one document after the other by the Chromium that the argument names. */
const [, , path = ''] = process.argv;
const chromium = makeChromium({ log: pino({ level: 'silent' }), path, size: 1 });
for (;;) {
  await chromium.print({ html: '<p>text' });
  console.log('printed');
}
