import fc from 'fast-check';
import { expect, test } from 'vitest';
import { EventStreamParser, type StreamMessage } from './event-stream-parser.ts';

function parse(...chunks: string[]): StreamMessage[] {
  const parser = new EventStreamParser();
  return chunks.flatMap((chunk) => parser.push(chunk));
}

test.each([
  ['a message', 'id: 7\ndata: {"a":1}\n\n', [{ id: '7', data: '{"a":1}' }]],
  ['no space after the colon', 'data:x\n\n', [{ id: undefined, data: 'x' }]],
  ['only the first space is dropped', 'data:  x\n\n', [{ id: undefined, data: ' x' }]],
  ['several lines of data', 'data: a\ndata: b\n\n', [{ id: undefined, data: 'a\nb' }]],
  ['a field without a colon', 'data\n\n', [{ id: undefined, data: '' }]],
  ['comments and unknown fields', ':\n\n: hi\nevent: x\nretry: 5\nodd: 1\ndata: a\n\n', [{ id: undefined, data: 'a' }]],
  ['no data, no message', 'id: 3\n\n', []],
  ['an id stays until the next', 'id: 3\n\ndata: a\n\n', [{ id: '3', data: 'a' }]],
  ['an id with NUL is none', 'id: 3\0\ndata: a\n\n', [{ id: undefined, data: 'a' }]],
  ['an unfinished message', 'data: a\n\ndata: b\n', [{ id: undefined, data: 'a' }]],
  ['a byte order mark', '\uFEFFdata: a\n\n', [{ id: undefined, data: 'a' }]],
  ['line separators of Unicode are text', 'data: a\u2028b\u0085c\n\n', [{ id: undefined, data: 'a\u2028b\u0085c' }]],
])('%s', (_, text, messages) => {
  expect(parse(text)).toEqual(messages);
});

test('comments are told apart from messages', () => {
  const comments: string[] = [];
  const parser = new EventStreamParser((text) => comments.push(text));
  expect([...parser.push(':\n\n: stand'), ...parser.push('ing\ndata: a\n\n')]).toEqual([{ id: undefined, data: 'a' }]);
  expect(comments).toEqual(['', 'standing']);
});

const lineEnds = fc.constantFrom('\n', '\r', '\r\n');
const line = fc.oneof(
  fc.constantFrom(':', ':keep', 'id: 9', 'data', 'event: message'),
  fc.string({ unit: fc.constantFrom('a', ':', ' ', '\uFEFF', '\ud83d\ude00') }).map((text) => `data: ${text}`),
);

test('however the lines end and wherever the text is cut, the messages are the same', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(line, lineEnds, fc.boolean())),
      fc.array(fc.nat(), { maxLength: 20 }),
      (lines, cuts) => {
        const plain = lines.map(([text, , ends]) => `${text}\n${ends ? '\n' : ''}`).join('');
        const mixed = lines.map(([text, end, ends]) => `${text}${end}${ends ? end : ''}`).join('');
        const places = [0, ...cuts.map((cut) => cut % (mixed.length + 1)).sort((a, b) => a - b), mixed.length];
        const chunks = places.slice(1).map((end, i) => mixed.slice(places[i], end));
        expect(parse(...chunks)).toEqual(parse(plain));
        expect(parse(...mixed)).toEqual(parse(plain));
      },
    ),
    { numRuns: 500 },
  );
});

test('[L5] a line of 20 MB in small pieces is read in linear time', () => {
  const parser = new EventStreamParser();
  const piece = 'x'.repeat(2_000);
  parser.push('data: ');
  for (let i = 0; i < 10_000; i += 1) expect(parser.push(piece)).toHaveLength(0);
  expect(parser.push('\n\n')[0]?.data).toHaveLength(20_000_000);
});
