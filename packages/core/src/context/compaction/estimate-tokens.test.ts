import { describe, expect, it } from 'vitest';
import { readGolden } from '../../../fixtures/golden.ts';
import type { CompletionPart } from '../completion-message.ts';
import { completionMessage } from '../completion-message.ts';
import { ContextManager } from '../context-manager.ts';
import { cutToTokens, estimateTokens, messageTokens, usedTokens } from './estimate-tokens.ts';

const tokensOf = (...parts: CompletionPart[]): number =>
  messageTokens(completionMessage('assistant', parts, 'assistant')) -
  messageTokens(completionMessage('assistant', [], 'assistant'));

describe('an estimate', () => {
  it('counts every part: words, calls with their arguments, results, reasoning with its blob', () => {
    const text = 'word'.repeat(100);
    const blob = { provider: 'p', api: 'a', model: 'm', data: { signature: text } };
    expect(tokensOf({ type: 'text', text })).toBe(100);
    expect(tokensOf({ type: 'refusal', text })).toBe(100);
    expect(tokensOf({ type: 'call', id: 'c', name: 'look', arguments: text, runs: 'here' })).toBeGreaterThan(100);
    expect(tokensOf({ type: 'reasoning', text, blob })).toBeGreaterThan(200);
    expect(tokensOf({ type: 'opaque', blob })).toBeGreaterThan(100);
    const parts = [
      { type: 'text', text },
      { type: 'text', text },
    ] as const;
    const result = { type: 'result', callId: 'c', name: 'look', parts, isError: false, runs: 'here' } as const;
    expect(tokensOf(result)).toBeGreaterThan(200);
    expect(tokensOf({ ...result, parts: [], runs: 'provider', blob })).toBeGreaterThan(100);
  });

  it('counts a script that has no spaces by its signs: a full window of it must not look a quarter full', () => {
    expect(tokensOf({ type: 'text', text: '字'.repeat(1_000) })).toBeGreaterThanOrEqual(900);
    expect(tokensOf({ type: 'text', text: 'я'.repeat(1_000) })).toBeGreaterThanOrEqual(400);
    expect(tokensOf({ type: 'text', text: 'word'.repeat(1_000) })).toBe(1_000);
  });

  it('counts an image by what providers charge, not by its bytes', () => {
    const source = { kind: 'base64', data: 'A'.repeat(1_000_000) } as const;
    expect(tokensOf({ type: 'content', content: { type: 'image', media_type: 'image/png', source } })).toBeLessThan(
      5_000,
    );
  });

  it('is never nothing for a message, and adds up', () => {
    const empty = completionMessage('user', [], 'user');
    expect(messageTokens(empty)).toBeGreaterThan(0);
    expect(estimateTokens([empty, empty])).toBe(2 * messageTokens(empty));
    expect(estimateTokens([])).toBe(0);
  });

  it('bears data that JSON cannot write', () => {
    const hostile = JSON.parse(`${'['.repeat(5_000)}${']'.repeat(5_000)}`);
    expect(tokensOf({ type: 'opaque', blob: { provider: 'p', api: 'a', model: 'm', data: hostile } })).toBeGreaterThan(
      0,
    );
  });
});

describe('what a provider reported', () => {
  const usage = { input_tokens: 1_000, output_tokens: 50, cache_read_tokens: 8_000, cache_write_tokens: 500 };

  it('is all of it, cached or not, and the answer', () => {
    expect(usedTokens(usage)).toBe(9_550);
    expect(usedTokens({ input_tokens: 1, output_tokens: 2 })).toBe(3);
  });

  it('replaces the estimate; what came since is estimated', async () => {
    const manager = new ContextManager();
    manager.addUserMessage('x'.repeat(400));
    await manager.flushUserBuffer();
    manager.addAssistantMessage('y');
    manager.reportUsage(usage);
    expect(manager.tokens).toBe(9_550);
    manager.addUserMessage('z'.repeat(400));
    await manager.flushUserBuffer();
    expect(manager.tokens).toBe(9_550 + messageTokens(manager.messages.at(-1) ?? expect.fail('no message')));
  });

  it('also counts what joins a message that was already there', async () => {
    const manager = new ContextManager();
    manager.addUserMessage('x');
    await manager.flushUserBuffer();
    manager.reportUsage(usage);
    manager.addUserMessage('word'.repeat(500));
    await manager.flushUserBuffer();
    expect(manager.messages).toHaveLength(1);
    expect(manager.tokens).toBeGreaterThanOrEqual(9_550 + 500);
  });

  it('is read from the ledger, where a manager is made of one', () => {
    const events = readGolden('tour');
    const last = events.findLast(
      (event) => event.type === 'agent.step.completed' && event.usage !== undefined && event.scope === undefined,
    );
    if (last?.type !== 'agent.step.completed' || last.usage === undefined) return expect.fail('no usage');
    const manager = ContextManager.fromEvents(events);
    const estimated = estimateTokens(manager.messages);
    expect(manager.tokens).not.toBe(estimated);
    expect(manager.tokens).toBeGreaterThanOrEqual(usedTokens(last.usage));
    expect(manager.tokens).toBeLessThan(usedTokens(last.usage) + estimated);
    return undefined;
  });
});

it('a text that is cut says how much of it is missing, and is cut in no character', () => {
  const text = '😀'.repeat(9);
  for (let tokens = 1; tokens < 9; tokens += 1) {
    const [, shown = '', more] = /^(.*)… \((\d+) more characters?\)$/.exec(cutToTokens(text, tokens)) ?? [];
    expect([shown.isWellFormed(), shown.length + Number(more)]).toEqual([true, text.length]);
  }
});
