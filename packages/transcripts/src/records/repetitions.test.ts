import { timeline } from '@toolthread/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countsOnce } from '../../test/counts-once.ts';
import { accountAddsUp, fixtures, seen } from '../../test/fixtures.ts';
import type { Fixture } from '../../test/fixtures.ts';
import { outline } from '../../test/outline.ts';
import { aboutThread, readTranscript, tailTranscript, textWriter } from '../index.ts';
import type { ReadTranscript } from '../index.ts';

const lineFiles = fixtures.filter(({ name }) => name.endsWith('.jsonl')).map((file) => [file.name, file] as const);
type Way = readonly [string, (lines: readonly string[]) => string];
const RULE = 'repeated-record';

/** All that a person can see of a thread, and what the reader counted, of calls. */
function told(read: ReadTranscript): object {
  const { toolCalls, answered, unanswered, orphanResults, resultBeforeCall, errors } = read.counts;
  const counts = { toolCalls, answered, unanswered, orphanResults, resultBeforeCall, errors };
  const text = textWriter(aboutThread(read), { whole: true, plain: true });
  const usage = [...read.state.steps.entries()].map(([, step]) => step.end?.usage);
  return { outline: outline(read), text: [...text.texts(timeline(read).items)].join(''), usage, counts };
}

function repetitions(read: ReadTranscript): number {
  return read.account.hidden.get(RULE) ?? 0;
}

function rules({ account }: ReadTranscript): object {
  const { [RULE]: _, ...others } = Object.fromEntries(account.hidden.entries());
  return { shown: account.shown, folded: account.folded, others };
}

describe('[L1] [L4] what a file has twice is told once, and each repetition is counted', () => {
  const times = (lines: readonly string[], count: number): readonly string[] =>
    lines.flatMap((line) => (countsOnce(line) ? Array.from({ length: count }, () => line) : [line]));
  const doubled: readonly Way[] = [
    ['every line doubled', (lines) => times(lines, 2).join('\n')],
    ['every line three times', (lines) => times(lines, 3).join('\n')],
  ];
  const whole: readonly Way[] = [
    ['the file twice', (lines) => [...lines, ...lines].join('\n')],
    ['the file three times', (lines) => [...lines, ...lines, ...lines].join('\n')],
    ['the file twice, without a newline between', (lines) => lines.join('\n') + lines.join('\n')],
    ['the file twice, and every line doubled', (lines) => times([...lines, ...lines], 2).join('\n')],
  ];
  const tellsOnce = ({ bytes, path, format }: Fixture, write: Way[1]): void => {
    const text = bytes.toString('utf8').replace(/^\ufeff/, '');
    const once = readTranscript(text, { path });
    const twice = readTranscript(write(text.split('\n').filter((line) => line.trim() !== '')), { path });
    expect(twice.format).toBe(format);
    expect(told(twice)).toEqual(told(once));
    expect(rules(twice)).toEqual(rules(once));
    expect(twice.account.records - once.account.records).toBe(repetitions(twice) - repetitions(once));
    expect(repetitions(twice)).toBeGreaterThan(0);
    expect(accountAddsUp(twice.state)).toBe(true);
  };
  const named = lineFiles.filter(([, { bytes }]) => bytes.toString('utf8').split('\n').some(countsOnce));
  describe.each(doubled)('%s that has an id or a time', (_, write) => {
    it.each(named)('%s', (_, file) => tellsOnce(file, write));
    it('of most formats', () => {
      expect(new Set(named.map(([, { format }]) => format)).size).toBeGreaterThan(6);
    });
  });
  /** A file without an id and a time, and with few words, may have been said twice. */
  const proving = lineFiles.filter(([, { format }]) => format !== 'cursor');
  describe.each(whole)('%s', (_, write) => {
    it.each(proving)('%s', (_, file) => tellsOnce(file, write));
  });
});

describe('[L1] what only looks alike stays', () => {
  const say = (role: string, content: string, more: object = {}): string => JSON.stringify({ ...more, role, content });
  const [hello, hi, bye] = [say('user', 'Hello.'), say('assistant', 'Hi.'), say('user', 'Bye.')];
  const read = (...lines: readonly string[]): ReadTranscript => readTranscript(lines.join('\n'), { format: 'openai' });

  it('the same words later, in a file without ids and times', () => {
    expect(outline(read(hello, hi, bye, hi, bye, hello))).toEqual([
      '@human: Hello.',
      '= Hi.',
      '@human: Bye.',
      '= Hi.',
      '@human: Bye.',
      '@human: Hello.',
    ]);
  });

  it('a few words that are said again and again', () => {
    expect(outline(read(hello, hi, hello, hi, hello, hi))).toHaveLength(6);
  });

  it('the beginning of the file, if not all of it comes again', () => {
    const first = [hello, hi, bye, say('assistant', 'Bye-bye.')];
    const some = read(...first, hello, hi, say('user', 'Stay.'));
    expect(outline(some).slice(4)).toEqual(['@human: Hello.', '= Hi.', '@human: Stay.']);
    expect(repetitions(some)).toBe(0);
    expect(outline(read(...first, hello, hi))).toHaveLength(6);
  });

  describe('[strangers] all of a file again, without ids and times', () => {
    const turn = fc.tuple(fc.constantFrom('user', 'assistant'), fc.constantFrom('yes', 'done', 'next?', 'ok', 'no'));
    const round = fc.array(turn, { minLength: 1, maxLength: 12 });
    const lines = (turns: readonly (readonly [string, string])[]): string[] =>
      turns.map(([role, content]) => say(role, content));
    const times = (all: readonly string[], count: number): string[] => Array.from({ length: count }, () => all).flat();

    it('is told again: a round of few words may be said again and again', () => {
      fc.assert(
        fc.property(round, fc.integer({ min: 2, max: 40 }), (turns, count) => {
          const all = times(lines(turns), count);
          const asLines = read(...all);
          const asDocument = readTranscript(`[${all.join(',')}]`, { format: 'openai' });
          expect([repetitions(asLines), repetitions(asDocument)]).toEqual([0, 0]);
          expect([asLines.counts['messages'], asDocument.counts['messages']]).toEqual([all.length, all.length]);
          expect(outline(asLines)).toEqual(outline(asDocument));
        }),
      );
    });

    const call = { id: 'call_7f', type: 'function', function: { name: 'ls', arguments: '{}' } };
    const proofs: readonly (readonly [string, readonly string[]])[] = [
      ['a call with an id', [say('assistant', '', { tool_calls: [call] })]],
      ['a long answer', [say('assistant', 'It is woven. '.repeat(200))]],
      ['a long talk', Array.from({ length: 64 }, (_, n) => say('user', `Row ${n}.`))],
    ];
    it.each(proofs)('is told once where it shows that it was copied: %s', (_, proof) => {
      fc.assert(
        fc.property(round, fc.integer({ min: 2, max: 5 }), (turns, count) => {
          const once = [hello, hi, bye, ...proof, ...lines(turns)];
          expect(outline(read(...times(once, count)))).toEqual(outline(read(...once)));
          expect(repetitions(read(...times(once, count)))).toBe(once.length * (count - 1));
        }),
        { numRuns: 30 },
      );
    });

    it("is told once in Cursor's files, too, if it is long", () => {
      const line = (role: string, text: string): string =>
        JSON.stringify({ role, message: { content: [{ type: 'text', text }] } });
      const once = ['a', 'b', 'c'].flatMap((word) => [line('user', word), line('assistant', word.repeat(700))]);
      const twice = readTranscript([...once, ...once].join('\n'), { format: 'cursor' });
      expect(repetitions(twice)).toBe(once.length);
    });
  });

  it('[strangers] an id that other messages have, too, names who speaks: nothing of theirs is hidden', () => {
    const name = fc.constantFrom('alice', 'bob');
    const words = fc.constantFrom('yes', 'no', 'done');
    const known = ['alice', 'bob'].flatMap((id) => ['Hello.', 'What?'].map((text) => say('user', text, { id })));
    fc.assert(
      fc.property(fc.array(fc.tuple(name, words), { maxLength: 30 }), fc.nat(3), (turns, place) => {
        const lines = turns.map(([id, text]) => say('user', text, { id }));
        expect(repetitions(read(...known, ...lines))).toBe(0);
        // A document is there as a whole: what shows it may come last.
        const document = [...lines.slice(0, place), ...known, ...lines.slice(place)];
        expect(repetitions(readTranscript(`[${document.join(',')}]`, { format: 'openai' }))).toBe(0);
      }),
    );
    const named = (id: string): string => say('user', 'yes', { id });
    expect(repetitions(read(named('m1'), named('m2'), named('m1'), named('m2')))).toBe(2);
  });

  it('the same words twice in a row, without an id and a time: in a list of lines as in a document', () => {
    const done = say('assistant', 'Done.');
    const lines = [hello, done, done, bye, bye, hi];
    expect(outline(read(...lines))).toEqual([
      '@human: Hello.',
      '= Done.',
      '= Done.',
      '@human: Bye.',
      '@human: Bye.',
      '= Hi.',
    ]);
    expect(repetitions(read(...lines))).toBe(0);
    expect(outline(readTranscript(`[${lines.join(',')}]`, { format: 'openai' }))).toEqual(outline(read(...lines)));
  });

  it("the same command twice in a row, and the same words of a person, in Cursor's files", () => {
    const line = (role: string, ...content: object[]): string => JSON.stringify({ role, message: { content } });
    const goOn = line('user', { type: 'text', text: 'continue' });
    const make = line('assistant', { type: 'tool_use', name: 'Shell', input: { command: 'make' } });
    const twice = readTranscript([goOn, goOn, make, make, goOn].join('\n'), { format: 'cursor' });
    expect(twice.counts).toMatchObject({ toolCalls: 2, hidden: {} });
    expect(outline(twice).filter((words) => words === '@human: continue')).toHaveLength(3);
  });

  it('pieces of one text, with the same words and the same time', () => {
    const line = (message: object): string => JSON.stringify({ timestamp: 1770003700.5, message });
    const piece = { type: 'ContentPart', payload: { type: 'text', text: 'ha ' } };
    const child = { type: 'SubagentEvent', payload: { agent_id: 'a', event: piece } };
    const begin = line({ type: 'StepBegin', payload: { n: 1 } });
    const lines = [begin, line(piece), line(piece), line(piece), line(child), line(child)];
    const read = readTranscript(lines.join('\n'), { format: 'kimi' });
    expect(repetitions(read)).toBe(0);
    expect(
      [...textWriter(aboutThread(read), { whole: true, plain: true }).texts(timeline(read).items)].join(''),
    ).toMatch(/ha ha ha/);
  });

  it('the same words in another record of the same moment', () => {
    const line = (payload: object): string =>
      JSON.stringify({ timestamp: '2026-02-02T03:40:01.000Z', type: 'event_msg', payload });
    const prompt = line({ type: 'user_message', message: 'Go on.' });
    const answer = line({ type: 'agent_message', message: 'Done.' });
    const other = line({ type: 'user_message', message: 'Now the other.' });
    const lines = [prompt, answer, other, answer, prompt, answer];
    expect(outline(readTranscript(lines.join('\n'), { format: 'codex' }))).toHaveLength(6);
  });
});

it.each([
  [
    'openai',
    { role: 'assistant', content: null, tool_calls: [{ id: 'c', function: { name: 'ls', arguments: '{}' } }] },
  ],
  ['anthropic', { role: 'assistant', content: [{ type: 'tool_use', id: 'c', name: 'ls', input: {} }] }],
  ['codex', { type: 'function_call', name: 'ls', arguments: '{}', call_id: 'c' }],
] as const)('[L1] a line with a call that has an id, twice in a row, is one call: %s', (format, record) => {
  const line = JSON.stringify(record);
  const { counts } = readTranscript(`${line}\n${line}\n${line}`, { format });
  expect(counts).toMatchObject({ toolCalls: 1, hidden: { [RULE]: 2 } });
});

describe('[L1] a part of a file that comes again', () => {
  const line = (second: number, payload: object): string =>
    JSON.stringify({ timestamp: `2026-02-02T03:40:${second}.000Z`, type: 'response_item', payload });
  const lines = [
    line(10, { type: 'function_call', name: 'shell', arguments: '{}', call_id: 'c' }),
    line(11, { type: 'function_call_output', call_id: 'c', output: 'x' }),
    line(12, { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Done.' }] }),
  ];
  const more = line(13, { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Thanks.' }] });

  it('is told once where its records have times, and what follows is new', () => {
    const once = readTranscript([...lines, more].join('\n'));
    const twice = readTranscript([...lines, ...lines.slice(0, 2), ...lines, more].join('\n'));
    expect(outline(twice)).toEqual(outline(once));
    expect(repetitions(twice)).toBe(5);
    expect(twice.counts).toMatchObject({ toolCalls: 1, answered: 1, unanswered: 0 });
  });

  it('is told once, too, where all of it has the time of the newest record', () => {
    const now = [...lines, more].map((one) => one.replace(/:1\d\./, ':10.'));
    for (let from = 0; from < now.length; from += 1) {
      for (let end = from + 1; end <= now.length; end += 1) {
        const round = now.slice(from, end);
        const once = readTranscript(now.join('\n'));
        const twice = readTranscript([...now.slice(0, end), ...round, ...now.slice(end)].join('\n'));
        expect(outline(twice)).toEqual(outline(once));
        expect(repetitions(twice)).toBe(round.length);
      }
    }
  });
});

it('[L1] a file of many records without names is known when it comes again, however its bytes come', () => {
  const lines = Array.from({ length: 150 }, (_, at) =>
    JSON.stringify({ role: at % 2 === 0 ? 'user' : 'assistant', content: `${at % 97}` }),
  );
  const bytes = Buffer.from([...lines, ...lines, '{"role":"user","content":"more"}'].join('\n'));
  const whole = readTranscript(bytes);
  expect(outline(whole)).toHaveLength(151);
  expect(repetitions(whole)).toBe(150);
  fc.assert(
    fc.property(fc.nat(bytes.length), (cut) => {
      const tail = tailTranscript();
      tail.push(bytes.subarray(0, cut));
      void tail.state;
      tail.push(bytes.subarray(cut));
      tail.end();
      expect(seen(tail)).toEqual(seen(whole));
    }),
    { numRuns: 20 },
  );
});

it('[L1] a record whose bytes are no UTF-8 is known when it comes again, alone on a line or beside another', () => {
  const record = (n: number): Buffer =>
    Buffer.concat([
      Buffer.from(`{"role":"${n % 2 === 0 ? 'user' : 'assistant'}","content":"Words ${n} `),
      Buffer.from(n % 3 === 0 ? [0xff, 0xc3] : [0xc3, 0xa9]),
      Buffer.from(' of somebody."}'),
    ]);
  const records = Array.from({ length: 100 }, (_, n) => record(n));
  const written = (between: (n: number) => string): Buffer =>
    Buffer.concat(records.flatMap((one, n) => [one, Buffer.from(between(n))]));
  const onLines = written(() => '\n');
  const inPairs = written((n) => (n % 2 === 0 ? ' ' : '\n'));
  const once = readTranscript(onLines);
  expect(once.account.shown).toBe(100);
  for (const bytes of [
    [onLines, onLines],
    [onLines, inPairs],
    [inPairs, onLines],
  ]) {
    const twice = readTranscript(Buffer.concat(bytes));
    expect(told(twice)).toEqual(told(once));
    expect(repetitions(twice)).toBe(100);
  }
});
