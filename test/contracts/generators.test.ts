import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import openapi from '../../docs/openapi.json' with { type: 'json' };
import { makeFolderForFile } from '../helpers/bootstrap.ts';
import { runTool, type ToolResult } from '../helpers/processes/runTool.ts';
import { apiTools, areApiToolsMissing, pythonProgram } from '../helpers/servers/apiTools.ts';
import { findJdk } from '../helpers/servers/javaServers.ts';

setDefaultTimeout(300_000);

const root = join(import.meta.dir, '../..');
const document = join(root, 'docs/openapi.json');
const folder = makeFolderForFile();
const operations = Object.values(openapi.paths).flatMap((path) => Object.values(path as object));

const run = (command: readonly string[], PATH = process.env['PATH'] ?? ''): Promise<ToolResult> =>
  runTool(command, { cwd: folder, environment: { PATH } });

/** What openapi-generator says of every document, or of names in the language that it writes. */
const remarks = [
  // Of every document of OpenAPI 3.1.
  'OpenAPI 3.1 support is still in beta',
  // Of every response without a body.
  'Failed to get the schema name: null',
  // It names a model of its own for them.
  /\(reserved word\) cannot be used as model name\. Renamed/,
];

/** Prints a patch of the models of openapi-generator, loaded without its HTTP client, whose dependencies are not installed. */
const patchProgram = `
import json, sys, types
for name in ("openapi_client", "openapi_client.models"):
    sys.modules[name] = types.ModuleType(name)
    sys.modules[name].__path__ = ["generator/" + name.replace(".", "/")]
from openapi_client.models.audit_info_input import AuditInfoInput
from openapi_client.models.patch_of_worklog_type import PatchOfWorklogType
patch = PatchOfWorklogType(description=None, auditInfo=AuditInfoInput(version=1))
print(json.dumps(json.loads(patch.to_json()), sort_keys=True))
`;

/** Schemas of which openapi-python-client makes no class: it names the classes of their alternatives in their place. */
const unions = ['FilterOrGroup', 'Filtering'];

/** Prints which schemas have no class, and a filtering that was read and written again. */
const classesProgram = `
import json, sys
import python.models as models
names = json.loads(sys.argv[1])
filtering = {"filters": [{"or": [{"column": "code", "operator": "EQ", "value": "a"}, {"and": [{"fulltext": "b"}]}]}]}
read = models.FilteringObject.from_dict(filtering)
group = read.filters[0]
print(json.dumps({
    "missing": [name for name in names if not hasattr(models, name)],
    "types": [type(one).__name__ for one in (group, group.or_[0], group.or_[1], group.or_[1].and_[0])],
    "log": type(models.LogInput(**{
        name: {} if name == "related_data" else "x"
        for name in ("owner_type", "owner_id", "start_date", "request", "response", "end_date", "related_data")
    })).__name__,
    "group": models.UserGroupRegion.__annotations__["user_group"],
}))
`;

describe.skipIf(areApiToolsMissing)('generators of clients read the OpenAPI document without a warning', () => {
  test('openapi-python-client', async () => {
    const { code, output } = await run(
      [
        pythonProgram('openapi-python-client'),
        ...['generate', '--path', document, '--output-path', join(folder, 'python'), '--meta', 'none'],
        ...['--config', join(root, 'client/python/generator.yaml')],
      ],
      // Its formatter is found by name.
      `${join(apiTools(), 'python/bin')}:${process.env['PATH']}`,
    );
    expect({ code, output: output.trim() }).toEqual({ code: 0, output: `Generating ${join(folder, 'python')}` });
    const modules = new Bun.Glob('api/*/*.py').scanSync(join(folder, 'python'));
    expect([...modules].filter((name) => !name.endsWith('__init__.py')).length).toBe(operations.length);
    const names = JSON.stringify(Object.keys(openapi.components.schemas));
    const classes = await run([pythonProgram('python'), '-W', 'error', '-c', classesProgram, names]);
    expect({ ...classes, output: JSON.parse(classes.output) }).toEqual({
      code: 0,
      output: {
        missing: unions,
        types: ['OrGroup', 'Filter', 'AndGroup', 'FulltextFilter'],
        log: 'LogInput',
        group: 'UserGroup | UserGroupReference',
      },
    });
  });

  test('openapi-typescript', async () => {
    const { code, output } = await run([
      join(apiTools(), 'node_modules/.bin/openapi-typescript'),
      ...[document, '--output', join(folder, 'types.ts')],
    ]);
    expect({ code, faults: output.match(/^.*(⚠|✘|warn|error).*$/gim) }).toEqual({ code: 0, faults: null });
    const types = await Bun.file(join(folder, 'types.ts')).text();
    for (const { operationId } of operations) expect(types).toContain(`    ${operationId}: {`);
  });

  test('openapi-generator', async () => {
    const { code, output } = await run([
      join(findJdk() ?? '', 'bin/java'),
      ...['-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1', '-jar', join(apiTools(), 'openapi-generator-cli.jar')],
      ...['generate', '--generator-name', 'python', '--input-spec', document, '--output', join(folder, 'generator')],
      ...['--global-property', 'apiDocs=false,modelDocs=false,apiTests=false,modelTests=false'],
    ]);
    const faults = output
      .split('\n')
      .filter((line) => /\b(WARN|ERROR)\b|Exception/.test(line) && !line.includes('writing file'))
      .filter((line) => !remarks.some((remark) => line.match(remark)));
    expect({ code, faults }).toEqual({ code: 0, faults: [] });
    const compiled = await run([pythonProgram('python'), '-m', 'compileall', '-q', join(folder, 'generator')]);
    expect(compiled).toEqual({ code: 0, output: '' });
    const patched = await run([pythonProgram('python'), '-c', patchProgram]);
    expect(patched).toEqual({ code: 0, output: '{"auditInfo": {"version": 1}, "description": null}\n' });
  });
});
