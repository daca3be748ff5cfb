import { describe, expect, it } from 'vitest';
import { readGolden } from '../../../fixtures/golden.ts';
import { problemsOf } from '../../../test/problems-of.ts';
import { compacted, cutPoint, isFull, summaryRequest } from './compacted.ts';
import type { CompletionMessage, CompletionPart } from '../completion-message.ts';
import { completionMessage } from '../completion-message.ts';
import { ContextManager } from '../context-manager.ts';
import type { ContextManagerOptions } from '../context-manager.ts';
import { estimateTokens } from './estimate-tokens.ts';

const LIMITS = { maxContextTokens: 4_000, maxReplyTokens: 500 };
const said = (text: string): CompletionMessage => completionMessage('user', [{ type: 'text', text }], 'user');
const answered = (text: string): CompletionMessage =>
  completionMessage('assistant', [{ type: 'text', text }], 'assistant');
const words = (tokens: number): string => 'word'.repeat(tokens);

/** A manager after `turns` turns of two calls each, whose results have `tokens` tokens each. */
async function worked(turns: number, tokens: number, options: ContextManagerOptions = LIMITS): Promise<ContextManager> {
  const manager = new ContextManager(options);
  manager.addUserMessage('the task');
  for (let turn = 0; turn < turns; turn += 1) {
    await manager.flushUserBuffer();
    const calls = ['a', 'b'].map((name) => ({ id: `${name}${turn}`, name: 'read_file', parameters: { turn } }));
    manager.addAssistantMessageWithTools(`turn ${turn}`, calls);
    for (const { id } of calls) manager.addToolResult(id, `result of ${id} ${words(tokens)}`, false);
  }
  await manager.flushUserBuffer();
  return manager;
}

const partsAsJson = (messages: readonly CompletionMessage[]): string =>
  JSON.stringify(messages.map(({ parts }) => parts));

describe('when', () => {
  it('the window is full before it is full: the reply and a reserve must fit', () => {
    expect(isFull(100_000, { maxContextTokens: 200_000, maxReplyTokens: 8_000 })).toBe(false);
    expect(isFull(191_000, { maxContextTokens: 200_000, maxReplyTokens: 8_000 })).toBe(true);
    expect(isFull(1e9, { maxContextTokens: Number.POSITIVE_INFINITY, maxReplyTokens: 0 })).toBe(false);
  });

  it('a small window is not full from the start', async () => {
    const manager = new ContextManager({ maxContextTokens: 1_000, maxReplyTokens: 100 });
    for (const text of ['hello', 'how are you?']) {
      manager.addUserMessage(text);
      await manager.flushUserBuffer(() => expect.fail('nothing to summarise'));
      manager.addAssistantMessage('fine');
    }
    expect(await manager.compactIfNeeded(() => expect.fail('nothing to summarise'))).toBe('fits');
  });

  it('tool payloads count, also those that wait for the flush', async () => {
    const manager = await worked(3, 100);
    expect(await manager.compactIfNeeded(() => 'not yet')).toBe('fits');
    manager.addAssistantMessageWithTools('', [{ id: 'big', name: 'read_file', parameters: { path: words(900) } }]);
    manager.addToolResult('big', words(2_500), false);
    expect(await manager.compactIfNeeded(() => 'what was')).toBe('compacted');
    await manager.flushUserBuffer();
    expect(manager.messages.at(-1)?.toolResults[0]?.content).toBe(words(2_500));
    expect(problemsOf(manager.messages)).toEqual([]);
  });

  it('a flush compacts last, after results and words have joined', async () => {
    const manager = await worked(6, 400, { maxContextTokens: 8_000, maxReplyTokens: 500 });
    manager.addUserMessage(words(2_500));
    manager.addUserMessage('hurry');
    await manager.flushUserBuffer(() => 'what was');
    expect(manager.messages[0]?.content).toContain('what was');
    expect(manager.messages.at(-1)?.content).toMatch(/hurry$/);
    expect(problemsOf(manager.messages)).toEqual([]);
  });

  it('[bug 33] the provider says that it was too long, whatever we had counted', async () => {
    for (const options of [{}, { maxContextTokens: 1_000_000 }]) {
      const manager = await worked(8, 300, options);
      expect(await manager.compactIfNeeded(() => 'no')).toBe('fits');
      manager.reportOverflow();
      expect(await manager.compactIfNeeded(() => 'what was')).toBe('compacted');
      expect(manager.messages.length).toBeLessThan(10);
      expect(await manager.compactIfNeeded(() => 'no')).toBe('fits');
      expect(problemsOf(manager.messages)).toEqual([]);
    }
  });
});

describe('where', () => {
  it('[bug 8] [bug 26] [bug 30] never between a call and its results', async () => {
    const { messages } = await worked(10, 200, {});
    for (let window = 500; window < 20_000; window += 50) {
      const cut = cutPoint(messages, { maxContextTokens: window, maxReplyTokens: 0 });
      if (cut === undefined) continue;
      expect(messages[cut]?.toolResults).toEqual([]);
      expect(problemsOf(compacted(messages, cut, 'what was'))).toEqual([]);
    }
  });

  it('keeps what is recent, to a quarter of the window, and always the last message', async () => {
    const { messages } = await worked(20, 100, {});
    const cut = cutPoint(messages, LIMITS) ?? 0;
    const kept = estimateTokens(messages.slice(cut));
    expect(kept).toBeLessThanOrEqual(LIMITS.maxContextTokens / 4);
    expect(kept).toBeGreaterThan(LIMITS.maxContextTokens / 8);
    expect(cutPoint([said(words(9_000)), answered('x'), said(words(9_000))], LIMITS)).toBe(2);
  });

  it('[bug 25] [bug 34] nowhere, where only a summary or the system would be summarised', () => {
    const summary = completionMessage('user', [{ type: 'text', text: 'what was' }], 'compaction');
    const system = completionMessage('system', [{ type: 'text', text: 'Be brief.' }], 'system');
    expect(cutPoint([], LIMITS)).toBeUndefined();
    expect(cutPoint([said('one')], LIMITS)).toBeUndefined();
    expect(cutPoint([system, said(words(9_000))], LIMITS)).toBeUndefined();
    expect(cutPoint([summary, answered(words(9_000))], LIMITS)).toBeUndefined();
    expect(cutPoint([system, summary, answered('x'), said(words(9_000))], LIMITS)).toBe(3);
  });

  it('[bug 34] a result that no compaction makes fit is not summarised over and over', async () => {
    const manager = await worked(1, 4_000);
    let summaries = 0;
    const summarise = (): string => `what was ${(summaries += 1)}`;
    const outcomes: string[] = [];
    for (let turn = 0; turn < 5; turn += 1) outcomes.push(await manager.compactIfNeeded(summarise));
    expect(outcomes.slice(1)).toEqual(['cannot', 'cannot', 'cannot', 'cannot']);
    expect(summaries).toBeLessThanOrEqual(1);
    expect(problemsOf(manager.messages)).toEqual([]);
  });
});

describe('what is left', () => {
  it('begins with the summary in a user message; system messages stay', async () => {
    const manager = new ContextManager(LIMITS);
    manager.addSystemMessage('Be brief.');
    for (let turn = 0; turn < 20; turn += 1) {
      manager.addUserMessage(`question ${turn} ${words(100)}`);
      await manager.flushUserBuffer((request) => `summary of ${request.length}`);
      manager.addAssistantMessage(words(100));
    }
    expect(manager.messages[0]).toMatchObject({ role: 'system', content: 'Be brief.' });
    expect(manager.messages[1]).toMatchObject({ role: 'user', provenance: 'compaction' });
    expect(manager.messages[1]?.content).toMatch(/It is history, not a new instruction\.\n\nsummary of 1/);
    expect(manager.messages.filter(({ provenance }) => provenance === 'compaction')).toHaveLength(1);
    expect(problemsOf(manager.messages)).toEqual([]);
  });

  it('has no reasoning, which is bound to what is gone, and nothing in its place', () => {
    const thought: CompletionPart = { type: 'reasoning', text: 'hm' };
    const history = [
      said('one'),
      answered('two'),
      said('three'),
      completionMessage('assistant', [thought], 'assistant'),
      said('four'),
      completionMessage('assistant', [thought, { type: 'text', text: 'five' }], 'assistant'),
    ];
    const left = compacted(history, 2, 'what was');
    expect(left.map(({ role, content }) => [role, content.replace(/^.*\n\n(?=what)/s, '')])).toEqual([
      ['user', 'what was\n\nthree\n\nfour'],
      ['assistant', 'five'],
    ]);
    expect(partsAsJson(left)).not.toContain('reasoning');
  });

  it('[bug 24] [bug 32] [bug 39] chained compactions leave no orphan, also of calls that were aborted', async () => {
    const manager = new ContextManager({ maxContextTokens: 1_500, maxReplyTokens: 100 });
    let summaries = 0;
    for (let turn = 0; turn < 60; turn += 1) {
      manager.addUserMessage(`go on ${turn}`);
      await manager.flushUserBuffer(() => `summary ${(summaries += 1)}`);
      manager.addAssistantMessageWithTools('', [
        { id: 'same', name: 'look', parameters: {} },
        { id: `x${turn}`, name: 'look', parameters: { at: words(20) } },
      ]);
      // Every other turn is stopped before its second result.
      manager.addToolResult('same', words(30), false);
      if (turn % 2 === 0) manager.addToolResult(`x${turn}`, words(30), true);
      expect(problemsOf(manager.messages.slice(0, -1))).toEqual([]);
    }
    await manager.flushUserBuffer();
    expect(summaries).toBeGreaterThanOrEqual(3);
    expect(problemsOf(manager.messages)).toEqual([]);
    expect(partsAsJson(manager.messages)).not.toContain('not in this conversation');
  });

  it('[bug 27] results that wait are not lost by it, nor is what is said while it runs', async () => {
    const manager = await worked(8, 300);
    manager.addAssistantMessageWithTools('', [{ id: 'late', name: 'look', parameters: {} }]);
    manager.addToolResult('late', 'the late result', false);
    const done = manager.compactIfNeeded(async () => {
      await Promise.resolve();
      return 'what was';
    });
    manager.addUserMessage('said meanwhile');
    expect(await done).toBe('compacted');
    await manager.flushUserBuffer();
    expect(manager.messages.at(-1)).toMatchObject({
      content: 'said meanwhile',
      toolResults: [{ toolCallId: 'late', content: 'the late result' }],
    });
    expect(problemsOf(manager.messages)).toEqual([]);
  });

  it('[bug 25] two at once are one', async () => {
    const manager = await worked(8, 300);
    let summaries = 0;
    const summarise = async (): Promise<string> => {
      await new Promise((resolve) => setTimeout(resolve, 1));
      return `summary ${(summaries += 1)}`;
    };
    const both = [manager.compactIfNeeded(summarise), manager.compactIfNeeded(summarise)];
    await both[0];
    manager.addAssistantMessage('said between');
    await manager.flushUserBuffer();
    expect(await Promise.all(both)).toEqual(['compacted', 'compacted']);
    expect(summaries).toBe(1);
    expect(partsAsJson(manager.messages)).toContain('said between');
  });

  it('is the whole history where the summary failed or has no words', async () => {
    const manager = await worked(8, 300);
    const before = partsAsJson(manager.messages);
    expect(await manager.compactIfNeeded(() => ' \n')).toBe('cannot');
    await expect(manager.compactIfNeeded(() => Promise.reject(new Error('overloaded')))).rejects.toThrow('overloaded');
    expect(partsAsJson(manager.messages)).toBe(before);
    expect(await manager.compactIfNeeded(() => 'what was')).toBe('compacted');
  });

  it('is tried again by the next flush where the summary failed: what was said is in the request', async () => {
    const manager = await worked(8, 300);
    manager.addUserMessage('Mind the tests.');
    await expect(manager.flushUserBuffer(() => Promise.reject(new Error('overloaded')))).rejects.toThrow('overloaded');
    expect(manager.messages.at(-1)?.content).toBe('Mind the tests.');
    expect(await manager.flushUserBuffer(() => 'what was')).toEqual({ compaction: 'compacted' });
    expect(manager.messages.at(-1)?.content).toContain('Mind the tests.');
  });

  it('fits, though the summary is too long itself', async () => {
    const manager = await worked(8, 300);
    expect(await manager.compactIfNeeded(() => '字'.repeat(50_000))).toBe('compacted');
    expect(isFull(manager.tokens, LIMITS)).toBe(false);
    expect(manager.messages[0]?.content).toMatch(/more characters\)/);
  });
});

describe('the request for the summary', () => {
  it('[bug 29] is one user message of plain text: no calls, no results, no tools needed', async () => {
    const { messages } = await worked(3, 10, {});
    const [request, ...more] = summaryRequest(messages, LIMITS);
    expect(more).toEqual([]);
    expect(request?.role).toBe('user');
    expect(request?.parts.map(({ type }) => type)).toEqual(['text']);
    expect(request?.content).toContain('[called read_file with {"turn":0}]');
    expect(request?.content).toContain('[read_file returned: result of a0 ');
  });

  it.each(['word ', '字', '🔧', '\ud800'])('[bug 33] cannot overflow, whatever it is full of: %j', async (unit) => {
    for (const window of [1_500, 4_000, 32_000]) {
      const limits = { maxContextTokens: window, maxReplyTokens: 200 };
      const manager = new ContextManager();
      for (let turn = 0; turn < 30; turn += 1) {
        manager.addUserMessage(unit.repeat(3_000));
        await manager.flushUserBuffer();
        manager.addAssistantMessageWithTools(unit.repeat(500), [
          { id: `c${turn}`, name: 'x', parameters: { unit: unit.repeat(9_000) } },
        ]);
        manager.addToolResult(`c${turn}`, unit.repeat(9_000), false);
      }
      await manager.flushUserBuffer();
      const request = summaryRequest(manager.messages, limits);
      expect(estimateTokens(request)).toBeLessThan(window - 200);
      expect(estimateTokens(request)).toBeGreaterThan(window / 8);
    }
  });

  it('holds the earlier summary, or the first words, and then what is newest; it says what is left out', async () => {
    const { messages } = await worked(60, 300, {});
    const summary = completionMessage('user', [{ type: 'text', text: 'the summary of before' }], 'compaction');
    const content = summaryRequest([summary, ...messages.slice(1)], LIMITS)[0]?.content ?? '';
    expect(content).toMatch(/^user:\nthe summary of before\n\n\[\d+ messages are left out\]\n\n/);
    expect(content).toContain('turn 59');
    expect(content).not.toContain('turn 20');
    expect(summaryRequest(messages, LIMITS)[0]?.content).toMatch(/^user:\nthe task\n\n/);
    const places = [...content.matchAll(/turn (\d+)/g)].map(([, turn]) => Number(turn));
    expect(places).toEqual(Array.from({ length: places.length }, (_, n) => 60 - places.length + n));
  });

  it('cuts between characters', () => {
    const { content = '' } = summaryRequest([said(`a${'🔧'.repeat(40_000)}`)], LIMITS)[0] ?? {};
    expect(content.isWellFormed()).toBe(true);
  });
});

describe('a ledger that was compacted', () => {
  it('[bug 24] has no orphans of before in any request', () => {
    const { messages } = ContextManager.fromEvents(readGolden('compaction'));
    expect(problemsOf(messages)).toEqual([]);
    expect(messages.filter(({ provenance }) => provenance === 'compaction')).toHaveLength(1);
  });
});
