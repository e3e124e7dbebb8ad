import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { openRecordFile, type ReadOptions } from '../../../domain/imports/files/recordFile.ts';
import type { Json } from '../../../domain/kinds/kind.ts';
import { logType } from '../../../domain/kinds/processing/logType.ts';
import { userType } from '../../../domain/kinds/users/userType.ts';
import { ReaderGone, Spool, SpoolWriter } from '../../../domain/runtime/spool.ts';
import { parseJson } from '../../../domain/validation/parseJson.ts';

/** Yields the bytes in chunks of one size. The result of a parser must not depend on the ends of the chunks. */
function inChunks(bytes: Uint8Array, size: number): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.slice(at, at + size));
      controller.close();
    },
  });
}

async function read(file: string | Uint8Array, size = 1 << 20, options: Partial<ReadOptions> = {}, kind = userType) {
  const bytes = typeof file === 'string' ? Buffer.from(file) : file;
  const opened = await openRecordFile(kind, inChunks(bytes, size), { at: 'file', ...options });
  const elements = await Array.fromAsync(opened.elements);
  return { ...opened, elements, values: elements.map(({ value }) => value), envelope: opened.envelope() };
}

const problems = async (file: string | Uint8Array, options: Partial<ReadOptions> = {}): Promise<string[]> => {
  try {
    await read(file, 1 << 20, options);
  } catch (error) {
    return [...(error as { errors: string[] }).errors];
  }
  return [];
};

const json = fc.jsonValue({ maxDepth: 4 }) as fc.Arbitrary<Json>;
const chunkSize = fc.integer({ min: 1, max: 40 });

describe('JSON is parsed whatever the ends of its chunks', () => {
  test('an array, as its elements', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(json, { maxLength: 8 }),
        chunkSize,
        fc.constantFrom(0, 2),
        async (values, size, indent) => {
          const { format, values: found } = await read(`\ufeff ${JSON.stringify(values, null, indent)}\n`, size);
          expect(format).toBe('json');
          expect(found).toEqual(parseJson(JSON.stringify(values)) as Json[]);
        },
      ),
    );
  });

  test('an envelope, as its data and its other members', async () => {
    const beside = fc.dictionary(
      fc.string().filter((name) => name !== 'data' && name !== '__proto__'),
      json,
      { maxKeys: 4 },
    );
    await fc.assert(
      fc.asyncProperty(
        beside,
        beside,
        fc.array(json, { maxLength: 6 }),
        chunkSize,
        async (before, after, data, size) => {
          const text = JSON.stringify({ ...before, data, ...after });
          const whole = parseJson(text) as { data: Json[] };
          const { values, envelope } = await read(text, size, { onlyJson: true });
          expect(values).toEqual(whole.data);
          expect(envelope).toEqual({ ...whole, data: [] });
        },
      ),
    );
  });

  test('lines, as their values', async () => {
    const object = fc.dictionary(
      fc.string().filter((name) => name !== 'data' && name !== '__proto__'),
      json,
      { maxKeys: 4 },
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(object, { minLength: 1, maxLength: 6 }),
        chunkSize,
        fc.constantFrom('\n', '\r\n', '\n\n'),
        async (values, size, end) => {
          const { values: found } = await read(values.map((value) => JSON.stringify(value)).join(end), size);
          expect(found).toEqual(parseJson(JSON.stringify(values)) as Json[]);
        },
      ),
    );
  });

  test('lines are counted, including blank ones', async () => {
    const { elements } = await read('{"a":1}\n\n{"b":2}\r\n{"c":3}', 3);
    expect(elements.map(({ at, line }) => [at, line])).toEqual([
      ['[0]', 1],
      ['[1]', 3],
      ['[2]', 4],
    ]);
  });

  test('a place inside data is named as such', async () => {
    const { elements } = await read('{"data":[1,2]}');
    expect(elements.map(({ at }) => at)).toEqual(['data[0]', 'data[1]']);
  });
});

describe('errors name their place', () => {
  const deep = '['.repeat(5_000);
  for (const [what, file, problem] of [
    ['nothing', '', 'file: is empty'],
    ['blanks', ' \n ', 'file: is empty'],
    ['an array that ends early', '[{"a":1},{"b"', 'file: ends in the middle of [1]'],
    ['an envelope that ends early', '{"data":[1],"name":', 'file: ends in the middle of an object'],
    ['a comma too many', '[1,]', '[1]: is malformed JSON'],
    ['something behind the end', '[1] 2', 'file: something follows the end'],
    ['data twice', '{"data":[],"data":[]}', 'data: occurs twice'],
    ['a broken line', '{"a":1}\n{"a":\n{"a":2}', '[1]: is malformed JSON'],
    ['two objects on a line', '{"a":1} {"b":2}', '[0]: something follows it on the same line'],
    ['deep nesting', deep, '[0]: is nested deeper than 100 levels'],
    ['deep nesting of objects', `{"a":${'{"a":'.repeat(5_000)}`, '[0]: is nested deeper than 100 levels'],
    ['a broken quote in CSV', 'code,name\na,"b', 'file: line 2, column 2: the quote'],
    ['text that is no CSV of the kind', 'Dear Sir,\nhello', 'header: UserType has no member "Dear Sir"'],
    ['a column twice', 'code,code\na,b', 'header: the column "code" occurs twice'],
    ['a part of what is no object', 'code.x\na', 'header: UserType has no member "code.x"'],
    ['UTF-16', Buffer.from('\ufeffcode,name\na,b', 'utf16le'), 'file: must be UTF-8'],
    [
      'Latin-1 in CSV',
      Buffer.from('code,name\na,Plze\u0148\u00e9'.replace('\u0148', 'n'), 'latin1'),
      'file: must be UTF-8',
    ],
    ['Latin-1 in JSON', Buffer.from('[{"code":"\u00e9"}]', 'latin1'), '[0]: is not UTF-8'],
  ] as const) {
    test(what, async () => {
      const [first] = await problems(file);
      expect(first).toStartWith(problem);
    });
  }

  test('a different format is rejected where only JSON is expected', async () => {
    expect(await problems('code,name', { onlyJson: true })).toEqual(['file: must begin with [ or {']);
    expect(await problems(Bun.gzipSync('[]'), { onlyJson: true })).toEqual(['file: must begin with [ or {']);
  });
});

describe('gzip', () => {
  const text = JSON.stringify([{ code: 'Žluť' }]);
  const packed = Bun.gzipSync(text);

  test('is unpacked in chunks of every size', async () => {
    for (const size of [1, 5, 1_000]) expect((await read(packed, size)).values).toEqual(JSON.parse(text));
  });
  test('of several members is read as one file', async () => {
    const file = Buffer.concat([Bun.gzipSync(text.slice(0, 9)), Bun.gzipSync(text.slice(9))]);
    expect((await read(file)).values).toEqual(JSON.parse(text));
  });
  test('that is truncated, altered or nested is rejected', async () => {
    const altered = packed.slice();
    altered[altered.length - 6] = (altered.at(-6) as number) ^ 0xff;
    for (const broken of [packed.slice(0, packed.length - 9), packed.slice(0, 15), altered, packed.slice(0, 2)])
      expect((await problems(broken))[0]).toStartWith('file: is broken gzip');
    expect((await problems(Bun.gzipSync(packed))).length).toBeGreaterThan(0);
  });
  test('that unpacks to more than the limit is rejected', async () => {
    const limits = { unpacked: 1_000_000, record: 1_000_000 };
    const large = Bun.gzipSync(`[${'"0123456789",'.repeat(200_000)}1]`);
    expect(await problems(large, { limits })).toEqual(['file: unpacks to more than 0 MB']);
  });
  test('that unpacks to hundreds of times its size is rejected before it is complete', async () => {
    const bomb = Bun.gzipSync(Buffer.concat([Buffer.from('['), Buffer.alloc(100_000_000, ' ')]));
    expect(await problems(bomb)).toEqual(['file: unpacks to more than 200 times its size']);
  });
  test('with one endless record is rejected', async () => {
    const limits = { unpacked: 1_000_000_000, record: 1024 * 1024 };
    expect(await problems(`["${'a'.repeat(3_000_000)}"]`, { limits })).toEqual(['[0]: is larger than 1 MB']);
  });
});

describe('CSV', () => {
  const rows = async (text: string, kind = userType) => {
    const { columns, elements } = await read(text, 7, {}, kind);
    return elements.map(({ value }) => columns?.over(value as string[], undefined));
  };

  test('reads a cell by the type of its member', async () => {
    const [row] = await rows(
      'code,name,registry,localizationData.cs.name,config.depth,config.color,config.on,type\n' +
        '007,"a ""b"", c","{""x"":{""type"":""string""}}",Žluť,12,red,true,\n',
    );
    expect(row).toEqual({
      code: '007',
      name: 'a "b", c',
      registry: { x: { type: 'string' } },
      localizationData: { cs: { name: 'Žluť' } },
      config: { depth: 12, color: 'red', on: true },
    });
  });
  test('accepts semicolons and tabs, a byte order mark and line breaks in cells', async () => {
    expect(await rows('\ufeffcode;name\na,b;"c\nd"\n')).toEqual([{ code: 'a,b', name: 'c\nd' }]);
    expect(await rows('code\tname\r\na\tb\r\n')).toEqual([{ code: 'a', name: 'b' }]);
  });
  test('counts the line on which a row begins', async () => {
    const { elements } = await read('code,name\na,"b\nc"\n\nd,e\n', 4);
    expect(elements.map(({ line }) => line)).toEqual([2, 5]);
  });
  test('reports whether it has all columns of the kind', async () => {
    const names = Object.keys(logType.members);
    expect((await read(`${names.join(',')}\n`, 9, {}, logType)).columns?.complete).toBe(true);
    expect((await read(`${names.slice(0, -1).join(',')}\n`, 9, {}, logType)).columns?.complete).toBe(false);
  });
  test('replaces the members of its columns, and removes those of empty cells', async () => {
    const { columns } = await read('code,description,config.a.b\n');
    const current = { code: 'x', name: 'N', description: 'gone', config: { a: { b: 1, c: 2 }, d: 3 } };
    expect(columns?.over(['x', '', ''], current)).toEqual({ code: 'x', name: 'N', config: { a: { c: 2 }, d: 3 } });
    expect(columns?.over(['x', '', '5'], current)).toEqual({
      code: 'x',
      name: 'N',
      config: { a: { b: 5, c: 2 }, d: 3 },
    });
    expect(current.config.a).toEqual({ b: 1, c: 2 });
    expect(columns?.over(['x', '', ''], undefined)).toEqual({ code: 'x' });
  });
  test('ignores auditInfo', async () => {
    expect(await rows('code,auditInfo.version,auditInfo\na,7,x\n')).toEqual([{ code: 'a' }]);
  });
});

test('other work proceeds while a large file is read', async () => {
  const text = `[${Array.from({ length: 60_000 }, (_, n) => JSON.stringify({ code: `c${n}`, name: 'x'.repeat(100) })).join(',')}]`;
  let ticks = 0;
  let reading = true;
  const count = (): void => {
    ticks++;
    if (reading) setImmediate(count);
  };
  setImmediate(count);
  const { elements } = await read(text, text.length);
  reading = false;
  expect(elements.length).toBe(60_000);
  expect(ticks).toBeGreaterThan(5);
});

describe('a spool', () => {
  test('returns its content as chunks and as a stream, small or large', async () => {
    for (const length of [10, 30_000]) {
      const spool = new Spool();
      const writer = new SpoolWriter(spool);
      const texts = Array.from({ length }, (_, n) => `${n}:${'ž'.repeat(n % 300)};`);
      for (const text of texts) await writer.add(text);
      await writer.flush();
      const chunks = await Array.fromAsync(spool.chunks());
      expect(chunks.every((chunk) => chunk.toString().endsWith(';'))).toBe(true);
      expect(Buffer.concat(chunks).toString()).toBe(texts.join(''));
      spool.end();
      expect(await new Response(spool.stream()).text()).toBe(texts.join(''));
    }
  });

  test('can be read while it is written, and fails its reader if the write fails', async () => {
    for (const failure of [undefined, new Error('the database is unavailable')]) {
      const spool = new Spool();
      const reading = new Response(spool.stream()).text().catch((error: Error) => error);
      let text = '';
      for (let n = 0; n < 50; n++) {
        const chunk = `${n}:${'x'.repeat(100_000)};`;
        text += chunk;
        await spool.write(Buffer.from(chunk));
      }
      spool.end(failure);
      expect(await reading).toEqual(failure ?? text);
    }
  });

  test('notifies its writer when the reader has stopped', async () => {
    const spool = new Spool();
    const reader = spool.stream().getReader();
    await spool.write(Buffer.from('x'));
    await reader.read();
    await reader.cancel();
    await expect(spool.write(Buffer.from('y'))).rejects.toThrow(ReaderGone);
  });

  test('deletes every file, even one that is being read', async () => {
    const names = () => [...new Bun.Glob('waybill-????????-*').scanSync({ cwd: '/tmp' })];
    const before = names();
    const spool = new Spool();
    await spool.write(Buffer.alloc(5_000_000));
    const reader = spool.stream().getReader();
    await reader.read();
    expect(names()).toEqual(before);
    await reader.cancel();
  });
});
