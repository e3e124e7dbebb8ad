// Around `npm pack`: npm leaves package-lock.json out of what it packs, and takes it along under its other name. A release
// without its lock would be installed with whatever versions there are that day.
import { copyFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const packed = join(root, 'npm-shrinkwrap.json');
if (process.argv.includes('--remove')) rmSync(packed, { force: true });
else copyFileSync(join(root, 'package-lock.json'), packed);
