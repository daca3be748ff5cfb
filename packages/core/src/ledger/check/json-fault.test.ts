import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonFault } from './json-fault.ts';

function nested(depth: number): unknown {
  let value: unknown = 0;
  for (let i = 0; i < depth; i += 1) value = i % 2 === 0 ? [value] : { value };
  return value;
}

describe('jsonFault', () => {
  it('finds nothing in any JSON value', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
        expect(jsonFault(value)).toBe(undefined);
      }),
    );
  });

  it('finds nothing in what JSON leaves out or writes as null', () => {
    expect(jsonFault({ a: undefined, b: [Number.NaN] })).toBe(undefined);
    expect(jsonFault(undefined)).toBe(undefined);
  });

  it('bounds the depth to the level', () => {
    expect(jsonFault(nested(256))).toBe(undefined);
    expect(jsonFault(nested(257))).toBe('nested deeper than 256');
    expect(jsonFault(nested(1_000_000))).toBe('nested deeper than 256');
  });

  it('takes a wide value, and one that holds the same part many times', () => {
    let shared: unknown = 0;
    for (let i = 0; i < 100; i += 1) shared = [shared, shared];
    expect(jsonFault(shared)).toBe(undefined);
    expect(jsonFault(Array.from({ length: 200_000 }, () => [1]))).toBe(undefined);
  });

  it.each([
    [1n, 'holds a bigint, which JSON cannot represent'],
    [[{ a: 1n }], 'holds a bigint, which JSON cannot represent'],
    [{ a: () => 1 }, 'holds a function, which JSON cannot represent'],
    [[Symbol('s')], 'holds a symbol, which JSON cannot represent'],
  ])('case %#: names what cannot be written', (value, fault) => {
    expect(jsonFault(value)).toBe(fault);
  });
});
