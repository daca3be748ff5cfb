import { frame } from '../frame.ts';
import type { Frame } from '../frame.ts';
import { inPieces } from '../random.ts';
import type { Shape } from '../shape.ts';
import type { Piece, Turn } from '../turn.ts';
import type { Asked, Reply } from '../wire.ts';
import { encrypt } from './check-memory.ts';

/** A turn as the Responses API sends it: items, each with an id of its own. */
export function reply(turn: Turn, asked: Asked): Reply {
  const pieces = turn.say ?? [];
  const items = pieces.map((piece, index) => itemOf(piece, index, turn, asked));
  remember(items, asked.issued);
  const status = turn.stop === 'length' ? 'incomplete' : 'completed';
  const output = Math.ceil(JSON.stringify(items).length / 4);
  const usage = {
    input_tokens: asked.inputTokens,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: output,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: asked.inputTokens + output,
  };
  const response = (state: string, more: object): object => ({
    id: `resp_stub${asked.serial}`,
    object: 'response',
    created_at: 1_700_000_000,
    status: state,
    error: null,
    incomplete_details: null,
    model: asked.model,
    ...more,
  });
  const cut = status === 'incomplete' ? { incomplete_details: { reason: 'max_output_tokens' } } : {};
  const whole = response(status, { output: items, usage, ...cut });
  const started = response('in_progress', { output: [], usage: null });
  const unnumbered = [
    event({ type: 'response.created', response: started }),
    event({ type: 'response.in_progress', response: started }),
    ...items.flatMap((item, index) => itemEvents(item, pieces[index], index, asked)),
    event({ type: `response.${status}`, response: whole }, 'finish'),
  ];
  return { whole, frames: unnumbered.map(({ data, holds }, index) => numbered(data, index, holds)) };
}

interface Event {
  readonly data: { readonly type: string; readonly [key: string]: unknown };
  readonly holds: Frame['holds'] | undefined;
}

function event(data: Event['data'], holds?: Frame['holds']): Event {
  return { data, holds };
}

function numbered(data: Event['data'], index: number, holds: Frame['holds'] | undefined): Frame {
  const more = { event: data.type, ...(holds === undefined ? {} : { holds }) };
  return frame({ ...data, sequence_number: index }, more);
}

function itemOf(piece: Piece, index: number, turn: Turn, asked: Asked): Shape {
  const serial = `stub${asked.serial}x${index}`;
  switch (piece.type) {
    case 'text': {
      const part =
        turn.stop === 'refusal'
          ? { type: 'refusal', refusal: piece.text }
          : { type: 'output_text', text: piece.text, annotations: [], logprobs: [] };
      return { id: `msg_${serial}`, type: 'message', role: 'assistant', status: 'completed', content: [part] };
    }
    case 'thinking': {
      const id = `rs_${serial}`;
      const summary = piece.redacted === true ? [] : [{ type: 'summary_text', text: piece.text }];
      return { id, type: 'reasoning', summary, encrypted_content: encrypt(id, asked.model, asked.seal) };
    }
    case 'call': {
      const call = { call_id: piece.id ?? `call_${serial}`, name: piece.name, arguments: piece.arguments };
      return { id: `fc_${serial}`, type: 'function_call', status: 'completed', ...call };
    }
    default:
      return piece satisfies never;
  }
}

/** Every item that follows a reasoning can only be sent with it from now on. */
function remember(items: readonly Shape[], issued: Map<string, string>): void {
  let reasoning: unknown;
  for (const { id, type } of items) {
    if (type === 'reasoning') reasoning = id;
    else if (typeof reasoning === 'string' && typeof id === 'string') issued.set(id, reasoning);
  }
}

function itemEvents(item: Shape, piece: Piece | undefined, index: number, asked: Asked): Event[] {
  const where = { item_id: item['id'], output_index: index };
  const added = (empty: object): Event =>
    event({ type: 'response.output_item.added', output_index: index, item: { ...item, ...empty } });
  const done = event({ type: 'response.output_item.done', output_index: index, item });
  const pieces = (text: string): string[] => inPieces(text, asked.next);
  switch (piece?.type) {
    case 'text':
      return [added({ status: 'in_progress', content: [] }), ...wordEvents(item, piece.text, where, pieces), done];
    case 'thinking': {
      const part = { ...where, summary_index: 0 };
      if (piece.redacted === true) return [added({ summary: [] }), done];
      return [
        added({ summary: [] }),
        event({ type: 'response.reasoning_summary_part.added', ...part, part: { type: 'summary_text', text: '' } }),
        ...pieces(piece.text).map((delta) => event({ type: 'response.reasoning_summary_text.delta', ...part, delta })),
        event({ type: 'response.reasoning_summary_text.done', ...part, text: piece.text }),
        event({
          type: 'response.reasoning_summary_part.done',
          ...part,
          part: { type: 'summary_text', text: piece.text },
        }),
        done,
      ];
    }
    case 'call':
      return [
        added({ status: 'in_progress', arguments: '' }),
        ...pieces(piece.arguments).map((delta) =>
          event({ type: 'response.function_call_arguments.delta', ...where, delta }, 'arguments'),
        ),
        event({ type: 'response.function_call_arguments.done', ...where, arguments: piece.arguments }),
        done,
      ];
    case undefined:
      return [];
    default:
      return piece satisfies never;
  }
}

function wordEvents(item: Shape, text: string, where: object, pieces: (text: string) => string[]): Event[] {
  const [part] = Array.isArray(item['content']) ? item['content'] : [];
  const refused = part?.type === 'refusal';
  const at = { ...where, content_index: 0 };
  const name = refused ? 'refusal' : 'output_text';
  const empty = refused ? { ...part, refusal: '' } : { ...part, text: '' };
  const whole = refused ? { refusal: text } : { text };
  return [
    event({ type: 'response.content_part.added', ...at, part: empty }),
    ...pieces(text).map((delta) => event({ type: `response.${name}.delta`, ...at, delta, logprobs: [] })),
    event({ type: `response.${name}.done`, ...at, ...whole, logprobs: [] }),
    event({ type: 'response.content_part.done', ...at, part }),
  ];
}
