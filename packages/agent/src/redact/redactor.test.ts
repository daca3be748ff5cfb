import type { Json } from '@toolthread/core/json';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { MemoryBlobs } from '../../test/memory-blobs.ts';
import { Redactor } from './redactor.ts';

const KEY = 'sk-ant-0123456789';
const redactor = new Redactor([KEY, 'short', 'other-secret-value']);
const base64 = (text: string): string => Buffer.from(text).toString('base64');

describe('a secret is marked', () => {
  it.each([
    ['alone', KEY, '[redacted]'],
    ['in a text', `key=${KEY}; other-secret-value.`, 'key=[redacted]; [redacted].'],
    ['twice, without a gap', KEY + KEY, '[redacted][redacted]'],
    ['one that is too short to be one', 'short', 'short'],
    ['half of one', KEY.slice(0, -1), KEY.slice(0, -1)],
  ])('%s', (_, text, redacted) => expect(redactor.text(text)).toBe(redacted));

  it('where two overlap, all of both', () => {
    expect(new Redactor(['abcdefgh', 'efghijkl']).text('-abcdefghijkl-')).toBe('-[redacted]-');
    expect(new Redactor(['aaaaaaaa']).text('a'.repeat(20))).toBe('[redacted]');
  });

  it('in base64, at any place of any text, in both alphabets', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 5 }), fc.string({ maxLength: 5 }), (before, after) => {
        const secret = '?>~ÿ-secret-?>~';
        const text = before + secret + after;
        for (const encoded of [base64(text), Buffer.from(text).toString('base64url')]) {
          const shown = new Redactor([secret]).text(encoded);
          expect(shown).toContain('[redacted]');
          // What is left at the edges is less than a character of the secret.
          const rest = shown.split('[redacted]').map(({ length }) => length);
          expect(rest.reduce((sum, length) => sum + length, 0)).toBeLessThan(
            encoded.length - base64(secret).length + 8,
          );
        }
      }),
      { numRuns: 40 },
    );
  });
});

/** Secrets that look alike, begin alike and repeat themselves, in a text that is full of pieces of them. */
const secrets = fc.array(fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 8, maxLength: 14 }), {
  minLength: 1,
  maxLength: 3,
});
const mixedText = (all: readonly string[]): fc.Arbitrary<string> =>
  fc
    .array(
      fc.oneof(
        fc.constantFrom(...all),
        fc.constantFrom(...all, ...all.map(base64)).chain((one) => fc.nat(one.length).map((to) => one.slice(0, to))),
        fc.constantFrom(...all.map(base64)),
        fc.string({ maxLength: 4 }),
        fc.constantFrom('a', 'b', ' '),
      ),
      { maxLength: 12 },
    )
    .map((pieces) => pieces.join(''));
const cases = secrets.chain((all) =>
  fc.record({ all: fc.constant(all), text: mixedText(all), cuts: fc.array(fc.nat(200)) }),
);

describe('a text that comes in pieces', () => {
  it('gives what the whole gives, wherever it is cut, and never a secret', () => {
    fc.assert(
      fc.property(cases, ({ all, text, cuts }) => {
        const stream = new Redactor(all).stream();
        const places = [0, ...cuts.map((cut) => cut % (text.length + 1)), text.length].sort((a, b) => a - b);
        let shown = '';
        for (const [index, place] of places.entries()) shown += stream.push(text.slice(places[index - 1] ?? 0, place));
        shown += stream.end();
        expect(shown).toBe(new Redactor(all).text(text));
        for (const secret of all) {
          expect(shown).not.toContain(secret);
          expect(shown).not.toContain(base64(secret));
        }
      }),
      { numRuns: 600 },
    );
  });

  it('holds back only what may become a secret, and less than one', () => {
    fc.assert(
      fc.property(cases, ({ all, text }) => {
        const stream = new Redactor(all).stream();
        const longest = Math.max(...all.map((secret) => base64(secret).length));
        // A line that may be one of a dump waits for its end, and what may be the name of a character for 31 letters: this one is neither.
        const line = `- ${text.replaceAll('&', '.')}`;
        const shown = stream.push(line);
        // Two letters of a line that goes back may still be written over, and stand behind how that was written.
        const written = line.includes('\\') || line.includes('\b') ? 4 : 0;
        expect(new Redactor(all).text(line).length - shown.length).toBeLessThan(longest + written);
      }),
      { examples: [[{ all: ['aabaabab'], text: '\\bYWFiYWFiYWI=', cuts: [] }]] },
    );
    const named = new Redactor(['ababaababbba']).stream();
    expect(named.push('&ababaababbbaababaababbba')).toBe('');
    expect(named.push('!')).toBe('&[redacted][redacted]!');
    const stream = redactor.stream();
    expect(stream.push('Password: ')).toBe('Password: ');
    expect(stream.push('sk-ant')).toBe('');
    expect(stream.push('enna\n')).toBe('sk-antenna\n');
  });

  it('leaves no trace in the next one: one redactor reads many texts', () => {
    fc.assert(
      fc.property(
        cases,
        fc.array(fc.string({ unit: fc.constantFrom('a', 'b', '\x1b', ']', '%', '6', '0', 'x', '&', '\n') })),
        ({ all, text }, others) => {
          const one = new Redactor(all);
          const read = [text.slice(0, -2), text, ...others, text].map((each) => one.text(each));
          expect(read).toEqual([text.slice(0, -2), text, ...others, text].map((each) => new Redactor(all).text(each)));
        },
      ),
      { numRuns: 100 },
    );
  });

  it('a character at a time', () => {
    const stream = redactor.stream();
    const shown = [...`a ${KEY} b`].map((character) => stream.push(character)).join('') + stream.end();
    expect(shown).toBe('a [redacted] b');
  });
});

describe('without secrets in it', () => {
  it('a text is the same to the byte, whole and in pieces', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.nat(), (text, cut) => {
        expect(redactor.text(text)).toBe(text);
        const stream = redactor.stream();
        const at = cut % (text.length + 1);
        expect(stream.push(text.slice(0, at)) + stream.push(text.slice(at)) + stream.end()).toBe(text);
      }),
    );
  });

  it('so is data', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), async (value) => {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what fast-check calls JSON
        expect(JSON.stringify(await redactor.json(value as Json))).toBe(JSON.stringify(value));
      }),
    );
  });
});

describe('data', () => {
  it('is looked through: strings, names and numbers', async () => {
    const value = { a: [KEY, { [`x ${KEY}`]: 1 }], n: 1, t: true, z: null };
    expect(await redactor.json(value)).toEqual({ a: ['[redacted]', { 'x [redacted]': 1 }], n: 1, t: true, z: null });
    const number = new Redactor(['12345678']);
    expect(await number.json({ n: 12345678, m: 1234567 })).toEqual({ n: '[redacted]', m: 1234567 });
  });

  it('loses nothing where two names become one', async () => {
    const both = new Redactor([KEY, 'other-secret-value']);
    expect(await both.json({ [KEY]: 1, 'other-secret-value': 2, '[redacted] 2': 3 })).toEqual({
      '[redacted]': 1,
      '[redacted] 2': 2,
      '[redacted] 2 2': 3,
    });
  });

  it('[M2] with thousands of names that become one is numbered with a look or two at each', async () => {
    const count = 3000;
    const spelled = (n: number): string =>
      `sk-${' '.repeat(n % 20)}ant-${' '.repeat(Math.floor(n / 20) % 20)}01234${' '.repeat(Math.floor(n / 400))}56789`;
    const value = Object.fromEntries(Array.from({ length: count }, (_, n) => [spelled(n), n]));
    const looks = vi.spyOn(Set.prototype, 'has');
    const redacted = await redactor.json(value);
    const looked = looks.mock.calls.length;
    looks.mockRestore();
    expect(Object.values(redacted ?? {})).toEqual(Object.values(value));
    expect(Object.keys(redacted ?? {}).slice(-1)).toEqual([`[redacted] ${count}`]);
    expect(looked).toBeLessThan(4 * count);
  });

  it.each([
    ['many names', Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [`name ${n}`, n]))],
    ['many empty texts', Array.from({ length: 40_000 }, () => '')],
    ['one long text', { a: 'word '.repeat(120_000) }],
  ])('[M2] of %s is looked through in turns', async (_, value) => {
    let turns = 0;
    let turning = setImmediate(function turn() {
      turns += 1;
      turning = setImmediate(turn);
    });
    expect(await redactor.json(value)).toEqual(value);
    clearImmediate(turning);
    expect(turns).toBeGreaterThanOrEqual(4);
  });

  it('with a hostile name stays data', async () => {
    const value: Json = JSON.parse(`{"__proto__": {"${KEY}": "x"}, "${KEY}": 1}`);
    const redacted = await redactor.json(value);
    expect(JSON.stringify(redacted)).toBe('{"__proto__":{"[redacted]":"x"},"[redacted]":1}');
  });
});

describe('what else a tool gives', () => {
  it('names, addresses and errors', async () => {
    const value = {
      parts: [
        { type: 'reference', name: KEY, uri: `https://x/?key=${KEY}` } as const,
        { type: 'file', media_type: 'text/plain', source: { kind: 'base64', data: 'AA==' }, name: KEY } as const,
      ],
      error: { message: `401 for ${KEY}`, code: KEY },
    };
    expect(await redactor.words(value)).toEqual({
      parts: [
        { type: 'reference', name: '[redacted]', uri: 'https://x/?key=[redacted]' },
        { ...value.parts[1], name: '[redacted]' },
      ],
      error: { message: '401 for [redacted]', code: '[redacted]' },
    });
  });

  it('bytes that hold a secret are not kept, neither in the ledger nor beside it', async () => {
    const source = { kind: 'base64', data: base64(`.${KEY}`) } as const;
    const { parts } = await redactor.words({ parts: [{ type: 'file', media_type: 'text/plain', source }] });
    expect(parts).toEqual([{ type: 'text', text: '(file: it holds a secret)' }]);
    const kept = new MemoryBlobs();
    const blobs = redactor.blobs(kept);
    await expect(blobs?.put(Buffer.from(`..${KEY}..`))).rejects.toThrow('holds a secret');
    await blobs?.put(Buffer.from('harmless'));
    expect(kept.texts).toEqual(['harmless']);
  });
});

it('two megabytes full of beginnings come to an end', () => {
  const text = KEY.slice(0, -1).repeat(120_000);
  expect(redactor.text(text)).toBe(text);
  const stream = redactor.stream();
  let length = 0;
  for (let at = 0; at < text.length; at += 1000) length += stream.push(text.slice(at, at + 1000)).length;
  expect(length + stream.end().length).toBe(text.length);
});

describe('[M2] a file of 1 MB is looked at in pieces, with a turn of the event loop between any two', () => {
  const size = 1024 * 1024;
  const filler = 'x y '.repeat(size / 4);
  it.each([
    ['that holds no secret', filler, false],
    ['with a secret at its end', filler.slice(0, -KEY.length) + KEY, true],
    // Wherever the pieces are cut, it is found. What comes after it is not looked at.
    ['with one across two pieces', `${filler.slice(0, 512 * 1024 - 5)}${KEY}${filler.slice(0, 400_000)}`, true],
  ])('%s', async (_, text, held) => {
    let turns = 0;
    const turn = (): void => {
      turns += 1;
      turning = setImmediate(turn);
    };
    let turning = setImmediate(turn);
    const found = await redactor.isHeldBy(Buffer.from(text));
    clearImmediate(turning);
    expect(found).toBe(held);
    expect(turns).toBeGreaterThanOrEqual(6);
  });
});
