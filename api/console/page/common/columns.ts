import { labelOfPath } from './labels.ts';

/** The columns of filters and sorting, under the labels that people read. */
export interface NamedColumns {
  readonly labels: readonly string[];
  /** The label of a column; its path if it is none of the kind's own. */
  readonly labelOf: (path: string) => string;
  /** The path of a label; the text itself if it is none, which may be a path. */
  readonly pathOf: (text: string) => string;
}

/** Returns labels for paths. Two paths with the same label have their path behind it. */
export function namedColumns(paths: readonly string[]): NamedColumns {
  const unique = [...new Set(paths)];
  const counts = Map.groupBy(unique, labelOfPath);
  const byPath = new Map(
    unique.map((path) => {
      const label = labelOfPath(path);
      return [path, counts.get(label)?.length === 1 ? label : `${label} (${path})`];
    }),
  );
  const byLabel = new Map([...byPath].map(([path, label]) => [label.toLowerCase(), path]));
  return {
    labels: [...byPath.values()],
    labelOf: (path) => byPath.get(path) ?? path,
    pathOf: (text) => (byPath.has(text) ? text : (byLabel.get(text.trim().toLowerCase()) ?? text.trim())),
  };
}
