import { test } from 'bun:test';
import { imports } from './graph.ts';
import { expectOffenders } from './offenders.ts';

/** Features of domain/ that every other may import: records, who may read them, and the machinery that all run on. */
const foundation = ['access', 'records', 'relations', 'queue', 'runtime', 'kinds', 'ports', 'filtering', 'validation'];

/** Edges between other features, each with its reason. */
const exceptions: Readonly<Record<string, string>> = {
  'bulk → jobs': 'a bulk change is a Job',
  'bulk → notifications': 'an action on many notifications changes their states',
  'bulk → search': 'its records are selected in the database, as those of a reindex are',
  'directory → imports': 'a sync of the directory is applied as a saved diff of groups',
  'documents → imports': 'a bulk request is a file of records, read with the same parser and list of problems',
  'documents → jobs': 'a bulk request starts a Job, and a single document waits for the result of a worker',
  'documents → search': 'the documents of a Job are selected by a search of its steps',
  'erasure → jobTypes': 'words of the service that are not taken for the code of a person',
  'erasure → jobs': 'the erasure of a person is a Job',
  'erasure → notifications': 'it clears messages and suppressions',
  'identity → search': 'the audit list is searched like records, without being records',
  'jobTypes → bulk': 'the table of job types names what counts the work of cancelled steps',
  'jobTypes → directory': 'the table of job types names the checks of the data of each, which its feature has',
  'jobTypes → documents': 'the table of job types, as above',
  'jobTypes → jobs': 'types: what a job type declares',
  'jobTypes → logs': 'the table of job types, as above',
  'jobTypes → notifications': 'the table of job types, as above',
  'jobTypes → search': 'the table of job types, as above',
  'kinds → documents': 'the declaration of a kind names the check of its content: the syntax of templates',
  'kinds → notifications': 'as above: the config of rules, and the addresses that the channels declare',
  'kinds → schedules': 'as above: the times of schedules',
  'logs → jobs': 'a large deletion of logs is a Job',
  'monitoring → jobs': 'the administration of queues resends the steps of dead letters',
  'monitoring → search': 'lists of the administration are searches',
  'notifications → documents': 'a rule generates documents, and its subject is a template',
  'notifications → jobs': 'the evaluation of a rule waits for the result of a worker',
  'notifications → search': 'suppressions and mailbox messages are searched like records, without being records',
  'ports → changes': 'types of parts that the Services of a process hold',
  'ports → identity': 'types, as above',
  'ports → jobs': 'types, as above',
  'ports → logs': 'types, as above',
  'ports → notifications': 'types, as above',
  'ports → scripts': 'types, as above',
  'samples → documents': 'the samples contain the templates that come with the installation',
  'schedules → search': 'the list of schedules is answered as a page, as searches are',
  'scripts → jobs': 'the evaluation of a script waits for the result of a worker',
  'search → jobs': 'a rebuild of an index is a Job',
  'users → samples': 'the initial records of an installation are the samples',
  'users → search': 'finders of groups and sharings are searches',
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
