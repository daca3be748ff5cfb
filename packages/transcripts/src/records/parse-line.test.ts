import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseLine } from './parse-line.ts';
import { RecordBeginnings } from './record-beginnings.ts';

function values(text: string): unknown[] {
  return parseLine(text).records.map(({ value }) => value);
}

function reasons(text: string): string[] {
  return parseLine(text).faults.map(({ reason, column }) => `${reason} at ${column}`);
}

const anyObject = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }), { maxKeys: 4 });

describe('a line to its records', () => {
  it('any JSON is one record', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(parseLine(JSON.stringify(value))).toEqual({
          records: [{ value: JSON.parse(JSON.stringify(value)), column: 0, repeats: false }],
          faults: [],
        });
      }),
    );
  });

  it('objects side by side are all found, with their places', () => {
    fc.assert(
      fc.property(fc.array(anyObject, { minLength: 2, maxLength: 5 }), (objects) => {
        const texts = objects.map((object) => JSON.stringify(object));
        const { records, faults } = parseLine(texts.join(''));
        expect(records.map(({ value }) => JSON.stringify(value))).toEqual(texts);
        expect(records.map(({ column }) => column)).toEqual(
          texts.map((_, index) => texts.slice(0, index).join('').length),
        );
        expect(faults).toEqual([]);
      }),
    );
  });

  it('of a torn record and the one written after it, only the torn one is lost', () => {
    fc.assert(
      fc.property(anyObject, anyObject, fc.nat(), (torn, whole, place) => {
        const text = JSON.stringify({ torn });
        const cut = 1 + (place % (text.length - 1));
        const last = JSON.stringify({ whole });
        const known = new RecordBeginnings();
        known.note({ whole: null });
        const { records, faults } = parseLine(text.slice(0, cut) + last, known);
        expect(records.at(-1)?.value).toEqual(JSON.parse(last));
        expect(faults.length).toBeGreaterThan(0);
      }),
    );
  });

  it.each(['{"type":"said","words":"b"}', '{"type": "said", "words": "b"}', '{"type" :\t"said","words":"b"}'])(
    'a record that was written where a value of the torn one was to be is found, however its writer puts spaces: %s',
    (whole) => {
      const known = new RecordBeginnings();
      known.note({ type: 'said', words: 'a' });
      const { records, faults } = parseLine(`{"type":"done","result":{"content":${whole}`, known);
      expect(records.map(({ value }) => value)).toEqual([{ type: 'said', words: 'b' }]);
      expect(faults).toHaveLength(1);
    },
  );

  it('an object inside of the torn record is no record of the file', () => {
    const known = new RecordBeginnings();
    known.note({ parentUuid: null, isSidechain: false, type: 'progress' });
    known.note({ type: 'summary', summary: 'Bed' });
    const inner = '{"type":"assistant","message":{"content":[{"type":"tool_use","name":"Bash","input":{"command":"ls';
    const torn = `{"parentUuid":"a","isSidechain":false,"data":{"message":${inner}`;
    const next = '{"parentUuid":"b","isSidechain":false,"type":"user","message":{"content":"Hello"}}';
    const whole = `${inner} -l"}}]}}`;
    for (const text of [
      torn + next,
      `${torn} -l"}}]}}${next}`,
      `{"parentUuid":"a","isSidechain":false,"data":${whole}${next}`,
    ]) {
      expect(parseLine(text, known).records.map(({ value }) => value)).toEqual([JSON.parse(next)]);
      expect(parseLine(text, known).faults.length).toBeGreaterThan(0);
    }
    for (const text of [torn, `${torn} -l"}}]}}`, `"data":${whole}`, `"isSidechain":false,"data":${whole}}`]) {
      expect(parseLine(text, known).records).toEqual([]);
    }
  });

  it('of any torn record no piece becomes a record, and what follows it is found', () => {
    const nested = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.string(),
        fc.integer(),
        fc.record({ type: fc.constantFrom('text', 'user', 'assistant'), text: tie('value') }),
        fc.array(tie('value'), { maxLength: 3 }),
      ),
    })).value;
    const anyRecord = fc.record({ id: fc.string(), at: fc.nat(), data: nested });
    fc.assert(
      fc.property(anyRecord, fc.array(anyRecord, { maxLength: 2 }), fc.nat(), (first, later, place) => {
        const known = new RecordBeginnings();
        known.note({ id: '', at: 1 });
        const text = JSON.stringify(first);
        const torn = text.slice(0, 1 + (place % (text.length - 1)));
        const { records } = parseLine(torn + later.map((one) => JSON.stringify(one)).join(''), known);
        expect(records.map(({ value }) => value)).toEqual(JSON.parse(JSON.stringify(later)));
      }),
      { numRuns: 500 },
    );
  });

  it('raw control characters mean themselves in a string, and nothing between tokens', () => {
    expect(values('{"a":\t"x\u0007y\tz\\n",\u000b"b":1}')).toEqual([{ a: 'x\u0007y\tz\n', b: 1 }]);
    expect(values('{"a":"\u0000"}{"b":"\u001f"}')).toEqual([{ a: '\u0000' }, { b: '\u001f' }]);
    expect(reasons('{"a":"\u0007"')).toEqual(['cut off at 0']);
  });

  it('what is lost is named, with its place', () => {
    expect(parseLine('')).toEqual({ records: [], faults: [] });
    expect(parseLine(' \t')).toEqual({ records: [], faults: [] });
    expect(reasons('// a note')).toEqual(['a comment at 0']);
    expect(reasons('# a note')).toEqual(['a comment at 0']);
    expect(reasons('{"a":1')).toEqual(['cut off at 0']);
    expect(reasons('junk{"a":1}')).toEqual(['not JSON at 0']);
    expect(values('junk{"a":1}')).toEqual([{ a: 1 }]);
    expect(reasons('{"a":1} , {"b":2}')).toEqual([]);
    expect(reasons('\0'.repeat(500))).toEqual(['zeros at 0']);
    expect(reasons('\0\0{"a":1}\0 {"b":2},\0\0')).toEqual(['zeros at 0', 'zeros at 9', 'zeros at 19']);
    expect(values('\0\0{"a":1}\0 {"b":2},\0\0')).toEqual([{ a: 1 }, { b: 2 }]);
    expect(reasons('{"a":1}{b}')).toEqual(['not JSON at 7']);
    expect(values('{b}{"a":"}"}')).toEqual([{ a: '}' }]);
  });

  it('a record too deep to walk is named, and its neighbour survives', () => {
    const deep = `{"deep":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    expect(reasons(deep)).toEqual(['nested deeper than 200 at 0']);
    expect(values(`${deep}{"a":1}`)).toEqual([{ a: 1 }]);
    const legal = `{"deep":${'['.repeat(198)}${']'.repeat(198)}}`;
    expect(parseLine(legal).faults).toEqual([]);
  });

  it('`__proto__` is a name like any other', () => {
    const [record] = values('{"__proto__":{"type":"user"},"constructor":1}');
    expect(Object.keys(record!)).toEqual(['__proto__', 'constructor']);
    expect(Object.getPrototypeOf(record)).toBe(Object.prototype);
  });

  it('no text makes it throw, and every record lies in the line', () => {
    const anyText = fc.array(
      fc.oneof(fc.json(), fc.string(), fc.constantFrom('{', '}', '"', '\\', '{"', ',', '\u0001')),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(anyText, (pieces) => {
        const text = pieces.join('');
        const { records, faults } = parseLine(text);
        for (const { column } of [...records, ...faults]) expect(column).toBeLessThanOrEqual(text.length);
        if (records.length === 0 && faults.length === 0) expect(text.replaceAll(/[\s,]/g, '')).toBe('');
      }),
      { numRuns: 1000 },
    );
  });

  it('a damaged line of many megabytes is read in one pass, or a few', () => {
    const long = `{"a":"${'x'.repeat(4_000_000)}"`;
    expect(reasons(`${long}}{"b":1}`)).toEqual([]);
    expect(values(`${long}}{"b":1}`).length).toBe(2);
    expect(reasons(long)).toEqual(['cut off at 0']);
    expect(reasons('{"'.repeat(200_000))).toEqual(['cut off at 0']);
    expect(reasons('{b}'.repeat(40_000)).length).toBe(40_000);
    expect(reasons('{"b}'.repeat(40_000)).length).toBe(20_000);
    expect(reasons('}'.repeat(2_000_000))).toEqual(['not JSON at 0']);
  });
});
