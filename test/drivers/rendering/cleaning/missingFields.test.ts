import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { TestRenderer } from '../testRenderer.ts';

setDefaultTimeout(60_000);

const renderer = new TestRenderer();
beforeAll(() => renderer.start());
afterAll(() => renderer.stop());

test('a format without a layout names the fields of forms that it lacks', async () => {
  const content = `<form><label>Name</label> <input value="Jana"><input type="hidden" value="1">
<select><option>Praha</option></select><textarea>note</textarea><dialog>closed</dialog><button hidden>Send</button><select style="display: none"></select></form>`;
  const outcome = await renderer.render(content, {}, { format: 'txt', strict: true });
  const warnings = 'problem' in outcome ? [outcome, ...(outcome.more ?? [])] : [];
  expect(warnings.map(({ problem, line }) => `${line}: ${problem}`)).toEqual(
    ['1: <input>', '2: <select>', '2: <textarea>'].map(
      (field) => `${field} is not in a txt, so its value is missing: write it as text`,
    ),
  );
  expect(await renderer.render(content, {}, { format: 'pdf', strict: true })).toHaveProperty('content');
});
