import { test } from 'bun:test';
import { imports } from './graph.ts';
import { expectOffenders } from './offenders.ts';

/** Features of domain/ that every other may import: records and the machinery that all of them run on. */
const foundation = ['records', 'relations', 'queue', 'runtime', 'kinds', 'ports', 'filtering', 'validation'];

/** Edges between other features, each with its reason. */
const exceptions: Readonly<Record<string, string>> = {
  // To be judged:
  'directory → imports': 'to be judged',
  'documents → imports': 'to be judged',
  'documents → jobs': 'to be judged',
  'documents → search': 'to be judged',
  'jobs → directory': 'to be judged',
  'jobs → documents': 'to be judged',
  'jobs → logs': 'to be judged',
  'jobs → search': 'to be judged',
  'kinds → documents': 'to be judged',
  'kinds → notifications': 'to be judged',
  'logs → jobs': 'to be judged',
  'monitoring → jobs': 'to be judged',
  'monitoring → search': 'to be judged',
  'notifications → documents': 'to be judged',
  'notifications → jobs': 'to be judged',
  'notifications → search': 'to be judged',
  'ports → jobs': 'to be judged',
  'ports → logs': 'to be judged',
  'ports → notifications': 'to be judged',
  'ports → scripts': 'to be judged',
  'scripts → jobs': 'to be judged',
  'search → jobs': 'to be judged',
  'users → documents': 'to be judged',
  'users → search': 'to be judged',
};

const featureOf = (path: string): string | undefined => /^domain\/(\w+)\//.exec(path)?.[1];

test('a feature of domain imports the foundation alone, or has a reason', () => {
  const edges = imports.flatMap(({ from, to }) => {
    const [feature, other] = [featureOf(from), featureOf(to)];
    if (feature === undefined || other === undefined || feature === other) return [];
    return foundation.includes(other) ? [] : [`${feature} → ${other}`];
  });
  expectOffenders(edges, Object.keys(exceptions));
});
