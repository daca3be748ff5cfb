import { describe, expect, test } from 'vitest';
import { chatProblems } from '../../../test/chat-problems.ts';
import { decoded, expectEveryCut } from '../../../test/decoded.ts';
import { GO } from '../../../test/messages/parts.ts';
import { framesIn, hasRecordings, recorded, requestsIn } from '../../../test/recorded.ts';
import { answered, spoken } from '../../../test/messages/spoken.ts';
import type { Compat } from '../compat.ts';
import { decode } from './decode.ts';
import { encode } from '../encode/encode.ts';

const files = recorded(
  'openai-chat--*',
  'openai-compatible-chat--*',
  'deepseek-chat--*',
  'groq--*',
  'mistral--*',
  'cassette--openai-chat--*',
  'cassette--openai-compatible-chat--*',
);

type Frame = { choices?: { delta?: { content?: unknown; tool_calls?: { function?: { arguments?: string } }[] } }[] };

/** What the frames themselves say, in the order they say it; one call in each of these streams. */
function saidIn(frames: readonly unknown[]): { readonly text: string; readonly json: string } {
  const deltas = (frames as Frame[]).flatMap(({ choices = [] }) => choices.map(({ delta = {} }) => delta));
  const texts = deltas.map(({ content }) => (typeof content === 'string' ? content : ''));
  const json = deltas.flatMap(({ tool_calls: calls = [] }) => calls.map((call) => call.function?.arguments ?? ''));
  return { text: texts.join(''), json: json.join('') };
}

describe.skipIf(!hasRecordings)('recorded streams', () => {
  test.each(hasRecordings ? [files.length] : [])('there are %i', (count) => {
    expect(count).toBeGreaterThanOrEqual(14);
  });

  test.each(files)('%s', (file) => {
    const compat: Compat = file.startsWith('mistral')
      ? 'mistral'
      : file.includes('deepseek')
        ? 'deepseek'
        : 'compatible';
    for (const frames of framesIn(file)) {
      const make = (): ReturnType<typeof decode> => decode({ provider: compat, model: 'm' });
      expectEveryCut(make, frames);
      const events = decoded(make(), frames);
      const end = events.at(-1);
      expect(['stop', 'tool_calls', 'length']).toContain(end?.type === 'end' ? end.reason : '');
      const { text, json } = saidIn(frames);
      const calls = events.flatMap((event) => (event.type === 'call' ? [event.arguments] : []));
      expect(calls.join('')).toBe(json);
      if (!file.includes('mistral-reasoning')) {
        expect(events.flatMap((event) => (event.type === 'text.delta' ? [event.text] : [])).join('')).toBe(text);
      }
      for (const args of calls) expect(() => void JSON.parse(args)).not.toThrow();
      const turn = spoken(events);
      const next = { model: 'm', provider: compat, compat, messages: [GO, turn, answered(turn)], tools: [] };
      expect(chatProblems(encode(next), compat)).toEqual([]);
    }
  });

  test.each(files.filter((file) => file.endsWith('.json')))(
    'what a server took, the rules of these tests allow: %s',
    (file) => {
      for (const request of requestsIn(file)) expect(chatProblems(request)).toEqual([]);
    },
  );
});
