import { frame } from '../frame.ts';
import type { Frame } from '../frame.ts';
import { inPieces } from '../random.ts';
import type { Shape } from '../shape.ts';
import type { Piece, Turn } from '../turn.ts';
import type { Asked, Reply } from '../wire.ts';
import { prefixOf, signThinking } from './check-thinking.ts';

/** A turn as Anthropic sends it, whole and as events. */
export function reply(turn: Turn, asked: Asked): Reply {
  const pieces = turn.say ?? [];
  const content = replyBlocks(pieces, asked);
  const output = Math.ceil(JSON.stringify(content).length / 4);
  const usage = { input_tokens: asked.inputTokens, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 };
  const message = { id: `msg_stub${asked.serial}`, type: 'message', role: 'assistant', model: asked.model };
  const stop = { stop_reason: stopReason(turn), stop_sequence: null };
  const empty = { ...message, content: [], stop_reason: null, stop_sequence: null };
  return {
    whole: { ...message, content, ...stop, usage: { ...usage, output_tokens: output } },
    frames: [
      event({ type: 'message_start', message: { ...empty, usage: { ...usage, output_tokens: 1 } } }),
      ...content.flatMap((block, index) => blockFrames(block, pieces[index], index, asked)),
      { ...event({ type: 'message_delta', delta: stop, usage: { output_tokens: output } }), holds: 'finish' },
      { ...event({ type: 'message_stop' }), holds: 'finish' },
    ],
  };
}

function event(data: { readonly type: string; readonly [key: string]: unknown }): Frame {
  return frame(data, { event: data.type });
}

function stopReason(turn: Turn): string {
  if (turn.stop !== undefined) return turn.stop === 'length' ? 'max_tokens' : 'refusal';
  return turn.say?.some((piece) => piece.type === 'call') === true ? 'tool_use' : 'end_turn';
}

function replyBlocks(pieces: readonly Piece[], asked: Asked): Shape[] {
  const before = prefixOf(asked.body);
  return pieces.map((piece, index) => {
    const block = blockOf(piece, index, () => signThinking(thought(piece), before, asked), asked.serial);
    before.add('assistant', block);
    return block;
  });
}

function thought(piece: Piece): string {
  return piece.type === 'thinking' && piece.redacted !== true ? piece.text : '';
}

function blockOf(piece: Piece, index: number, sign: () => string, serial: number): Shape {
  switch (piece.type) {
    case 'text':
      return { type: 'text', text: piece.text };
    case 'thinking':
      if (piece.redacted === true) return { type: 'redacted_thinking', data: sign() };
      return { type: 'thinking', thinking: piece.text, signature: sign() };
    case 'call': {
      const id = piece.id ?? `toolu_stub${serial}_${index}`;
      return { type: 'tool_use', id, name: piece.name, input: inputOf(piece.arguments) };
    }
    default:
      return piece satisfies never;
  }
}

function inputOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

function blockFrames(block: Shape, piece: Piece | undefined, index: number, asked: Asked): Frame[] {
  const delta = (data: object, holds?: 'arguments'): Frame => {
    const made = event({ type: 'content_block_delta', index, delta: data });
    return holds === undefined ? made : { ...made, holds };
  };
  const stop = event({ type: 'content_block_stop', index });
  const start = (content: object): Frame => event({ type: 'content_block_start', index, content_block: content });
  const pieces = (text: string): string[] => inPieces(text, asked.next);
  switch (piece?.type) {
    case 'text':
      return [
        start({ ...block, text: '' }),
        ...pieces(piece.text).map((text) => delta({ type: 'text_delta', text })),
        stop,
      ];
    case 'thinking': {
      if (piece.redacted === true) return [start(block), stop];
      const { signature } = block;
      return [
        start({ ...block, thinking: '', signature: '' }),
        ...pieces(piece.text).map((thinking) => delta({ type: 'thinking_delta', thinking })),
        delta({ type: 'signature_delta', signature }),
        stop,
      ];
    }
    case 'call':
      return [
        start({ ...block, input: {} }),
        delta({ type: 'input_json_delta', partial_json: '' }),
        ...pieces(piece.arguments).map((json) => delta({ type: 'input_json_delta', partial_json: json }, 'arguments')),
        stop,
      ];
    case undefined:
      return [];
    default:
      return piece satisfies never;
  }
}
