import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { runTool, type ToolResult } from '../processes/runTool.ts';
import { serverCache } from '../servers/javaServers.ts';

/** kubeconform, with the schemas that scripts/kubeconform.sh fetches. */

const script = readFileSync(join(import.meta.dir, '../../../scripts/kubeconform.sh'), 'utf8');
const [, ...versions] = /version=(\S+) kubernetes=(\S+) keda=(\S+)/.exec(script) ?? [];
const home = join(serverCache(), `kubeconform-${versions.join('-')}`);

/** Why manifests cannot be checked, in one sentence; undefined if they can. */
export const kubeconformMissing: string | undefined = existsSync(join(home, 'kubeconform'))
  ? undefined
  : '`sh scripts/kubeconform.sh` has not fetched kubeconform.';

type Schema = Record<string, unknown>;
interface Definition extends Schema {
  readonly properties?: Schema;
  readonly 'x-kubernetes-group-version-kind'?: readonly { group: string; version: string; kind: string }[];
}
interface CustomResource {
  readonly spec: {
    readonly group: string;
    readonly names: { readonly kind: string };
    readonly versions: readonly { readonly name: string; readonly schema: { readonly openAPIV3Schema: Schema } }[];
  };
}

/** Writes a schema for each kind into the folder. Members that Kubernetes does not know are refused. */
function writeSchemas(folder: string): void {
  const file = join(home, 'kubernetes.json');
  const { definitions } = JSON.parse(readFileSync(file, 'utf8')) as { definitions: Record<string, Definition> };
  definitions['io.k8s.apimachinery.pkg.util.intstr.IntOrString'] = { type: ['string', 'integer'] };
  definitions['io.k8s.apimachinery.pkg.api.resource.Quantity'] = { type: ['string', 'number'] };
  const strict = Object.fromEntries(
    Object.entries(definitions).map(([name, one]) => [
      name,
      one.properties ? { additionalProperties: false, ...one } : one,
    ]),
  );
  writeFileSync(join(folder, '_definitions.json'), JSON.stringify({ definitions: strict }));
  const write = (kind: string, group: string, version: string, schema: Schema) =>
    writeFileSync(
      join(folder, [kind, group.split('.')[0], version].filter(Boolean).join('-').toLowerCase().concat('.json')),
      JSON.stringify(schema),
    );
  for (const [name, { 'x-kubernetes-group-version-kind': kinds = [] }] of Object.entries(definitions))
    for (const { group, version, kind } of kinds)
      write(kind, group, version, { $ref: `_definitions.json#/definitions/${name}` });
  for (const crd of readdirSync(join(home, 'keda'))) {
    const { spec } = parse(readFileSync(join(home, 'keda', crd), 'utf8')) as CustomResource;
    for (const { name, schema } of spec.versions) write(spec.names.kind, spec.group, name, schema.openAPIV3Schema);
  }
}

/**
 * Returns what kubeconform says about manifests.
 *
 * @param folder an empty folder for the schemas
 */
export async function checkManifests(folder: string, files: readonly string[]): Promise<ToolResult> {
  const schemas = join(folder, 'schemas');
  mkdirSync(schemas, { recursive: true });
  writeSchemas(schemas);
  const location = `${schemas}/{{ .ResourceKind }}{{ .KindSuffix }}.json`;
  return runTool([join(home, 'kubeconform'), '-summary', '-schema-location', location, ...files], { cwd: folder });
}
