import { afterAll, expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspectTemplate } from '../../../domain/documents/warnings/inspectTemplate.ts';

const folder = mkdtempSync(join(tmpdir(), 'list-styles-'));
mkdirSync(join(folder, 'partials'));
writeFileSync(join(folder, 'partials', 'sheet.hbs'), '<style>@counter-style own { symbols: "*" }</style>');
writeFileSync(join(folder, 'partials', 'around.hbs'), '<div>{{> sheet}}</div>');
writeFileSync(join(folder, 'partials', 'data.hbs'), '{{{css}}}');
writeFileSync(join(folder, 'partials', 'other.hbs'), '<p>x</p>');
afterAll(() => rmSync(folder, { recursive: true }));

const problemsOf = (before: string): string[] => {
  const content = `${before}<ol style="list-style-type: own"><li>x</li></ol>`;
  return inspectTemplate({ inputType: 'HTML', documentType: 'PDF', content }, folder).map(({ problem }) => problem);
};
const rule = (descriptors: string): string => `<style>@counter-style own { ${descriptors} }</style>`;
const unknown = ['list-style-type: own of <ol> is not supported, so its numbers are decimal'];

test('a template with partials has a warning about a style of lists that none of them declares', () => {
  expect(problemsOf('{{> other}}')).toEqual(unknown);
  for (const declared of [
    '{{> sheet}}',
    '{{#> around}}{{/around}}',
    '{{> data}}',
    '{{> (lookup . "sheet")}}',
    '{{{css}}}',
  ])
    expect([declared, problemsOf(declared)]).toEqual([declared, []]);
});

test('a counter style that the layout ignores declares no style of lists', () => {
  for (const ignored of ['', 'system: numeric', 'symbols: url(a.png)', 'system: additive; additive-symbols: 1 a, 5 b'])
    expect([ignored, problemsOf(rule(ignored))]).toEqual([ignored, unknown]);
  for (const counted of ['symbols: a', 'system: extends decimal', 'symbols: {{#each all}}"{{this}}" {{/each}}'])
    expect([counted, problemsOf(rule(counted))]).toEqual([counted, []]);
});
