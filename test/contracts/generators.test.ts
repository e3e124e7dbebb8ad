import { expect, setDefaultTimeout, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolderForFile } from '../helpers/bootstrap.ts';
import { startAuthenticatedApiForFile } from '../helpers/api/callers.ts';
import { apiTools, pythonEnvironment, runTool } from '../helpers/servers/apiTools.ts';
import { findJdk } from '../helpers/servers/javaServers.ts';

setDefaultTimeout(300_000);

/** Programs that make clients of the OpenAPI document. None may leave anything out of it. */

const root = join(import.meta.dir, '../..');
const document = join(root, 'docs/openapi.json');
const folder = makeFolderForFile();
const tools = apiTools() ?? '';
const java = join(findJdk() ?? '', 'bin/java');

test.skipIf(tools === '')('openapi-typescript makes types of the document without a warning', async () => {
  const command = [join(tools, 'node/node_modules/.bin/openapi-typescript'), document, '-o', join(folder, 'types.ts')];
  const { code, output } = await runTool(command, { cwd: folder });
  expect([code, output.split('\n').filter((line) => /warn|error|⚠|✘/i.test(line))]).toEqual([0, []]);
  expect(await Bun.file(join(folder, 'types.ts')).text()).toContain('"/api/v2/changes"');
});

/** Lines of OpenAPI Generator that no document of OpenAPI 3.1 with examples can avoid. */
const unavoidable = [
  'OpenAPI 3.1 support is still in beta',
  // It documents only examples that are a single value.
  'Ignoring complex example on request body',
  'No application/json content media type found in response. Response examples can currently only be generated for',
];

test.skipIf(tools === '' || !existsSync(java))(
  'OpenAPI Generator makes a client of the document without a warning',
  async () => {
    const target = join(folder, 'java');
    const { code, output } = await runTool(
      [java, '-jar', join(tools, 'openapi-generator.jar'), 'generate', '-g', 'java', '-i', document, '-o', target],
      { cwd: folder },
    );
    const problems = output.split('\n').filter((line) => /\b(WARN|ERROR)\b/.test(line));
    expect([code, problems.filter((line) => !unavoidable.some((known) => line.includes(known)))]).toEqual([0, []]);
    expect(existsSync(join(target, 'src/main/java/org/openapitools/client/model/WorklogType.java'))).toBe(true);
  },
);

const program = `
import sys
from waybill_client import AuthenticatedClient
from waybill_client.api.change import get_changes
from waybill_client.api.worklog_type import (
    delete_worklog_types_id_or_code, get_worklog_types_id_or_code, patch_worklog_types_id_or_code, post_worklog_types,
    post_worklog_types_backup, post_worklog_types_search_page)
from waybill_client.models import BackupRequest, ErrorBody, Filter, FilteringObject, WorklogType
from waybill_client.models.patch_worklog_types_id_or_code_body import PatchWorklogTypesIdOrCodeBody

client = AuthenticatedClient(base_url=sys.argv[1], token=sys.argv[2])
made = post_worklog_types.sync(client=client, body=WorklogType(code="PYTHON", name="From Python"))
patch = PatchWorklogTypesIdOrCodeBody.from_dict({"icon": "snake"})
patch_worklog_types_id_or_code.sync_detailed("PYTHON", client=client, body=patch)
read = get_worklog_types_id_or_code.sync("PYTHON", client=client)
print(read.id == made.id, read.name, read.icon, read.audit_info.version)
refused = post_worklog_types.sync(client=client, body=WorklogType(code="", name="x"))
print(isinstance(refused, ErrorBody), refused.errors)
filtering = FilteringObject(filters=[Filter(column="code", value="PYTHON")])
page = post_worklog_types_search_page.sync(client=client, body=filtering)
print(page.total_elements, page.content[0].code)
backup = post_worklog_types_backup.sync(client=client, body=BackupRequest(entity_type="WorklogType"))
print(len(backup.data))
delete_worklog_types_id_or_code.sync_detailed("PYTHON", client=client)
print([change.change.value for change in get_changes.sync(client=client, kinds=["WorklogType"]).changes])
`;

test.skipIf(tools === '')('the Python client lacks no operation, and works', async () => {
  const api = await startAuthenticatedApiForFile();
  const target = join(folder, 'python');
  const made = await runTool(['sh', join(root, 'scripts/pythonClient.sh'), target], { cwd: folder });
  expect([made.code, made.output.match(/warning.*/gi) ?? []]).toEqual([0, []]);
  const { code, output } = await runTool(['python3', '-c', program, api.url, api.administrator.key], {
    cwd: folder,
    environment: pythonEnvironment(tools, target),
  });
  expect(output.trim().split('\n')).toEqual([
    'True From Python snake 2',
    "True ['code: must have 1 to 255 characters']",
    '1 PYTHON',
    '1',
    "['CREATED', 'UPDATED', 'DELETED']",
  ]);
  expect(code).toBe(0);
});
