import { frame } from '../frame.ts';
import type { Frame } from '../frame.ts';
import { inPieces } from '../random.ts';
import type { Piece, Turn } from '../turn.ts';
import type { Asked, Reply } from '../wire.ts';

type Call = Extract<Piece, { type: 'call' }>;

/** A turn as Chat Completions sends it. Thinking is not sent, only counted: the API does not show it. */
export function reply(turn: Turn, asked: Asked): Reply {
  const pieces = turn.say ?? [];
  const calls = pieces.filter((piece): piece is Call => piece.type === 'call');
  const text = pieces.flatMap((piece) => (piece.type === 'text' ? [piece.text] : [])).join('');
  const refused = turn.stop === 'refusal';
  const toolCalls = calls.map((call, index) => ({
    id: call.id ?? `call_stub${asked.serial}_${index}`,
    type: 'function',
    function: { name: call.name, arguments: call.arguments },
  }));
  const message = {
    role: 'assistant',
    content: refused || text === '' ? null : text,
    refusal: refused ? text : null,
    ...(calls.length === 0 ? {} : { tool_calls: toolCalls }),
  };
  const finish = finishReason(turn, calls.length);
  const usage = usageOf(pieces, asked.inputTokens);
  const head = { id: `chatcmpl-stub${asked.serial}`, created: 1_700_000_000, model: asked.model };
  const chunk = (delta: object, more: { finish?: string; holds?: Frame['holds'] } = {}): Frame => {
    const choice = { index: 0, delta, logprobs: null, finish_reason: more.finish ?? null };
    const data = { ...head, object: 'chat.completion.chunk', choices: [choice], usage: null };
    return frame(data, more.holds === undefined ? {} : { holds: more.holds });
  };
  const said = inPieces(text, asked.next).map((piece) => chunk(refused ? { refusal: piece } : { content: piece }));
  const called = toolCalls.flatMap((call, index) => [
    chunk({ tool_calls: [{ index, ...call, function: { ...call.function, arguments: '' } }] }),
    ...inPieces(call.function.arguments, asked.next).map((piece) =>
      chunk({ tool_calls: [{ index, function: { arguments: piece } }] }, { holds: 'arguments' }),
    ),
  ]);
  const last = { ...head, object: 'chat.completion.chunk', choices: [], usage };
  return {
    whole: { ...head, object: 'chat.completion', choices: [{ index: 0, message, finish_reason: finish }], usage },
    frames: [
      chunk({ role: 'assistant', content: calls.length > 0 && text === '' ? null : '', refusal: null }),
      ...said,
      ...called,
      chunk({}, { finish, holds: 'finish' }),
      frame(last, { holds: 'finish' }),
      { data: '[DONE]', holds: 'finish' },
    ],
  };
}

function finishReason(turn: Turn, calls: number): string {
  if (turn.stop === 'length') return 'length';
  return calls > 0 ? 'tool_calls' : 'stop';
}

function usageOf(pieces: readonly Piece[], input: number): object {
  const output = Math.ceil(JSON.stringify(pieces).length / 4);
  const thought = pieces.filter((piece) => piece.type === 'thinking').reduce((sum, { text }) => sum + text.length, 0);
  return {
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: input + output,
    completion_tokens_details: { reasoning_tokens: Math.ceil(thought / 4) },
  };
}
