import { beforeEach, describe, expect, test } from 'bun:test';
import { diffRequests, shapeOf, withoutAudit } from '../../helpers/api/diffRequests.ts';
import { startApiForFile, type TestRecord } from '../../helpers/api.ts';
import { load } from '../../helpers/diffs.ts';

const api = await startApiForFile();
const { entries, errors } = diffRequests(api);
let records: Record<string, TestRecord>;

function uploaded(file: string): FormData {
  const form = new FormData();
  form.set('file', new Blob([file]), 'records.csv');
  return form;
}

beforeEach(async () => {
  await api.sql`truncate worklog_type, history, outbox`;
  records = await load(api, [
    { code: 'a', name: 'A', description: 'first' },
    { code: 'b', name: 'B', localizationData: { cs: { name: 'Bé' } } },
    { code: 'c', name: 'C' },
  ]);
});

describe('files of every format', () => {
  const table = [
    { code: 'a', name: 'A', description: 'first' },
    { code: 'n', name: 'Žluťoučký "kůň"\n\t\\N', localizationData: { cs: { name: '\\' } } },
  ];
  const csv =
    'code,name,description,localizationData\na,A,first,\nn,"Žluťoučký ""kůň""\n\t\\N",,"{""cs"":{""name"":""\\\\""}}"\n';
  const lines = table.map((record) => JSON.stringify(record)).join('\n');
  const expected = [
    ['NEW', undefined, 'n'],
    ['REMOVE', 'b', undefined],
    ['REMOVE', 'c', undefined],
  ];
  for (const [what, file] of [
    ['an array', JSON.stringify(table)],
    ['an envelope', JSON.stringify({ data: table, filtering: [] })],
    ['lines', lines],
    ['CSV', csv],
    ['CSV with a byte order mark', `\ufeff${csv}`],
    ['gzip of an array', Bun.gzipSync(JSON.stringify(table))],
    ['gzip of CSV', Bun.gzipSync(csv)],
  ] as const) {
    test(what, async () => {
      const found = await entries(file, 'compareField=code');
      expect(shapeOf(found)).toEqual(expected);
      expect(found[0]?.right).toEqual(table[1] as unknown as TestRecord);
    });
  }

  test('a column that is not there leaves the member as it is, an empty cell clears it', async () => {
    const found = await entries('code,icon,description\na,star,\nb,star,\nc,,\n', 'compareField=code');
    expect(found.map(({ right }) => right)).toEqual([
      { ...withoutAudit(records['a'] as TestRecord), icon: 'star', description: undefined },
      { ...withoutAudit(records['b'] as TestRecord), icon: 'star' },
    ] as unknown as TestRecord[]);
  });

  test('what cannot be read is told by record and line', async () => {
    expect(await errors('code,icon\nb,x\nn,y\n\n"m\nm",z\n', 'compareField=code')).toEqual([
      '[1].name: is required (line 3)',
      '[2].name: is required (line 5)',
    ]);
    expect(await errors('code,name\na\nb,c,d\n', 'compareField=code')).toEqual([
      '[0]: has 1 cells, the header has 2 (line 2)',
      '[1]: has 3 cells, the header has 2 (line 3)',
    ]);
    expect(await errors('id,icon\nnonsense,x\n')).toEqual(['[0].id: type mismatch, "nonsense" is not a UUID (line 2)']);
    expect(await errors('{"code":"a"}\n{"code":1,"name":"x","nix":2}\n')).toEqual([
      '[0].name: is required (line 1)',
      '[1].nix: unknown member (line 2)',
      '[1].code: must be a string, not 1 (line 2)',
    ]);
    expect(await errors('name\nx\n', 'compareField=code')).toEqual(['[0].code: is required (line 2)']);
    expect(await errors([{ code: 'a\u0000', name: '\ud800' }, null, 7])).toEqual([
      '[0].code: must not contain the character NUL',
      '[0].name: must not contain half of a surrogate pair',
      '[1]: must be a WorklogType object, not null',
      '[2]: must be a WorklogType object, not 7',
    ]);
  });

  test('a quote too many or too few, and broken JSON in a cell, are told by line and column', async () => {
    const doubled = 'write each quote inside it twice';
    for (const [file, problem] of [
      [
        'code,name\na,b\n\nc,"d\ne\n',
        `line 4, column 2: the quote before the cell has no quote behind the cell; add it, and ${doubled}`,
      ],
      [
        'code,name\na,b\nc,d"e\n',
        `line 3, column 2: there is a quote in a cell that does not begin with one; put the cell in quotes, and ${doubled}`,
      ],
      ['code,name\na,"b"c\n', `line 2, column 2: there is text behind the quote that ends the cell; ${doubled}`],
      [
        'code,na"me\n',
        `line 1, column 2: there is a quote in a cell that does not begin with one; put the cell in quotes, and ${doubled}`,
      ],
    ] as const)
      expect(await errors(file)).toEqual([`file: ${problem}`]);
    const broken =
      'is not JSON, line 1, column 7 of the cell: must be a value, not "]"; write JSON in the cell, with each quote doubled';
    const sorted = 'code,name,description,icon,validityFrom,validityTo,form,privilege,localizationData';
    for (const file of ['code,icon,localizationData\nx,,"{""cs"":]}"\n', `${sorted}\nx,,,,,,,,"{""cs"":]}"\n`])
      expect(await errors(file)).toEqual([
        `[0].localizationData: ${broken} (line 2)`,
        '[0].name: is required (line 2)',
      ]);
    const sent = await api.request('POST', '/worklog-types/diff/file', uploaded('code,name\na,"b\n'));
    expect(sent.json<{ problems: object[] }>().problems).toMatchObject([{ code: 'SYNTAX', path: 'file' }]);
    const lists = await api.request('POST', '/users/diff/file', uploaded('code,groups\na,"[""b"",]"\n'));
    expect(lists.json<{ problems: object[] }>().problems).toContainEqual({
      ...{ code: 'SYNTAX', path: '[0].groups' },
      message:
        'is not JSON, line 1, column 6 of the cell: must be a value, not "]"; write JSON in the cell, with each quote doubled (line 2)',
    });
  });

  test('many problems are counted', async () => {
    const found = await errors(Array.from({ length: 250 }, (_, n) => ({ code: `c${n}` })));
    expect(found).toHaveLength(100);
    expect(found.at(-1)).toBe('... and 151 more');
  });

  test('two records of one key are refused', async () => {
    const twice = [
      { code: 'x', name: '1' },
      { code: 'y', name: '2' },
      { code: 'x', name: '3' },
    ];
    expect(await errors(twice, 'compareField=code')).toEqual(['[2].code: "x" is in [0] already']);
    const { a } = records as { a: TestRecord };
    expect(await errors([withoutAudit(a), { ...withoutAudit(a), code: 'q' }])).toEqual([
      `[1].id: "${a.id}" is in [0] already`,
    ]);
  });

  test('a missing or broken upload is refused', async () => {
    expect(await errors('')).toEqual(['file: is empty']);
    expect((await errors(Bun.gzipSync('[1,2,3]').slice(0, 12)))[0]).toStartWith('file: is broken gzip');
    expect((await api.request('POST', '/worklog-types/diff/file', new FormData())).errors).toEqual([
      'file: is required',
    ]);
    expect((await api.request('POST', '/worklog-types/diff/file', [])).status).toBe(400);
  });
});
