import { describe, expect, test } from 'vitest';
import { decoded, expectEveryCut } from '../../../test/decoded.ts';
import { GO } from '../../../test/messages/parts.ts';
import { framesIn, hasRecordings, recorded } from '../../../test/recorded.ts';
import { responsesProblems } from '../../../test/responses-problems.ts';
import { answered, spoken } from '../../../test/messages/spoken.ts';
import { decode } from './decode.ts';
import { encode } from '../encode/encode.ts';

const files = recorded('openai-responses--*', 'cassette--openai-responses--*');

type Frame = {
  type?: string;
  item?: { type?: string; arguments?: unknown; input?: unknown; call_id?: unknown; id?: unknown };
  delta?: string;
};

/** Several responses may be in one file, one after the other. */
function responsesIn(file: string): Frame[][] {
  const responses: Frame[][] = [];
  for (const frame of framesIn(file).flat() as Frame[]) {
    if (frame.type === 'response.created' || responses.length === 0) responses.push([]);
    responses.at(-1)?.push(frame);
  }
  return responses;
}

/** What the frames themselves say the arguments of functions and custom tools are. */
function argumentsIn(frames: readonly Frame[]): unknown[] {
  const done = frames.filter(({ type }) => type === 'response.output_item.done');
  return done.flatMap(({ item }) => {
    if (item?.type === 'function_call') return [item.arguments];
    return item?.type === 'custom_tool_call' ? [item.input] : [];
  });
}

describe.skipIf(!hasRecordings)('recorded streams', () => {
  test.each(hasRecordings ? [files.length] : [])('there are %i', (count) => {
    expect(count).toBeGreaterThanOrEqual(17);
  });

  test.each(files)('%s', (file) => {
    const make = (): ReturnType<typeof decode> => decode({ model: 'm' });
    for (const frames of responsesIn(file)) {
      expectEveryCut(make, frames);
      const events = decoded(make(), frames);
      const end = events.at(-1);
      // The last line of one recording is damaged: a stream without its end.
      if (file.includes('parallel-tool-call-wrapper')) {
        expect(end).toMatchObject({ reason: 'error', error: { code: 'incomplete_stream' } });
        continue;
      }
      expect(['stop', 'tool_calls']).toContain(end?.type === 'end' ? end.reason : '');
      const calls = events.filter((event) => event.type === 'call');
      const made = calls.map((call) => call.arguments);
      for (const args of argumentsIn(frames)) expect(made).toContain(args);
      const texts = events.flatMap((event) => (event.type === 'text.delta' ? [event.text] : [])).join('');
      expect(texts).toBe(
        frames.flatMap(({ type, delta }) => (type === 'response.output_text.delta' ? [delta] : [])).join(''),
      );
      const turn = spoken(events);
      const body = encode({ model: 'm', messages: [GO, turn, answered(turn)], tools: [] });
      expect(responsesProblems(body)).toEqual([]);
    }
  });
});
