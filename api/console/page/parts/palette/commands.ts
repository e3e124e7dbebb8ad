import type { Queue } from '../../../../../client/api.ts';
import { href } from '../../common/router.ts';
import { humanize, type Kind, plural } from '../../common/schema.ts';

/** A place that the palette leads to. */
export interface Command {
  readonly label: string;
  /** What the place is: `View`. */
  readonly group: string;
  readonly href: string;
}

/** A view of the menu, by its path. */
export interface MenuView {
  readonly view: string;
  readonly label: string;
}

/** Returns the commands of the caller: views, kinds, queues, and the creation of records. */
export function commandsOf(views: readonly MenuView[], kinds: readonly Kind[], queues: readonly Queue[]): Command[] {
  const paths = new Set(views.map(({ view }) => view));
  return [
    ...views.map(({ view, label }) => ({ label, group: 'View', href: href(view.split('/')) })),
    ...kinds
      .filter(({ path }) => !paths.has(path) && !paths.has(`records/${path}`))
      .map((kind) => ({ label: plural(kind), group: 'Records', href: href(['records', kind.path]) })),
    ...kinds
      .filter(({ offers }) => offers.has('POST ') && offers.has('PUT /{idOrCode}'))
      .map((kind) => ({
        label: `Create ${humanize(kind.name).toLowerCase()}`,
        group: 'Action',
        href: href(['records', kind.path, '~new']),
      })),
    ...queues.map(({ name }) => ({ label: name, group: 'Queue', href: href(['queues', name]) })),
  ];
}

/** Returns the commands of which each word of the text begins a word or is a part of it, the closest first. */
export function matchingCommands(commands: readonly Command[], text: string): Command[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const distanceOf = ({ label, group }: Command): number => {
    const searched = `${label} ${group}`.toLowerCase();
    if (!words.every((word) => searched.includes(word))) return Number.POSITIVE_INFINITY;
    const [first = ''] = words;
    if (label.toLowerCase().startsWith(first)) return 0;
    return searched.split(/[^\p{L}\p{N}]+/u).some((part) => part.startsWith(first)) ? 1 : 2;
  };
  return commands
    .map((command) => ({ command, distance: distanceOf(command) }))
    .filter(({ distance }) => distance < Number.POSITIVE_INFINITY)
    .toSorted((one, other) => one.distance - other.distance)
    .map(({ command }) => command);
}
