import type { Model, ModelEvent, ModelRequest } from '@toolthread/core/context';
import { lookingModel } from '../runs/scripted-run.ts';

/** What a model may answer that is much at once, by what it is asked for. */
const ANSWERS: Readonly<Record<string, () => ModelEvent>> = {
  'A million accents.': () => ({ type: 'text.delta', part: 0, text: 'e\u0301'.repeat(500_000) }),
  'A million Chinese letters.': () => ({ type: 'text.delta', part: 0, text: '解析器只讀一次，'.repeat(125_000) }),
  'A call with 100,000 names.': () => ({
    type: 'call',
    part: 0,
    name: 'look',
    arguments: `{${Array.from({ length: 100_000 }, (_, n) => `"name${n}":${n}`).join(',')}}`,
    runs: 'here',
  }),
};

/** Answers with what the last message asks for; otherwise it looks around, as `lookingModel` does. */
export function askedModel(): Model {
  const looking = lookingModel(5, () => undefined);
  return {
    ...looking,
    async *stream(request, signal): AsyncIterable<ModelEvent> {
      const answer = ANSWERS[lastWords(request)];
      if (answer === undefined) return yield* looking.stream(request, signal);
      const event = answer();
      yield event;
      yield { type: 'end', reason: event.type === 'call' ? 'tool_calls' : 'stop' };
    },
  };
}

function lastWords({ messages }: ModelRequest): string {
  const last = messages.at(-1);
  return last?.role === 'user' ? last.parts.map((part) => (part.type === 'text' ? part.text : '')).join('') : '';
}
