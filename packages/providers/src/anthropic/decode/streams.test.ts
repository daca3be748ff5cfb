import { completionMessage } from '@toolthread/core/context';
import type { CompletionMessage, CompletionPart, ModelEvent } from '@toolthread/core/context';
import { validators } from '@toolthread/provider-stub';
import { describe, expect, test } from 'vitest';
import { decoded, expectEveryCut } from '../../../test/decoded.ts';
import { hasRecordings, recorded, textIn } from '../../../test/recorded.ts';
import { decode } from './decode.ts';
import { encode } from '../encode/encode.ts';

type Frame = {
  type: string;
  index?: number;
  delta?: { partial_json?: string; text?: string };
  content_block?: { type: string; input?: unknown };
};

const files = recorded('anthropic--*.chunks.txt', 'cassette--anthropic*.json');
const make = (): ReturnType<typeof decode> => decode({ model: 'claude' });

/** Several responses may be in one file, one after the other. */
function responsesIn(file: string): Frame[][] {
  const text = textIn(file);
  const lines = file.endsWith('.txt') ? text.split('\n') : cassetteLines(text);
  const responses: Frame[][] = [[]];
  for (const line of lines.filter((candidate) => candidate.trim() !== '')) {
    const frame: Frame = JSON.parse(line);
    responses.at(-1)?.push(frame);
    if (frame.type === 'message_stop') responses.push([]);
  }
  return responses.filter((frames) => frames.length > 0);
}

function cassetteLines(text: string): string[] {
  const { interactions } = JSON.parse(text) as { interactions: { response: { status: number; body: string } }[] };
  return interactions
    .filter(({ response }) => response.status === 200)
    .flatMap(({ response }) => response.body.split(/\r?\n/))
    .flatMap((line) => (line.startsWith('data:') ? [line.slice(5)] : []));
}

/** What the frames themselves say the arguments are. */
function argumentsIn(frames: readonly Frame[]): string[] {
  const lastStart = frames.findLastIndex(({ type }) => type === 'message_start');
  const found = new Map<number, string>();
  for (const { type, index = -1, delta, content_block: block } of frames.slice(lastStart)) {
    if (type === 'content_block_start' && block?.type.endsWith('tool_use') === true) found.set(index, '');
    if (delta?.partial_json !== undefined) found.set(index, (found.get(index) ?? '') + delta.partial_json);
  }
  return [...found.values()].filter((json) => json !== '');
}

describe.skipIf(!hasRecordings)('recorded streams', () => {
  test.each(hasRecordings ? [files.length] : [])('there are %i', (count) => {
    expect(count).toBeGreaterThanOrEqual(18);
  });

  test.each(files)('%s decodes, cut at every frame, with the exact bytes of its arguments', (file) => {
    for (const frames of responsesIn(file)) {
      if (frames.length < 400) expectEveryCut(make, frames);
      const events = decoded(make(), frames);
      const end = events.at(-1);
      expect(end?.type === 'end' && ['stop', 'tool_calls'].includes(end.reason)).toBe(true);
      const calls = events.flatMap((event) => (event.type === 'call' ? [event.arguments] : []));
      for (const json of argumentsIn(frames)) expect(calls).toContain(json);
    }
  });

  test.each(files)('%s goes back as it came: the provider would take every turn of it', (file) => {
    const messages: CompletionMessage[] = [completionMessage('user', [{ type: 'text', text: 'Go.' }], 'user')];
    for (const frames of responsesIn(file)) {
      const parts = partsOf(decoded(make(), frames));
      messages.push(completionMessage('assistant', parts, 'assistant'));
      const owed = parts.filter((part) => part.type === 'call').filter(({ runs }) => runs === 'here');
      const results = owed.map(({ id, name }): CompletionPart => ({
        type: 'result',
        callId: id,
        name,
        parts: [{ type: 'text', text: 'ok' }],
        isError: false,
        runs: 'here',
      }));
      messages.push(completionMessage('user', results.length > 0 ? results : [{ type: 'text', text: 'And?' }], 'user'));
      const body = encode({ model: 'claude', messages, tools: [{ name: 'x', description: '', parameters: {} }] });
      expect(validators.anthropic(body)).toEqual([]);
    }
    const blocks = encode({ model: 'claude', messages, tools: [] }).messages.flatMap(({ role, content }) =>
      role === 'assistant' ? content : [],
    );
    const kinds = responsesIn(file).flatMap(blockKinds).toSorted();
    expect(blocks.map(({ type }) => type).toSorted()).toEqual(kinds);
  });

  /** The blocks of a response that go back: all but texts without words. */
  function blockKinds(frames: readonly Frame[]): string[] {
    const lastStart = frames.findLastIndex(({ type }) => type === 'message_start');
    const said = frames.slice(lastStart);
    const inMessage =
      (frames[lastStart] as { message?: { content?: { type: string }[] } } | undefined)?.message?.content ?? [];
    const started = said.flatMap(({ type, index, content_block: block }) =>
      type === 'content_block_start' && block !== undefined ? [{ index, type: block.type }] : [],
    );
    const hasWords = (index: number | undefined): boolean =>
      said.some((frame) => frame.index === index && /\S/.test(frame.delta?.text ?? ''));
    return [...inMessage, ...started.filter(({ type, index }) => type !== 'text' || hasWords(index))].map(
      ({ type }) => type,
    );
  }

  /** As the ledger keeps them: a result beside its call, its block as an opaque part in its own place. */
  function partsOf(events: readonly ModelEvent[]): CompletionPart[] {
    const said = new Map<number, string>();
    const parts = new Map<number, CompletionPart>();
    for (const event of events) {
      if (event.type === 'text.delta' || event.type === 'reasoning.delta')
        said.set(event.part, (said.get(event.part) ?? '') + event.text);
      if (event.type === 'part') {
        const { kind, blob } = event;
        const text = event.text ?? said.get(event.part) ?? '';
        if (kind === 'text' || kind === 'reasoning') parts.set(event.part, { type: kind, text, ...(blob && { blob }) });
        if (kind === 'source' && event.content !== undefined)
          parts.set(event.part, { type: 'content', content: event.content });
        if (kind === 'opaque' && blob !== undefined) parts.set(event.part, { type: 'opaque', blob });
      }
      if (event.type === 'call') {
        const { name, arguments: args, runs, blob } = event;
        parts.set(event.part, {
          type: 'call',
          id: event.providerId ?? '',
          name,
          arguments: args,
          runs,
          ...(blob && { blob }),
        });
      }
      if (event.type === 'result' && event.blob !== undefined)
        parts.set(event.part, { type: 'opaque', blob: event.blob });
    }
    return Array.from(parts)
      .toSorted(([a], [b]) => a - b)
      .map(([, part]) => part);
  }
});
