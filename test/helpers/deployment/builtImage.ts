import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serverCache } from '../servers/javaServers.ts';

/** The image of the Dockerfile, which scripts/image.sh builds and unpacks. */

const store = join(serverCache(), 'containers');
const read = (name: string): string => readFileSync(join(store, name), 'utf8').trim();

/** Returns the folder of the unpacked image. */
export const imageFolder = (): string => read('folder');

/** Returns its size in megabytes (10^6 bytes). */
export function imageMegabytes(): number {
  const [number = '', unit] = read('size').split(' ');
  if (unit !== 'MB') throw new Error(`buildah prints the size as ${read('size')}`);
  return Number(number);
}

interface ImageConfig {
  readonly OCIv1: { readonly config: { readonly User: string; readonly Env: readonly string[] } };
}

export const imageConfig = (): ImageConfig['OCIv1']['config'] =>
  (JSON.parse(read('waybill.json')) as ImageConfig).OCIv1.config;

/** Why the image cannot be tested, in one sentence; undefined if it can. */
export const imageMissing: string | undefined =
  process.getuid?.() !== 0
    ? 'Only root can mount the image.'
    : existsSync(join(store, 'folder')) && existsSync(join(imageFolder(), 'waybill', 'main.ts'))
      ? undefined
      : '`sh scripts/image.sh` has not built the image.';

/**
 * Returns the start of a command line that runs the entry point of the image as a container engine does: as the user of
 * the image, with its folder as root, read-only except for `/tmp`, and without capabilities.
 */
export function inImage(): string[] {
  const mounts = [
    'mount --bind "$0" "$0"',
    'mount --rbind /dev "$0/dev"',
    'mount -t proc proc "$0/proc"',
    'mount -t tmpfs tmpfs "$0/tmp"',
    'mount -o remount,bind,ro "$0"',
    `exec chroot "$0" setpriv --reuid=10001 --regid=10001 --clear-groups --no-new-privs --bounding-set=-all \\
      sh -c 'cd /waybill && exec "$@"' sh "$@"`,
  ];
  const folder = imageFolder();
  const bun = '/waybill/node_modules/bun/bin/bun.exe';
  return ['unshare', '--mount', '--propagation=private', 'sh', '-ec', mounts.join('\n'), folder, bun, 'main.ts'];
}
