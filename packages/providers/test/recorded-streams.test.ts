/**
 * Bytes that providers really sent, over a socket and cut again at random places, through their own clients: the same events as
 * from the frames themselves.
 */
import type { ModelEvent } from '@toolthread/core/context';
import { startStub } from '@toolthread/provider-stub';
import type { Provider, Stub } from '@toolthread/provider-stub';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decode as decodeAnthropic } from '../src/anthropic/index.ts';
import { decode as decodeGemini } from '../src/gemini/index.ts';
import { decode as decodeChat } from '../src/openai-chat/index.ts';
import { decode as decodeResponses } from '../src/openai-responses/index.ts';
import { dataIn, hasRecordings, recorded, textIn } from './recorded.ts';
import { modelAt } from './stub-models.ts';
import { Thread, TOOLS } from './thread.ts';
import { WIRE_FORMATS } from './wire-formats.ts';

const SEEDS = [1, 2, 3];

interface Recording {
  readonly name: string;
  readonly provider: Provider;
  readonly bytes: string;
}

function providerOf(file: string): Provider {
  if (/anthropic/.test(file)) return 'anthropic';
  return /responses/.test(file) ? 'openai-responses' : 'openai-chat';
}

/** One payload a line, without what was around it: put back as the provider would have sent it. */
function fromChunks(text: string, provider: Provider): string {
  const frames = text.split('\n').filter((line) => line.trim() !== '');
  const sent = frames.map((line) => {
    const [, type = ''] = /"type":\s*"([^"]+)"/.exec(line) ?? [];
    return `${provider === 'openai-chat' ? '' : `event: ${type}\n`}data: ${line}\n\n`;
  });
  return `${sent.join('')}${provider === 'openai-chat' && frames.at(-1) !== '[DONE]' ? 'data: [DONE]\n\n' : ''}`;
}

interface Interaction {
  readonly request: { readonly body: string };
  readonly response: { readonly body: string; readonly status: number };
}

/** The exchanges of a cassette that went well. */
function interactionsIn(name: string): readonly Interaction[] {
  const cassette: { readonly interactions: readonly Interaction[] } = JSON.parse(textIn(name));
  return cassette.interactions.filter(({ response }) => response.status === 200);
}

function recordings(): Recording[] {
  return recorded('*').flatMap((name): Recording[] => {
    const provider = providerOf(name);
    const text = textIn(name);
    if (name.endsWith('.chunks.txt')) return [{ name, provider, bytes: fromChunks(text, provider) }];
    if (!name.startsWith('cassette--')) return [];
    return interactionsIn(name).map(({ response }, index) => ({
      name: `${name} ${index}`,
      provider,
      bytes: response.body,
    }));
  });
}

const DECODE = {
  anthropic: decodeAnthropic,
  'openai-chat': decodeChat,
  'openai-responses': decodeResponses,
  gemini: decodeGemini,
};

/** The frames without a client: every data line, and the end. `undefined` for a recording with a damaged line. */
function direct({ provider, bytes }: Recording, model: string): ModelEvent[] | undefined {
  const decoder = DECODE[provider]({ model, tools: TOOLS });
  const events: ModelEvent[] = [];
  try {
    for (const data of dataIn(bytes)) if (data.startsWith(' {')) events.push(...decoder.push(JSON.parse(data)));
  } catch {
    return undefined;
  }
  return [...events, ...decoder.end()];
}

describe.skipIf(!hasRecordings)('recorded streams', () => {
  let stub: Stub;
  beforeAll(async () => {
    stub = await startStub();
  });
  afterAll(() => stub.close());

  test.each(hasRecordings ? [recordings().length] : [])('there are %i', (count) => {
    expect(count).toBeGreaterThan(40);
  });

  test.each(recordings())('$name', async (recording) => {
    const { provider, bytes } = recording;
    const model = modelAt(stub, provider);
    const wanted = direct(recording, model.model);
    for (const seed of SEEDS) {
      stub.script([{ raw: bytes, delivery: { seed, lineEnds: seed === 2 ? 'mixed' : 'lf' } }]);
      const thread = new Thread();
      thread.say('go');
      const { events } = await thread.step(model);
      if (wanted === undefined) expect(events.at(-1)).toMatchObject({ type: 'end', reason: 'error' });
      else expect(events).toEqual(wanted);
      expect(events.filter(({ type }) => type === 'end')).toHaveLength(1);
    }
  });

  test.each(recordings())(
    'what was said goes on, with the same model and with every other: $name',
    async (recording) => {
      stub.script([{ raw: recording.bytes }]);
      const thread = new Thread();
      thread.say('go');
      const { calls } = await thread.step(modelAt(stub, recording.provider));
      for (const call of calls) thread.answer(call, 'seen');
      thread.say('and?');
      for (const { name, target, encode, problems } of WIRE_FORMATS) {
        const body = encode({ model: target.model, messages: thread.messages, tools: TOOLS });
        expect([name, ...problems(body, target.model)]).toEqual([name]);
      }
    },
  );

  test.each(requests())('the stand-in takes what the service took: $name', ({ provider, body }) => {
    expect(WIRE_FORMATS.find(({ name }) => name === provider)?.problems(body, '')).toEqual([]);
  });
});

/** Requests that the service itself answered: the rules must not be stricter than it is. */
function requests(): { name: string; provider: Provider; body: unknown }[] {
  const cassettes = recorded('cassette--*');
  return cassettes.flatMap((name) =>
    interactionsIn(name).map(({ request }, index) => {
      return { name: `${name} ${index}`, provider: providerOf(name), body: JSON.parse(request.body) };
    }),
  );
}
