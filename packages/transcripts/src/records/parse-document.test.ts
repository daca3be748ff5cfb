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
    expect(parseDocument(document)).toEqual({ value: JSON.parse(document), fault: undefined });
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

  it('with a fault in its middle keeps what stands before it', () => {
    const { value, fault } = parseDocument('{\n"a": [1, 2],\n"b": nonsense }');
    expect(value).toMatchObject({ a: [1, 2] });
    expect(fault).toMatchObject({ line: expect.any(Number), reason: expect.stringMatching(/not JSON|cut off/) });
  });

  it('that is nested too deep is named', () => {
    expect(parseDocument('['.repeat(10_000) + ']'.repeat(10_000))).toEqual({
      value: undefined,
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

/** Everything in it is in the whole, at the same place; a text may be cut. */
function isPart(value: unknown, whole: unknown): boolean {
  if (value === undefined) return true;
  if (typeof value === 'string') return typeof whole === 'string' && whole.startsWith(value);
  if (typeof value !== 'object' || value === null) return Object.is(value, whole);
  return Object.entries(value).every(([name, member]) => isPart(member, Object(whole)[name]));
}
