import { describe, expect, test } from 'vitest';
import { DefinitionReader } from './definition-reader.ts';
import { noDefinitions } from './parse-segment.ts';
import { SegmentReader } from './segment-reader.ts';

function read(text: string, complete = true): ReturnType<DefinitionReader['read']> {
  const segments = new SegmentReader();
  return new DefinitionReader().read(segments.read(text, complete), segments.restarts);
}

describe('definitions', () => {
  test('are found wherever they stand, the first of two wins', () => {
    expect(read('[a]: https://one.example\n\ntext\n\n[a]: https://two.example\n[b]: https://b.example "B"')).toEqual({
      a: { href: 'https://one.example', title: undefined },
      b: { href: 'https://b.example', title: 'B' },
    });
  });

  test('in code are code', () => {
    expect(read('```\n[a]: https://one.example\n```\n')).toBe(noDefinitions);
  });

  test('are the same object while none is added, so that nothing is drawn again for them', () => {
    const [segments, definitions] = [new SegmentReader(), new DefinitionReader()];
    const before = definitions.read(segments.read('[a]: https://a.example\n\nmore\n\n', false), segments.restarts);
    const after = definitions.read(
      segments.read('[a]: https://a.example\n\nmore\n\nand more', false),
      segments.restarts,
    );
    expect(Object.keys(before)).toEqual(['a']);
    expect(after).toBe(before);
  });

  test('of another text are forgotten with it', () => {
    const [segments, definitions] = [new SegmentReader(), new DefinitionReader()];
    definitions.read(segments.read('[a]: https://a.example', true), segments.restarts);
    expect(definitions.read(segments.read('other', true), segments.restarts)).toEqual({});
  });

  test('[L5] are bounded, and [L7] cannot reach what every object has', () => {
    const many = Array.from({ length: 500 }, (_, index) => `[n${index}]: https://example.com/${index}`).join('\n\n');
    expect(Object.keys(read(many))).toHaveLength(64);
    expect(Object.getPrototypeOf(read('[__proto__]: https://evil.example'))).toBe(Object.prototype);
  });
});
