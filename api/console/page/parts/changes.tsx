import { Table } from './table.tsx';

interface Change {
  readonly path: string;
  readonly from?: unknown;
  readonly to?: unknown;
}

/** Members with their old and new values. */
export const Changes = ({ caption, changes }: { caption: string; changes: readonly Change[] }) => (
  <Table
    caption={caption}
    rows={changes}
    keyOf={({ path }) => path}
    columns={[
      { title: 'Member', names: true, width: '24%', cell: ({ path }) => path },
      { title: 'Old value', width: '38%', cell: ({ from }) => from !== undefined && <del>{textOf(from)}</del> },
      { title: 'New value', width: '38%', cell: ({ to }) => to !== undefined && <ins>{textOf(to)}</ins> },
    ]}
  />
);

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Returns the members in which two records differ. Members of objects have a dotted path. */
export function differences(left: unknown, right: unknown, path = ''): Change[] {
  if (isObject(left) && isObject(right)) {
    return [...new Set([...Object.keys(left), ...Object.keys(right)])].flatMap((name) =>
      differences(left[name], right[name], path === '' ? name : `${path}.${name}`),
    );
  }
  if (JSON.stringify(left) === JSON.stringify(right)) return [];
  return [{ path, ...(left !== undefined && { from: left }), ...(right !== undefined && { to: right }) }];
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
