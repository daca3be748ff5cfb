/** A model that plays a script, and streams it like a real one: for demonstrations, and for tests without a network. */
import type { Usage } from '@toolthread/core';
import { estimateTokens } from '@toolthread/core/context';
import type { AbortSignalLike, Model, ModelEvent, ModelRequest } from '@toolthread/core/context';
import { realSleep } from './real-sleep.ts';
import type { Piece, Script, Turn } from './script.ts';
import { seenIn } from './seen.ts';

/** What the model is called, and how fast it speaks. */
export interface ScriptedOptions {
  readonly model?: string;
  /** 2 is twice as fast, Infinity does not wait at all. */
  readonly speed?: number;
  /** The window that it says it has. */
  readonly contextTokens?: number;
  /** Resolves after the time, or at once when the signal aborts. */
  readonly sleep?: (ms: number, signal: AbortSignalLike) => Promise<void>;
}

const WORDS = { size: 4, ms: 14 };
const ARGUMENTS = { size: 12, ms: 14 };
const OVER: Turn = [{ type: 'text', text: 'That is the end of the script.' }];

type End = Extract<ModelEvent, { type: 'end' }>;

/**
 * A model that plays a script, without a network.
 *
 * @example
 * const model = scriptedModel([[{ type: 'text', text: 'Hello' }]], { speed: Infinity });
 * let text = '';
 * for await (const event of model.stream({ messages: [], tools: [] }, new AbortController().signal)) {
 *   if (event.type === 'text.delta') text += event.text;
 * }
 * text; //=> 'Hello'
 */
export function scriptedModel(script: Script, options: ScriptedOptions = {}): Model {
  const { model = 'script', speed = 1, sleep = realSleep, contextTokens } = options;
  let asked = { key: '', attempt: 0 };

  async function* stream(request: ModelRequest, signal: AbortSignalLike): AsyncIterable<ModelEvent> {
    const seen = seenIn(request.messages);
    const key = JSON.stringify([seen.prompt, seen.turn, seen.results.length]);
    asked = { key, attempt: asked.key === key ? asked.attempt + 1 : 1 };
    const turn = typeof script === 'function' ? script({ ...seen, attempt: asked.attempt }) : script[seen.turn];
    // As a provider would count: an image by its area, not by its bytes.
    const input =
      estimateTokens(request.messages) + quarter(JSON.stringify([request.system ?? '', request.tools]).length);
    let said = 0;
    for (const { event, ms } of paced(turn ?? OVER)) {
      if (ms > 0 && speed < Infinity && !signal.aborted) await sleep(ms / speed, signal);
      if (signal.aborted) {
        yield { type: 'end', reason: 'aborted', usage: usageOf(input, said) };
        return;
      }
      if (event === undefined) continue;
      if (event.type === 'end') yield { usage: usageOf(input, said), ...event };
      else yield event;
      if ('text' in event) said += event.text?.length ?? 0;
    }
  }

  const window = contextTokens === undefined ? {} : { contextTokens };
  return { provider: 'scripted', api: 'scripted', model, ...window, stream };
}

function usageOf(input: number, output: number): Usage {
  return { input_tokens: input, output_tokens: quarter(output) };
}

function quarter(characters: number): number {
  return Math.ceil(characters / 4);
}

interface TimedEvent {
  readonly ms: number;
  readonly event?: ModelEvent;
}

/** Every event of the turn, each with the wait before it; the `end` last, and only once. */
function* paced(turn: Turn): Iterable<TimedEvent> {
  let part = 0;
  let end: End = { type: 'end', reason: 'stop' };
  for (const piece of turn) {
    if (piece.type === 'pause') {
      yield { ms: piece.ms };
      continue;
    }
    if (piece.type === 'end') {
      end = piece;
      break;
    }
    yield* eventsOf(piece, part);
    if (piece.type === 'call' || piece.type === 'raw-call') end = { type: 'end', reason: 'tool_calls' };
    part += 1;
  }
  yield { ms: 0, event: end };
}

function* eventsOf(piece: Exclude<Piece, { type: 'pause' | 'end' }>, part: number): Iterable<TimedEvent> {
  switch (piece.type) {
    case 'text': {
      const phase = piece.phase === undefined ? {} : { phase: piece.phase };
      for (const text of cut(piece.text, WORDS.size)) {
        yield { ms: WORDS.ms, event: { type: 'text.delta', part, text, ...phase } };
      }
      yield { ms: 0, event: { type: 'part', part, kind: 'text', ...phase } };
      return;
    }
    case 'reasoning':
      for (const text of cut(piece.text, WORDS.size)) {
        yield { ms: WORDS.ms, event: { type: 'reasoning.delta', part, text } };
      }
      yield { ms: 0, event: { type: 'part', part, kind: 'reasoning' } };
      return;
    case 'call':
      yield* callEvents(piece.name, JSON.stringify(piece.arguments), part);
      return;
    case 'raw-call':
      yield* callEvents(piece.name, piece.arguments, part);
      return;
    default:
      piece satisfies never;
  }
}

function* callEvents(name: string, args: string, part: number): Iterable<TimedEvent> {
  yield { ms: ARGUMENTS.ms, event: { type: 'input.delta', part, text: '', name } };
  for (const text of cut(args, ARGUMENTS.size)) {
    yield { ms: ARGUMENTS.ms, event: { type: 'input.delta', part, text } };
  }
  yield { ms: 0, event: { type: 'call', part, name, arguments: args, runs: 'here' } };
}

/** By code points, so that no delta holds half a character. */
function* cut(text: string, size: number): Iterable<string> {
  let chunk = '';
  let points = 0;
  for (const point of text) {
    chunk += point;
    points += 1;
    if (points < size) continue;
    yield chunk;
    chunk = '';
    points = 0;
  }
  if (chunk !== '') yield chunk;
}
