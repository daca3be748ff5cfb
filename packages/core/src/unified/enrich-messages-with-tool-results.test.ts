import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { enrichMessagesWithToolResults } from './enrich-messages-with-tool-results.ts';
import type { UIMessage, UnifiedBlock, UnifiedMessage, UnifiedToolResult } from './unified-message.ts';

const text = (words: string): UnifiedBlock => ({ type: 'text', text: words });
const use = (id: string, name = 'Read'): UnifiedBlock => ({ type: 'tool_use', id, name, input: {} });
const result = (id: string, content?: unknown, more: object = {}): UnifiedBlock => ({
  type: 'tool_result',
  tool_use_id: id,
  content,
  ...more,
});
const image = { type: 'image', source: { type: 'base64', data: 'aGk=', media_type: 'image/png' } } as const;

let count = 0;
const message = (
  role: 'user' | 'assistant',
  content: UnifiedMessage['content'],
  more: object = {},
): UnifiedMessage => ({
  id: `msg-${(count += 1)}`,
  role,
  content,
  ...more,
});
const assistant = (...blocks: UnifiedBlock[]): UnifiedMessage => message('assistant', blocks);
const user = (...blocks: UnifiedBlock[]): UnifiedMessage => message('user', blocks);

/** The results of every call, in order; undefined if there is none. */
function resultsOf(messages: readonly UIMessage[]): (UnifiedToolResult | undefined)[] {
  return messages.flatMap(({ content }) =>
    Array.isArray(content) ? content.flatMap((block) => (block?.type === 'tool_use' ? [block.result] : [])) : [],
  );
}
const contentsOf = (messages: readonly UIMessage[]): unknown[] => resultsOf(messages).map((found) => found?.content);

describe('a result stands in its call', () => {
  it('and the message that brought it is gone', () => {
    const [only, ...others] = enrichMessagesWithToolResults([
      { id: 'msg-1', role: 'assistant', content: [text('Let me read that file'), use('tool_abc123')] },
      { id: 'msg-2', role: 'user', content: [result('tool_abc123', JSON.stringify([image]))] },
    ]);
    expect(others).toEqual([]);
    expect(only).toEqual({
      id: 'msg-1',
      role: 'assistant',
      isStreaming: false,
      content: [
        text('Let me read that file'),
        {
          ...use('tool_abc123'),
          result: {
            content: image,
            is_error: false,
            parts: [{ type: 'image', media_type: 'image/png', source: { kind: 'base64', data: 'aGk=' } }],
          },
        },
      ],
    });
  });

  it('before or after its call, in the same message too', () => {
    expect(contentsOf(enrichMessagesWithToolResults([user(result('a', '1')), assistant(use('a'))]))).toEqual(['1']);
    expect(contentsOf(enrichMessagesWithToolResults([assistant(result('a', '1'), use('a'))]))).toEqual(['1']);
    expect(contentsOf(enrichMessagesWithToolResults([assistant(use('a'), result('a', '1'))]))).toEqual(['1']);
  });

  it('of the message that made the call, where ids are used again', () => {
    const again = [
      assistant(use('call_1')),
      user(result('call_1', 'first')),
      assistant(use('call_1')),
      user(result('call_1', 'second')),
      assistant(use('call_1')),
    ];
    expect(contentsOf(enrichMessagesWithToolResults(again))).toEqual(['first', 'second', undefined]);
  });

  it('the first counts: a repeat is dropped, another result of the same id stays where it is', () => {
    const enriched = enrichMessagesWithToolResults([
      assistant(use('a')),
      user(result('a', 'one')),
      user(result('a', 'one')),
      user(result('a', 'two')),
    ]);
    expect(contentsOf(enriched)).toEqual(['one']);
    expect(enriched.slice(1).map(({ content }) => content)).toEqual([[result('a', 'two')]]);
  });

  it('a second result goes to a later call of the id that would have none', () => {
    const enriched = enrichMessagesWithToolResults([
      assistant(use('a')),
      user(result('a', 'one'), result('a', 'two')),
      assistant(use('a')),
    ]);
    expect(contentsOf(enriched)).toEqual(['one', 'two']);
    expect(enriched).toHaveLength(2);
  });

  it('an id that is no id pairs nothing', () => {
    const nameless: UnifiedMessage[] = JSON.parse(
      '[{"role":"assistant","content":[{"type":"tool_use"},{"type":"tool_use","id":""},{"type":"tool_use","id":"undefined"}]},{"role":"user","content":[{"type":"tool_result","content":"x"},{"type":"tool_result","tool_use_id":"","content":"y"}]}]',
    );
    const enriched = enrichMessagesWithToolResults(nameless);
    expect(resultsOf(enriched)).toEqual([undefined, undefined, undefined]);
    expect(enriched[1]?.content).toHaveLength(2);
  });
});

describe('[L3] a status is read, not guessed', () => {
  it.each([
    [true, true],
    [false, false],
    [undefined, false],
    ['true', false],
    [1, false],
  ])('is_error %j is %s', (given, expected) => {
    const enriched = enrichMessagesWithToolResults([
      assistant(use('a')),
      user(result('a', 'error: failed', given === undefined ? {} : { is_error: given })),
    ]);
    expect(resultsOf(enriched)[0]?.is_error).toBe(expected);
  });

  it('a result without content is a result', () => {
    const enriched = enrichMessagesWithToolResults([assistant(use('a'), use('b')), user(result('a'), result('b', ''))]);
    expect(resultsOf(enriched)).toEqual([
      { content: '', is_error: false, parts: [] },
      { content: '', is_error: false, parts: [] },
    ]);
  });
});

describe('what an agent puts in by itself', () => {
  it('is filtered, but takes neither a result nor a call along', () => {
    const enriched = enrichMessagesWithToolResults([
      assistant(text('Invalid API key · Please run /login'), use('a')),
      user(result('a', 'kept'), text('<system-reminder>be brief</system-reminder>')),
      message('user', 'Caveat: The messages below…'),
      user(text('<command-name>/clear</command-name>'), text('Caveat: The messages below…')),
    ]);
    expect(enriched).toHaveLength(1);
    expect(enriched[0]?.content).toEqual([{ ...use('a'), result: expect.objectContaining({ content: 'kept' }) }]);
  });

  it.each([
    'Caveat: I dislike tabs, use spaces.',
    'Why <system-reminder>x</system-reminder>?',
    '<command-name>/x</command-name> and do Y',
  ])('takes no words of a person along: %s', (words) => {
    const messages = [message('user', words), user(text(words))];
    expect(enrichMessagesWithToolResults(messages).map(({ content }) => content)).toEqual([words, [text(words)]]);
  });

  it.each([
    ['<system-reminder>x</system-reminder>\nPlease fix it.', 'Please fix it.'],
    ['\n<system-reminder>x</system-reminder>\n<system-reminder>y</system-reminder> Fix <b>it</b>.', 'Fix <b>it</b>.'],
    ['<ide_opened_file>a.ts</ide_opened_file>Fix it.', 'Fix it.'],
  ])('[strangers] reminders are not shown with what a person said: %j', (words, said) => {
    const reminder = text('<system-reminder>x</system-reminder>');
    const messages = [message('user', words), user(text(words)), user(reminder, text('Fix that.'), text(words))];
    expect(enrichMessagesWithToolResults(messages).map(({ content }) => content)).toEqual([
      said,
      [text(said)],
      [text('Fix that.'), text(said)],
    ]);
    expect(enrichMessagesWithToolResults([assistant(text(words))])[0]?.content).toEqual([text(words)]);
  });

  it('an orphan beside it stays', () => {
    expect(enrichMessagesWithToolResults([user(result('gone', 'x'), text('Warmup'))])[0]?.content).toEqual([
      result('gone', 'x'),
    ]);
  });
});

describe('the rest of a message', () => {
  it('isStreaming is kept', () => {
    const [open, closed] = enrichMessagesWithToolResults([
      message('assistant', [], { isStreaming: true }),
      message('assistant', 'done'),
    ]);
    expect([open?.isStreaming, closed?.isStreaming]).toEqual([true, false]);
  });

  it('every part of a result is kept, and its data', () => {
    const answers = { answers: { Which: 'A' } };
    const enriched = enrichMessagesWithToolResults([
      assistant(use('a'), use('b'), use('c'), use('d')),
      {
        ...user(result('a', [text('one'), image, { type: 'tool_reference', tool_name: 'Grep' }])),
        toolUseResult: answers,
      },
      { ...user(result('b', 'x')), _original: { toolUseResult: 0 } },
      { ...user(result('c', 'x'), result('d', 'y', { structured: false })), toolUseResult: answers },
    ]);
    const [a, b, c, d] = resultsOf(enriched);
    expect(a?.parts.map(({ type }) => type)).toEqual(['text', 'image', 'reference']);
    expect(a?.content).toBe(JSON.stringify([text('one'), image, { type: 'tool_reference', tool_name: 'Grep' }]));
    expect([a?.structured, b?.structured, d?.structured]).toEqual([answers, 0, false]);
    // Two results, one piece of data: nobody knows whose.
    expect(c).not.toHaveProperty('structured');
  });
});

describe('any JSON', () => {
  /** Bent towards the shapes that are read. */
  const block = fc.oneof(
    fc.record({ type: fc.constant('tool_use'), id: fc.constantFrom('a', 'b', '') }),
    fc.record(
      {
        type: fc.constant('tool_result'),
        tool_use_id: fc.constantFrom('a', 'b', 'c'),
        content: fc.oneof(fc.constantFrom('1', '2', ''), fc.jsonValue(), fc.constant([image])),
        is_error: fc.jsonValue(),
      },
      { requiredKeys: ['type', 'tool_use_id'] },
    ),
    fc.record({ type: fc.constant('text'), text: fc.constantFrom('hello', 'Caveat: x', 'Warmup') }),
    fc.jsonValue(),
  );
  const someMessages = fc.array(
    fc.oneof(
      fc.record(
        { id: fc.string(), role: fc.string(), content: fc.array(block), isStreaming: fc.jsonValue() },
        { requiredKeys: ['content'] },
      ),
      fc.jsonValue(),
    ),
  );
  const read = (value: unknown): UnifiedMessage[] => JSON.parse(JSON.stringify(value));

  it('is borne, and not changed', () => {
    fc.assert(
      fc.property(someMessages, (value) => {
        const messages = deepFrozen(read(value));
        const before = JSON.stringify(messages);
        enrichMessagesWithToolResults(messages);
        expect(JSON.stringify(messages)).toBe(before);
      }),
    );
  });

  it('[L4] no call is lost, and no result: each stands in a call, repeats one that does, or stays', () => {
    fc.assert(
      fc.property(someMessages, (value) => {
        const messages = read(value);
        const enriched = enrichMessagesWithToolResults(messages);
        const uses = (list: readonly unknown[]): number => countOf(list, 'tool_use');
        expect(uses(enriched)).toBe(uses(messages));
        const shown = new Set(resultsOf(enriched).map((found) => JSON.stringify(found?.content)));
        for (const { content } of enriched) {
          if (!Array.isArray(content)) continue;
          for (const left of content) if (left?.type === 'tool_result') shown.add(shownAs(left.content));
        }
        for (const wanted of allResults(messages)) expect(shown).toContain(shownAs(wanted));
      }),
    );
  });

  it.each(['null', '0', '"x"', '{}', '[null, 1, [], {"content": null}, {"content": [null, 0, "x", [[]]]}]'])(
    'such as %s',
    (json) => expect(() => enrichMessagesWithToolResults(JSON.parse(json))).not.toThrow(),
  );

  it('however deep or long it is', () => {
    const depth = 20_000;
    const deep: unknown = JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`);
    const enriched = enrichMessagesWithToolResults([
      assistant(use('a'), use('b')),
      user(result('a', deep), result('b', { deep })),
    ]);
    expect(contentsOf(enriched)[0]).toHaveLength(2 * depth);
    const many = Array.from({ length: 20_000 }, () => user(result('a', 'one'), result('a', ['two'])));
    expect(contentsOf(enrichMessagesWithToolResults([assistant(use('a')), ...many]))).toEqual(['one']);
  });
});

const countOf = (list: readonly unknown[], type: string): number =>
  JSON.stringify(list).split(`"type":"${type}"`).length - 1;

function* allResults(messages: readonly UnifiedMessage[]): Iterable<unknown> {
  for (const value of messages) {
    if (value === null || !Array.isArray(value.content)) continue;
    for (const found of value.content) if (found?.type === 'tool_result') yield found.content;
  }
}

function shownAs(content: unknown): string {
  const enriched = enrichMessagesWithToolResults([assistant(use('x')), user(result('x', content))]);
  return JSON.stringify(resultsOf(enriched)[0]?.content);
}

function deepFrozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  Object.values(value).forEach(deepFrozen);
  return Object.freeze(value);
}
