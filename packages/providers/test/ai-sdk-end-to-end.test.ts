/** The AI SDK against the strict stand-in: through our adapter, and on its own, as a second opinion of the stand-in's rules. */
import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogle } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import type { Model } from '@toolthread/core/context';
import { stubWith } from '@toolthread/provider-stub';
import type { Piece, Provider, Stub, Turn } from '@toolthread/provider-stub';
import { isStepCount, jsonSchema, streamText, tool } from 'ai';
import type { LanguageModel } from 'ai';
import { describe, expect, test } from 'vitest';
import { aiSdkModel } from '../src/ai-sdk/index.ts';
import { modelAt, PROVIDERS } from './stub-models.ts';
import { Thread } from './thread.ts';

// It warns of foreign calls, which are what is tried here.
Reflect.set(globalThis, 'AI_SDK_LOG_WARNINGS', false);

function languageModelAt(stub: Stub, provider: Provider): Exclude<LanguageModel, string> {
  const apiKey = 'key';
  switch (provider) {
    case 'anthropic':
      return createAnthropic({ apiKey, baseURL: `${stub.url(provider)}/v1` })('claude-opus-4-7');
    case 'openai-chat':
      return createOpenAI({ apiKey, baseURL: stub.url(provider) }).chat('gpt-4.1');
    case 'openai-responses':
      return createOpenAI({ apiKey, baseURL: stub.url(provider) }).responses('gpt-5.5');
    case 'gemini':
      return createGoogle({ apiKey, baseURL: `${stub.url(provider)}/v1beta` })('gemini-3-pro');
    default:
      return provider satisfies never;
  }
}

const thinking: Piece = { type: 'thinking', text: 'hm' };
const words = (text: string): Piece => ({ type: 'text', text });
const look = (where: string): Piece => ({ type: 'call', name: 'look', arguments: `{"where":"${where}"}` });
/** Without storage at the service, as we ask ourselves. */
const OPTIONS = { openai: { store: false, include: ['reasoning.encrypted_content'] } };

describe.each(PROVIDERS)('%s', (provider) => {
  const adapted = (stub: Stub): Model => aiSdkModel(languageModelAt(stub, provider));

  test('a tool loop through our adapter: nothing refused, nothing changed behind', async () => {
    const stub = await stubWith([
      { say: [thinking, words('I look.'), look('here'), look('there')] },
      { say: [thinking, look('everywhere')], when: { results: ['a fire', 'nothing'] } },
      { say: [words('Done.')] },
    ]);
    const thread = new Thread({ options: OPTIONS });
    thread.say('Where is it?');
    const first = await thread.step(adapted(stub));
    expect([first.end.reason, first.calls.map((call) => JSON.parse(call.arguments))]).toEqual([
      'tool_calls',
      [{ where: 'here' }, { where: 'there' }],
    ]);
    thread.answer(first.calls[1]!, 'nothing', { outcome: 'failed' });
    thread.answer(first.calls[0]!, 'a fire');
    thread.say('Hurry!');
    const second = await thread.step(adapted(stub));
    thread.answer(second.calls[0]!, 'it');
    const third = await thread.step(adapted(stub));
    expect([third.text, third.end.reason]).toEqual(['Done.', 'stop']);
    expect(stub.journal.refused).toEqual([]);
    expect(stub.journal.prefixBreaches()).toEqual([]);
  });

  test('faults through our adapter: a typed end, and the thread goes on', async () => {
    const stub = await stubWith([
      { fault: { kind: 'rate-limit', retryAfterSeconds: 7 } },
      { fault: { kind: 'overloaded' } },
      { say: [words('I look'), look('here')], fault: { kind: 'drop' } },
      { say: [words('I look'), look('here')], fault: { kind: 'error-event', afterFrames: 4 } },
      { say: [words('I look'), look('here')], fault: { kind: 'no-finish' } },
      { say: [words('ok')], delivery: { seed: 5 } },
    ]);
    const thread = new Thread({ options: OPTIONS });
    thread.say('go');
    for (let fault = 0; fault < 5; fault += 1) {
      const { end, calls, events } = await thread.step(adapted(stub));
      expect([fault, end.reason, end.error?.retryable, calls.length]).toEqual([fault, 'error', true, 0]);
      expect(events.filter(({ type }) => type === 'end')).toHaveLength(1);
      if (fault === 0 && provider !== 'gemini') expect(end.error?.retryAfterMs).toBe(7000);
    }
    expect((await thread.step(adapted(stub))).text).toBe('ok');
    expect(stub.journal.refused).toEqual([]);
    expect(stub.journal.prefixBreaches()).toEqual([]);
  });

  test('a stop through our adapter ends a stream that hangs, on the wire too', async () => {
    const stub = await stubWith([
      { say: [words('I will look for it everywhere')], fault: { kind: 'hang', afterFrames: 4 } },
    ]);
    const thread = new Thread({ options: OPTIONS });
    thread.say('go');
    const abort = new AbortController();
    const waiting = thread.step(adapted(stub), abort.signal);
    await expect.poll(() => stub.journal.entries.length).toBe(1);
    setTimeout(() => abort.abort(), 50);
    expect((await waiting).end.reason).toBe('aborted');
    await expect.poll(() => stub.journal.entries[0]?.ended).toBe('aborted');
  });

  test.each(PROVIDERS)('from our own codec for %s, and back', async (other) => {
    const leg: Turn = { say: [thinking, words('words'), look('here'), look('there')] };
    const stub = await stubWith([leg, leg, leg, { say: [words('home')] }]);
    const thread = new Thread();
    const own = modelAt(stub, other);
    for (const model of [own, adapted(stub), own]) {
      thread.say('go');
      const { calls, end } = await thread.step(model);
      expect([end.reason, calls.length]).toEqual(['tool_calls', 2]);
      for (const call of calls) thread.answer(call, 'seen');
    }
    expect((await thread.step(own)).text).toBe('home');
    expect(stub.journal.refused).toEqual([]);
  });

  test('on its own: what its encoder makes of its own tool loop is taken', async () => {
    const stub = await stubWith([
      { say: [thinking, words('I look.'), look('here'), look('there')] },
      { say: [words('Done.')], when: { results: ['saw here', 'saw there'] } },
    ]);
    const inputSchema = jsonSchema<{ where: string }>({ type: 'object', properties: { where: { type: 'string' } } });
    const execute = ({ where }: { where: string }): string => `saw ${where}`;
    const result = streamText({
      model: languageModelAt(stub, provider),
      system: 'Be brief.',
      prompt: 'go',
      tools: { look: tool({ description: 'Looks.', inputSchema, execute }) },
      stopWhen: isStepCount(3),
      providerOptions: OPTIONS,
      maxRetries: 0,
      onError: () => undefined,
    });
    expect(await result.text).toBe('Done.');
    expect(stub.journal.refused).toEqual([]);
    expect(stub.journal.prefixBreaches()).toEqual([]);
  });
});
