import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { completed, completedAnew, started } from '../../test/texts/block-text.ts';
import { completePendingToolBlock, parseToolBlocks, readStoredText } from './index.ts';
import type { ToolBlock } from './index.ts';

describe('a result', () => {
  it('goes into the block of its call', () => {
    const text = `I look.${started('pwd')}And then.`;
    expect(completePendingToolBlock(text, 'pwd', '/app')).toEqual([
      'I look.\n\n<tool>pwd()\n/app</tool>\nAnd then.',
      { type: 'tool_call_completed', tool_name: 'pwd', result_preview: '/app', truncated: false },
    ]);
  });

  it.each([undefined, null, ''])('that is none (%j) still ends the call', (result) => {
    expect(completePendingToolBlock(started('touch'), 'touch', result)).toEqual([
      '\n\n<tool>touch()\n</tool>\n',
      { type: 'tool_call_completed', tool_name: 'touch', truncated: false },
    ]);
  });

  it.each([0, false])('[L3] %j is one', (result) => {
    expect(completed(started('f'), 'f', result)).toBe(`\n\n<tool>f()\n${result}</tool>\n`);
  });

  it('is cut, escaped and said in the trace like any other', () => {
    const [text, trace] = completePendingToolBlock(started('f'), 'f', `</tool>@${'x'.repeat(600)}`);
    expect(text).toBe(`\n\n<tool>f()\n&lt;/tool&gt;@\u200b${'x'.repeat(492)}… (truncated, 608B)</tool>\n`);
    expect([trace.truncated, trace.result_preview?.length]).toEqual([true, 608]);
  });

  it('without a call makes a block of its own: it is never dropped', () => {
    expect(completed('words', 'f', 'ok')).toBe('words\n\n<tool>f\nok</tool>\n');
    expect(completed('', 'f', undefined, 'c1')).toBe('\n\n<tool id="c1">f\n</tool>\n');
    expect(parseToolBlocks(completed('words', 'f', 'ok'))).toMatchObject([
      { text: 'words' },
      { name: 'f', state: 'done', result: 'ok' },
    ]);
  });
});

describe('by name', () => {
  it('`save` never completes `save_file`, nor the other way round', () => {
    const text = started('save_file') + started('save');
    expect(parseToolBlocks(completed(text, 'save', 1))).toMatchObject([{ state: 'pending' }, { result: '1' }]);
    expect(parseToolBlocks(completed(text, 'save_file', 1))).toMatchObject([{ result: '1' }, { state: 'pending' }]);
    expect(parseToolBlocks(completed(started('save_file'), 'save', 1))).toMatchObject([
      { state: 'pending' },
      { name: 'save' },
    ]);
  });

  it('parallel calls get their results in the order of the calls', () => {
    let text = started('f', { n: 1 }) + started('g') + started('f', { n: 2 }) + started('f', { n: 3 });
    for (const result of ['one', 'two', 'three']) text = completed(text, 'f', result);
    expect(parseToolBlocks(text)).toMatchObject([
      { arguments: 'n=1', result: 'one' },
      { state: 'pending' },
      { arguments: 'n=2', result: 'two' },
      { arguments: 'n=3', result: 'three' },
    ]);
  });

  it("[stranger] a result that comes before its call is that call's, and the next result is the next call's", () => {
    const early = completed('', 'f', 'one') + started('f', { n: 1 });
    expect(parseToolBlocks(early)).toMatchObject([{ arguments: 'n=1', state: 'done', result: 'one' }]);
    const two = completed(early + started('g') + started('f', { n: 2 }), 'f', 'two');
    expect(parseToolBlocks(two)).toMatchObject([
      { arguments: 'n=1', result: 'one' },
      { name: 'g', state: 'pending' },
      { arguments: 'n=2', result: 'two' },
    ]);
    const both = completed(completed('', 'f', 'one'), 'f', 'two') + started('f', { n: 1 }) + started('f', { n: 2 });
    expect(parseToolBlocks(both)).toMatchObject([
      { arguments: 'n=1', result: 'one' },
      { arguments: 'n=2', result: 'two' },
    ]);
    expect(parseToolBlocks(completed(both, 'f', 'three'))).toMatchObject([{}, {}, { name: 'f', result: 'three' }]);
    expect(parseToolBlocks(completed('', 'f', 'one') + started('g'))).toMatchObject([{ result: 'one' }, { name: 'g' }]);
  });

  it('words end the wait of a result that came without its call: the call behind them has its own', () => {
    const early = `${completed('', 'f', 'one')}\nThe answer is one.\n${started('f', { n: 1 })}`;
    const pending = [
      { name: 'f', arguments: '', result: 'one' },
      { kind: 'text' },
      { arguments: 'n=1', state: 'pending' },
    ];
    expect(parseToolBlocks(early)).toMatchObject(pending);
    expect(readStoredText(early)).toMatchObject(pending);
    const own = [{ result: 'one' }, { kind: 'text' }, { arguments: 'n=1', state: 'done', result: 'two' }];
    for (const complete of [completed, completedAnew]) {
      expect(parseToolBlocks(complete(early, 'f', 'two'))).toMatchObject(own);
      expect(readStoredText(complete(early, 'f', 'two'))).toMatchObject(own);
    }
    const byId = `${completed('', 'f', 'one', 'c1')}\nWords.\n${started('f', { n: 1 }, 'c1')}`;
    expect(parseToolBlocks(byId)).toMatchObject([{ arguments: 'n=1', state: 'done', result: 'one' }, { kind: 'text' }]);
  });

  it('a call left open before others ended gets a result only if no newer one waits', () => {
    const text = `${started('f', { left: 1 })}<tool>f()\nok</tool>${started('f', { now: 1 })}`;
    expect(parseToolBlocks(completed(text, 'f', 'new'))).toMatchObject([
      { arguments: 'left=1', state: 'pending' },
      { result: 'ok' },
      { arguments: 'now=1', result: 'new' },
    ]);
    expect(parseToolBlocks(completed(completed(text, 'f', 'new'), 'f', 'late'))).toMatchObject([
      { arguments: 'left=1', result: 'late' },
      { result: 'ok' },
      { arguments: 'now=1', result: 'new' },
    ]);
  });

  it('a block that carries an id is not taken', () => {
    const text = started('f', {}, 'c1');
    expect(parseToolBlocks(completed(text, 'f', 'x'))).toMatchObject([{ id: 'c1', state: 'pending' }, { result: 'x' }]);
  });

  it.each(['a(b', 'a.*', '@x', '<tool>', 'a\nb', '', '__proto__', '\ud800', '&lt;'])(
    'hostile name %j finds its own',
    (name) => {
      const [block] = parseToolBlocks(completed(started('a') + started(name), name, 'ok')).slice(-1);
      expect(block).toMatchObject({ kind: 'tool', name, result: 'ok' });
    },
  );
});

describe('by id', () => {
  it('parallel calls of one name end in any order', () => {
    let text = started('f', { n: 1 }, 'a') + started('f', { n: 2 }, 'b') + started('f', { n: 3 });
    text = completed(text, 'f', 'two', 'b');
    text = completed(text, 'f', 'one', 'a');
    expect(parseToolBlocks(text)).toMatchObject([
      { id: 'a', arguments: 'n=1', result: 'one' },
      { id: 'b', arguments: 'n=2', result: 'two' },
      { state: 'pending' },
    ]);
  });

  it('a repeat changes nothing', () => {
    const once = completed(started('f', {}, 'a') + started('f'), 'f', 'ok', 'a');
    expect(completed(once, 'f', 'again', 'a')).toBe(once);
    const byName = completed(started('f') + started('f'), 'f', 'ok', 'a');
    expect(byName).toContain('<tool id="a">f()\nok</tool>');
    expect(completed(byName, 'f', 'again', 'a')).toBe(byName);
  });

  it.each([
    ['the calls carry their ids', (n: number) => `c${n}`],
    ['they get them with their results', () => undefined],
  ])('a repeat changes nothing, however many calls of the text have ended: %s', (_, idOf) => {
    let text = '';
    for (let n = 0; n < 40; n += 1) text += started('f', { n }, idOf(n));
    for (let n = 0; n < 30; n += 1) {
      text = completed(text, 'f', `r${n}`, `c${n}`);
      expect(completed(text, 'f', 'again', `c${n}`)).toBe(text);
    }
    const states = parseToolBlocks(text).map((part) =>
      part.kind === 'tool' ? `${part.arguments} ${part.result}` : part.text,
    );
    expect(states.slice(28, 32)).toEqual(['n=28 r28', 'n=29 r29', 'n=30 undefined', 'n=31 undefined']);
  });

  it('an id used again means the newest call', () => {
    const text = `${completed(started('f', {}, 'a'), 'f', 'old', 'a')}${started('f', {}, 'a')}`;
    expect(parseToolBlocks(completed(text, 'f', 'new', 'a'))).toMatchObject([{ result: 'old' }, { result: 'new' }]);
  });

  it('an id that no block carries falls back to the name', () => {
    expect(completed(started('f'), 'f', 'ok', 'a')).toBe('\n\n<tool id="a">f()\nok</tool>\n');
  });

  it('an id is not the beginning of another', () => {
    expect(parseToolBlocks(completed(started('f', {}, 'c11'), 'f', 'x', 'c1'))).toMatchObject([
      { state: 'pending' },
      { id: 'c1' },
    ]);
  });

  it('the streamed form says that it is done', () => {
    expect(completed('<tool id="1" state="start">f()</tool>', 'f', 'ok', '1')).toBe(
      '<tool id="1" state="done">f()\nok</tool>',
    );
  });
});

describe('[L7] a block in code is left alone', () => {
  it.each([
    ['a fence', '```\n<tool>f()</tool>\n```\n'],
    ['tildes', '~~~\n<tool>f()</tool>\n~~~\n'],
    ['a fence with an ended one', '```\n<tool>f()\nok</tool>\n```\n'],
    ['indented code', '\n    <tool>f()</tool>\n'],
    ['inline code', 'as `<tool>f()</tool>` is\n'],
    ['a tag that is no block', '<tool>f(<b>)</tool>\n'],
  ])('%s', (_, code) => {
    const real = '\n\n<tool>f(real=1)\nok</tool>\n';
    expect(completed(code + started('f', { real: 1 }), 'f', 'ok')).toBe(code + real);
    expect(completed(started('f', { real: 1 }) + code, 'f', 'ok')).toBe(real + code);
    expect(completed(code, 'f', 'ok')).toBe(`${code}\n\n<tool>f\nok</tool>\n`);
  });

  it('unless its fence is never closed: then the writer of the block came after the words', () => {
    expect(completed(`\`\`\`\nf(${started('f')}`, 'f', 'ok')).toBe('```\nf(\n\n<tool>f()\nok</tool>\n');
  });
});

interface Step {
  readonly kind: 'start' | 'end' | 'words';
  readonly name: string;
  readonly id: string | undefined;
}

const NAMES = ['save', 'save_file', 'a(b', '@x'];
const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom('start', 'start', 'end', 'end', 'end', 'words'),
  name: fc.constantFrom(...NAMES),
  id: fc.option(fc.constantFrom('1', '"', ...Array.from({ length: 30 }, (_, n) => `c${n}`)), {
    nil: undefined,
    freq: 2,
  }),
});
const WORDS = [
  'so ',
  '\n',
  '\n```\n<tool>save()</tool>\n```\n',
  '\n\n    <tool id="1">save()</tool>\n\nnow ',
  '`<tool>save()\nok</tool>` ',
];

/** The laws, said of a list. */
class Model {
  readonly blocks: Pick<ToolBlock, 'name' | 'id' | 'arguments' | 'result' | 'state'>[] = [];
  /** The block of an id that was written last. */
  readonly #newest = new Map<string, number>();
  /** Blocks without an id before this place wait for no call. */
  #words = 0;

  words(text: string): void {
    if (text.trim() !== '') this.#words = this.blocks.length;
  }

  start({ name, id }: Step, args: string): void {
    const early = this.blocks.findIndex(
      (block, place) =>
        block.id === id &&
        block.arguments === '' &&
        (id !== undefined || (block.name === name && place >= this.#words)),
    );
    const block = this.blocks[early];
    if (id !== undefined) this.#newest.set(id, block?.name === name ? early : this.blocks.length);
    if (block?.name === name) {
      this.blocks[early] = { ...block, arguments: args };
      return;
    }
    this.blocks.push({ name, id, arguments: args, result: undefined, state: 'pending' });
  }

  end({ name, id }: Step, result: string): void {
    const own = id === undefined ? -1 : (this.#newest.get(id) ?? -1);
    if (own !== -1 && this.blocks[own]?.state === 'done') return;
    const alike = this.blocks.filter(
      (block) => block.id === undefined && block.name === name && block.arguments !== '',
    );
    const first =
      alike[alike.findLastIndex((block) => block.state === 'done') + 1] ??
      alike.findLast((block) => block.state === 'pending');
    const target = own === -1 ? this.blocks.indexOf(first ?? { name, id, arguments: '', result, state: 'done' }) : own;
    const block = this.blocks[target];
    if (id !== undefined) this.#newest.set(id, block === undefined ? this.blocks.length : target);
    if (block === undefined) this.blocks.push({ name, id, arguments: '', result, state: 'done' });
    else this.blocks[target] = { ...block, id: block.id ?? id, result, state: 'done' };
  }
}

function written(steps: readonly Step[], complete: typeof completed): string {
  let text = '';
  for (const [n, { kind, name, id }] of steps.entries()) {
    if (kind === 'end') text = complete(text, name, `r${n}`, id);
    else text += kind === 'words' ? (WORDS[n % WORDS.length] ?? '') : started(name, { n }, id);
  }
  return text;
}

describe('any sequence of calls and results', () => {
  it('follows the laws, whether or not anything is remembered of the text', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80, size: 'max' }), fc.boolean(), (steps, startsFirst) => {
        const ordered = startsFirst
          ? steps.toSorted((a, b) => Number(a.kind === 'end') - Number(b.kind === 'end'))
          : steps;
        const model = new Model();
        for (const [n, each] of ordered.entries()) {
          if (each.kind === 'start') model.start(each, `n=${n}`);
          if (each.kind === 'end') model.end(each, `r${n}`);
          if (each.kind === 'words') model.words(WORDS[n % WORDS.length] ?? '');
        }
        const text = written(ordered, completed);
        expect(text).toBe(written(ordered, completedAnew));
        const tools = parseToolBlocks(text).filter((part) => part.kind === 'tool');
        expect(
          tools.map(({ name, id, arguments: told, result, state }) => ({ name, id, arguments: told, result, state })),
        ).toEqual(model.blocks);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('[L5] cost', () => {
  const many = 20_000;

  it.each([
    ['by id, in order', (n: number) => ({ name: 'f', id: `c${n}`, ends: n })],
    ['by id, the last first', (n: number) => ({ name: 'f', id: `c${n}`, ends: many - 1 - n })],
    ['by one name', (n: number) => ({ name: 'f', id: undefined, ends: n })],
    ['by many names', (n: number) => ({ name: `f${n}`, id: undefined, ends: n })],
  ])('twenty thousand calls of one text end: %s', (_, call) => {
    let text = '';
    for (let n = 0; n < many; n += 1) text += started(call(n).name, { n }, call(n).id);
    for (let n = 0; n < many; n += 1) {
      const { name, id } = call(call(n).ends);
      text = completed(text, name, `result ${n}`, id);
    }
    const tools = parseToolBlocks(text).filter((part) => part.kind === 'tool');
    expect(tools.map(({ result }) => result)).toEqual(
      Array.from({ length: many }, (__, n) => `result ${call(n).ends}`),
    );
  });

  it.each([
    ['of one name', () => ['f', undefined] as const],
    ['of many names', (n: number) => [`f${n}`, undefined] as const],
    ['by id', (n: number) => ['f', `c${n}`] as const],
  ])('twenty thousand results without a call come to one text: %s', (_, named) => {
    let text = 'words';
    for (let n = 0; n < many; n += 1) text = completed(text, named(n)[0], `result ${n}\n`.repeat(3), named(n)[1]);
    const tools = parseToolBlocks(text).filter((part) => part.kind === 'tool');
    expect(tools.map(({ result }) => result?.split('\n')[0])).toEqual(
      Array.from({ length: many }, (__, n) => `result ${n}`),
    );
  });

  it('thousands of results without a call, with words before each, cost no look at each block', () => {
    let text = '';
    for (let n = 0; n < 1_000; n += 1) text = completed(`${text}Words ${n}.`, 'f', `result ${n}`);
    expect(parseToolBlocks(text).filter((part) => part.kind === 'tool').length).toBe(1_000);
  });

  it('10 MB of hostile text do not hang', () => {
    for (const piece of ['<tool>f(', '<tool>f()', '<tool id="1"', '```\n<tool>f()</tool>\n', '<tool>f(<', '<']) {
      const text = piece.repeat(Math.ceil(10_000_000 / piece.length));
      expect(completed(text, 'f', 'ok', '1').length).toBeGreaterThan(text.length);
    }
  });
});
