import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDocument } from './parse-document.ts';

const document = JSON.stringify(
  { info: { id: 's' }, messages: [{ role: 'user', text: 'héllo' }, { role: 'agent' }] },
  null,
  2,
);

describe('a document', () => {
  it('that is whole has no fault', () => {
    expect(parseDocument(document)).toEqual({ value: JSON.parse(document), repeats: false, fault: undefined });
  });

  it('that was cut anywhere keeps what stands before the cut, and says where it is', () => {
    for (let cut = 1; cut < document.length; cut += 1) {
      const { value, fault } = parseDocument(document.slice(0, cut));
      expect(fault).toEqual({
        reason: 'cut off',
        line: document.slice(0, cut).split('\n').length,
        byte: Buffer.byteLength(document.slice(0, cut)),
        text: document.slice(document.lastIndexOf('{', cut - 1), cut),
      });
      expect(isPart(value, JSON.parse(document))).toBe(true);
    }
    const afterFirst = document.indexOf('}', document.indexOf('héllo')) + 1;
    expect(parseDocument(document.slice(0, afterFirst)).value).toEqual({
      info: { id: 's' },
      messages: [{ role: 'user', text: 'héllo' }],
    });
  });

  it('[L3] a text in which it was cut says so, and no other does, whatever stands in it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.nat(), (said, place) => {
        const text = JSON.stringify({ messages: [{ text: said }, { text: said }] });
        const cut = 1 + (place % (text.length - 1));
        const { value } = parseDocument(text.slice(0, cut));
        expect(isPart(value, JSON.parse(text))).toBe(true);
        const last = text.indexOf(JSON.stringify(said), text.length / 2);
        const isWithin = cut > last && cut < last + JSON.stringify(said).length;
        if (isWithin) expect(JSON.stringify(value)).toContain(CUT);
      }),
    );
  });

  it('with a fault in its middle keeps what stands before it', () => {
    const { value, fault } = parseDocument('{\n"a": [1, 2],\n"b": nonsense }');
    expect(value).toMatchObject({ a: [1, 2] });
    expect(fault).toMatchObject({ line: expect.any(Number), reason: expect.stringMatching(/not JSON|cut off/) });
  });

  it('that is nested too deep is named', () => {
    expect(parseDocument('['.repeat(10_000) + ']'.repeat(10_000))).toEqual({
      value: undefined,
      repeats: false,
      fault: { reason: 'nested deeper than 200', line: 1, byte: 0, text: expect.any(String) },
    });
  });

  it('no text makes it throw', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json().map((json) => json.slice(1)),
        ),
        (text) => {
          const { value, fault } = parseDocument(text);
          expect(value !== undefined || fault !== undefined).toBe(true);
        },
      ),
    );
  });
});

const CUT = '… (cut off here)';

/** Everything in it is in the whole, at the same place; a text may be cut, and says so. */
function isPart(value: unknown, whole: unknown): boolean {
  if (value === undefined) return true;
  if (typeof value === 'string') {
    if (value === whole) return true;
    return typeof whole === 'string' && value.endsWith(CUT) && whole.startsWith(value.slice(0, -CUT.length));
  }
  if (typeof value !== 'object' || value === null) return Object.is(value, whole);
  return Object.entries(value).every(([name, member]) => isPart(member, Object(whole)[name]));
}
