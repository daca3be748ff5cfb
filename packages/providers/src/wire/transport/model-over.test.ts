/** What every transport owes, whoever is at the other end. */
import type { Model, ModelEvent } from '@toolthread/core/context';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import * as anthropic from '../../../test/frames/anthropic-frames.ts';
import * as chat from '../../../test/frames/chat-frames.ts';
import * as gemini from '../../../test/frames/gemini-frames.ts';
import { GO, TOOLS } from '../../../test/messages/parts.ts';
import * as responses from '../../../test/frames/responses-frames.ts';
import { everyEvent, serve, sse, sseText } from '../../../test/serve.ts';
import { createModel } from '../../create-model.ts';
import type { ModelProvider } from '../../create-model.ts';
import type { DebugEntry } from './debug-log.ts';
import type { TransportOptions } from './transport-options.ts';

interface Speech {
  readonly provider: ModelProvider;
  /** The frames of a whole response. */
  readonly words: (text: string) => readonly object[];
  /** The frames of a call, and no end. */
  readonly begun: readonly object[];
}

const SPEECHES: readonly Speech[] = [
  {
    provider: 'anthropic',
    words: (text) => [anthropic.begin, ...anthropic.words(0, text), ...anthropic.stop('end_turn')],
    begun: [anthropic.begin, ...anthropic.call(0, 'toolu_1', '{}')],
  },
  {
    provider: 'openai-chat',
    words: (text) => [chat.chunk({ content: text }), chat.finish('stop'), chat.usage],
    begun: [chat.piece({ index: 0, id: 'call_1', name: 'save', text: '{}' })],
  },
  {
    provider: 'openai-responses',
    words: (text) => [responses.created, ...responses.words(0, [text]), responses.completed()],
    begun: [responses.created, ...responses.call(0, ['{}'])],
  },
  {
    provider: 'gemini',
    words: (text) => [gemini.finish('STOP', { text })],
    begun: [gemini.say({ functionCall: { name: 'save', args: {} } })],
  },
];

describe.each(SPEECHES)('$provider', ({ provider, words, begun }) => {
  const at = (baseURL: string, options: Partial<TransportOptions> = {}): Model =>
    createModel({ provider, model: 'm', apiKey: 'my-own-key', baseURL, ...options });
  const ask = (model: Model, signal = new AbortController().signal): Promise<ModelEvent[]> =>
    everyEvent(model.stream({ messages: [GO], tools: TOOLS }, signal));

  test('a cut and a silence are ends too, and no call was made', async () => {
    await using cut = await serve((response) => sse(response, begun, 'cut'));
    await using silent = await serve((response) => sse(response, begun, 'hang'));
    for (const events of [await ask(at(cut.url)), await ask(at(silent.url, { idleMs: 100 }))]) {
      expect(events.at(-1)).toMatchObject({ reason: 'error', error: { retryable: true } });
      expect(events.filter(({ type }) => type === 'call')).toEqual([]);
    }
  });

  test('[B.6 18] wherever the connection breaks within a response: one end, and no call of what is not whole', async () => {
    const frames = [...words('Grüße 🔧'), ...begun];
    const bytes = Buffer.from(frames.map(sseText).join(''));
    const lineEnds = Array.from(bytes.keys()).filter((offset) => bytes[offset] === 10);
    const near = (offset: number): boolean => lineEnds.some((end) => Math.abs(end - offset) <= 2);
    // Every byte around the end of a line, where frames begin and end, and every eleventh within them.
    const offsets = Array.from(bytes.keys()).filter((offset) => offset % 11 === 0 || near(offset));
    await using server = await serve((response) => {
      const offset = offsets.shift() ?? 0;
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(bytes.subarray(0, offset), () => response.destroy());
      if (offset === 0) response.destroy();
    });
    while (offsets.length > 0) {
      const answers = await Promise.all(offsets.slice(0, 20).map(() => ask(at(server.url))));
      for (const events of answers) {
        expect(events.flatMap(({ type }, index) => (type === 'end' ? [index] : []))).toEqual([events.length - 1]);
        expect(events.filter(({ type }) => type === 'call')).toEqual([]);
      }
    }
  });

  test('an answer without end is an error, and not all of the memory; another try would be as long', async () => {
    await using endless = await serve((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const more = (): void => {
        while (!response.destroyed && response.write(`data: ${'x'.repeat(1_000_000)}`));
        if (!response.destroyed) response.once('drain', more);
      };
      more();
    });
    const [end] = (await ask(at(endless.url))).slice(-1);
    expect(end).toMatchObject({
      type: 'end',
      reason: 'error',
      error: { message: 'The model sent more than 32 MB in one answer.', code: 'answer_too_long', retryable: false },
    });
    await endless.closed;
  });

  test.each([
    ['a frame', 200, (json: string) => `data: ${json}\n\n`],
    ['a frame in two lines', 200, (json: string) => `data: {\ndata: ${json.slice(1)}\n\n`],
    ['no frame', 200, (json: string) => `${json}\n\n`],
    ['an error', 400, (json: string) => json.replace(',', ',\n\n')],
  ])('%s (%i) of very many values is an error, and nobody parses it', async (_, status, framed) => {
    const many = `{${Array.from({ length: 190_000 }, (__, n) => `"k${n}":1`).join(',')}}`;
    await using server = await serve((response) => {
      response.writeHead(status, { 'content-type': 'text/event-stream' }).end(framed(many));
    });
    const parse = vi.spyOn(JSON, 'parse');
    onTestFinished(() => parse.mockRestore());
    expect((await ask(at(server.url))).at(-1)).toMatchObject({
      type: 'end',
      reason: 'error',
      error: { retryable: false },
    });
    expect(Math.max(0, ...parse.mock.calls.map(([text]) => text.length))).toBeLessThan(1_000_000);
  });

  test.each(['me:hidden%40word', 'me:', ':hidden%40word', 'me'])(
    'a name and a password in the address (%s@) are sent as such, and told nowhere',
    async (user) => {
      await using server = await serve((response) => sse(response, words('Hello.')));
      const log: DebugEntry[] = [];
      const address = server.url.replace('//', `//${user}@`);
      const events = await ask(at(`${address}/v1`, { log: (entry) => log.push(entry) }));
      expect(events.at(-1)).toMatchObject({ type: 'end', reason: 'stop' });
      const sent = /^Basic (.+)$/.exec(server.asked[0]?.headers.authorization ?? '')?.[1] ?? '';
      const [name = '', password = ''] = user.split(':').map(decodeURIComponent);
      expect(Buffer.from(sent, 'base64').toString()).toBe(`${name}:${password}`);
      await using telling = await serve((response, { headers }) => {
        const said = `Wrong: ${headers.authorization} is ${name}:${password}`;
        response
          .writeHead(401, { 'content-type': 'application/json' })
          .end(JSON.stringify({ error: { message: said } }));
      });
      const told = `${telling.url.replace('//', `//${user}@`)}/v1`;
      expect((await ask(at(told, { log: (entry) => log.push(entry) }))).at(-1)).toMatchObject({ reason: 'error' });
      expect(log.filter(({ kind }) => kind === 'failure')).toHaveLength(1);
      if (password !== '') expect(JSON.stringify(log)).not.toMatch(new RegExp(`hidden|${sent.replaceAll('+', '\\+')}`));
      const [gone] = (await ask(at(`http://${user}@127.0.0.1:9/v1`))).slice(-1);
      expect(gone).toMatchObject({
        error: { message: expect.stringMatching(/^http:\/\/127\.0\.0\.1:9\/v1 cannot be/) },
      });
    },
  );

  test.each([301, 302, 303, 307, 308])(
    'a redirect (%i) is not followed: no key and no word goes elsewhere, and it is said where it would lead',
    async (status) => {
      await using elsewhere = await serve((response) => sse(response, words('Caught.')));
      await using here = await serve((response) => {
        response.writeHead(status, { location: `${elsewhere.url.replace('//', '//me:hidden@')}/v2?key=hidden` }).end();
      });
      const events = await ask(at(here.url));
      expect(elsewhere.asked).toEqual([]);
      expect(events).toMatchObject([
        {
          type: 'end',
          reason: 'error',
          error: {
            retryable: false,
            message: `${here.url} sends its requests on to ${elsewhere.url}/v2. Nothing was sent there: give that address, if it is the right one.`,
          },
        },
      ]);
    },
  );

  test('nobody there is an error worth another try', async () => {
    expect(await ask(at('http://127.0.0.1:9'))).toMatchObject([
      {
        reason: 'error',
        error: { retryable: true, message: expect.stringContaining('http://127.0.0.1:9 cannot be reached') },
      },
    ]);
  });

  test('an abort ends it at once and closes the connection', async () => {
    await using server = await serve((response) => sse(response, begun, 'hang'));
    const controller = new AbortController();
    const events: ModelEvent[] = [];
    for await (const event of at(server.url).stream({ messages: [GO], tools: TOOLS }, controller.signal)) {
      // By then the next frame is waited for, and will not come.
      if (events.length === 0) setTimeout(() => controller.abort(), 20);
      events.push(event);
    }
    expect(events.at(-1)).toMatchObject({ type: 'end', reason: 'aborted' });
    await server.closed;
  });

  test('nobody who stops listening keeps the connection open', async () => {
    await using server = await serve((response) => sse(response, begun, 'hang'));
    const { signal } = new AbortController();
    for await (const event of at(server.url).stream({ messages: [GO], tools: TOOLS }, signal)) {
      expect(event.type).toBe('input.delta');
      break;
    }
    await server.closed;
  });

  test('the debug log has the request and every frame, without the key', async () => {
    const log: DebugEntry[] = [];
    const frames = words('my-own-key');
    await using server = await serve((response) => sse(response, frames));
    const events = await ask(at(server.url, { log: (entry) => log.push(entry) }));
    expect(events.at(-1)).toMatchObject({ reason: 'stop' });
    expect(log.map(({ kind }) => kind)).toEqual(['request', ...frames.map(() => 'frame'), 'end']);
    expect(JSON.stringify(log)).not.toContain('my-own-key');
  });
});
