import { describe, expect, test } from 'bun:test';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Glob } from 'bun';
import { parseAllDocuments } from 'yaml';
import { variables } from '../../app/config.ts';
import { queues } from '../../domain/queue/definitions.ts';
import { version } from '../../package.json';
import { makeFolderForFile } from '../helpers/bootstrap.ts';
import { checkManifests, kubeconformMissing } from '../helpers/deployment/kubeconform.ts';

/** The manifests of deploy/kubernetes. */

interface Container {
  readonly args: readonly string[];
  readonly env?: readonly { readonly name: string }[];
  readonly securityContext: object;
  readonly livenessProbe?: object;
  readonly readinessProbe?: object;
}
interface Resource {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly data?: Readonly<Record<string, string>>;
  readonly spec: {
    readonly template: {
      readonly spec: {
        readonly securityContext: object;
        readonly containers: readonly Container[];
        readonly terminationGracePeriodSeconds?: number;
      };
    };
    readonly triggers: readonly { readonly metadata: { readonly valueLocation: string } }[];
    readonly selector: { readonly matchLabels: object };
    readonly scaleTargetRef: { readonly name: string };
  };
}

const root = join(import.meta.dir, '../../deploy/kubernetes');
const names = [...new Glob('**/*.yaml').scanSync(root)];
const files = names.filter((name) => !name.endsWith('kustomization.yaml')).map((name) => join(root, name));
const resources = files.flatMap((file) =>
  parseAllDocuments(readFileSync(file, 'utf8')).map((document) => document.toJS() as Resource),
);
const processes = resources.filter(({ kind }) => kind === 'Deployment' || kind === 'Job');
const known = new Set<string>(Object.values(variables).map(({ name }) => name));

describe.skipIf(kubeconformMissing !== undefined)('kubeconform', () => {
  const folder = makeFolderForFile();

  test('accepts every manifest', async () => {
    const { code, output } = await checkManifests(folder, files);
    expect(output).toContain(`${resources.length} resources found`);
    expect([code, output]).toEqual([0, expect.stringContaining('Invalid: 0, Errors: 0, Skipped: 0')]);
  });

  test('refuses a member that Kubernetes does not know', async () => {
    const wrong = join(folder, 'wrong.yaml');
    writeFileSync(wrong, readFileSync(join(root, 'api.yaml'), 'utf8').replace('readinessProbe:', 'readynessProbe:'));
    const { code, output } = await checkManifests(folder, [wrong]);
    expect(code).toBe(1);
    expect(output).toContain('readynessProbe');
  });
});

test('each process exists, and reads the variables that it is given', () => {
  expect(
    processes.flatMap(({ spec }) => spec.template.spec.containers.map(({ args }) => args.join(' '))).sort(),
  ).toEqual(['api', 'migrate', 'worker']);
  const assigned = [
    ...processes.flatMap(({ spec }) =>
      spec.template.spec.containers.flatMap(({ env = [] }) => env.map(({ name }) => name)),
    ),
    ...resources.flatMap(({ kind, data = {} }) => (kind === 'ConfigMap' ? Object.keys(data) : [])),
  ];
  expect(assigned.length).toBeGreaterThan(5);
  expect(assigned.filter((name) => !known.has(name))).toEqual([]);
});

test('no container runs as root, gains rights or writes to its image', () => {
  for (const { spec } of processes) {
    expect(spec.template.spec.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 10001 });
    for (const { securityContext } of spec.template.spec.containers)
      expect(securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
  }
});

test('each Deployment has probes, a disruption budget that covers its pods, and time to stop', () => {
  const deployments = resources.filter(({ kind }) => kind === 'Deployment');
  expect(deployments.map(({ metadata }) => metadata.name).sort()).toEqual(['waybill-api', 'waybill-worker']);
  for (const { metadata, spec } of deployments) {
    const budget = resources.find(
      ({ kind, metadata: { name } }) => kind === 'PodDisruptionBudget' && name === metadata.name,
    );
    expect(budget?.spec.selector).toEqual(spec.selector);
    for (const { livenessProbe, readinessProbe } of spec.template.spec.containers)
      expect([livenessProbe, readinessProbe]).not.toContain(undefined);
    expect(spec.template.spec.terminationGracePeriodSeconds).toBeGreaterThan(30);
  }
});

test('what scales exists: the Deployments, and the queues whose age counts', () => {
  const scalers = resources.filter(({ kind }) => kind === 'ScaledObject' || kind === 'HorizontalPodAutoscaler');
  expect(scalers.map(({ spec }) => spec.scaleTargetRef.name).sort()).toEqual(['waybill-api', 'waybill-worker']);
  const counted = scalers
    .flatMap(({ spec }) => spec.triggers ?? [])
    .map(({ metadata }) => /^waybill_queue_oldest_seconds\{queue="(.*)"\}$/.exec(metadata.valueLocation)?.[1]);
  expect(counted.length).toBeGreaterThan(0);
  expect(counted.filter((name) => !name || !(name in queues))).toEqual([]);
});

test('the images are those of this version', () => {
  const text = readFileSync(join(root, 'kustomization.yaml'), 'utf8');
  expect([...text.matchAll(/newTag: (\S+)/g)].map(([, tag]) => tag)).toEqual([version, `${version}-office`]);
});
