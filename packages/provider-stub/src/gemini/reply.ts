import { frame } from '../frame.ts';
import type { Frame } from '../frame.ts';
import { inPieces } from '../random.ts';
import type { Shape } from '../shape.ts';
import type { Piece, Turn } from '../turn.ts';
import type { Asked, Reply } from '../wire.ts';
import { signatureFor } from './check-sealed.ts';

/** A turn as Gemini sends it. The first call, or the last text if there is none, carries the signature of the thought. */
export function reply(turn: Turn, asked: Asked): Reply {
  const pieces = turn.say ?? [];
  const parts = partsOf(pieces, asked);
  const output = Math.ceil(JSON.stringify(parts).length / 4);
  const usage = {
    promptTokenCount: asked.inputTokens,
    candidatesTokenCount: output,
    totalTokenCount: asked.inputTokens + output,
  };
  const finishReason = turn.stop === 'length' ? 'MAX_TOKENS' : turn.stop === 'refusal' ? 'SAFETY' : 'STOP';
  const chunk = (made: readonly Shape[], finish?: string): object => ({
    candidates: [
      { content: { role: 'model', parts: made }, index: 0, ...(finish === undefined ? {} : { finishReason: finish }) },
    ],
    usageMetadata: usage,
    modelVersion: asked.model,
    responseId: `stub${asked.serial}`,
  });
  const frames: Frame[] = parts.flatMap((part, index) => {
    const piece = pieces[index];
    if (piece?.type === 'call') return [frame(chunk([part]), { holds: 'arguments' })];
    const { text, thoughtSignature, ...rest } = part;
    const said = inPieces(typeof text === 'string' ? text : '', asked.next);
    return said.map((words, at) => {
      const signed = at === said.length - 1 && thoughtSignature !== undefined ? { thoughtSignature } : {};
      return frame(chunk([{ ...rest, text: words, ...signed }]));
    });
  });
  return {
    whole: chunk(parts, finishReason),
    frames: [...frames, frame(chunk([{ text: '' }], finishReason), { holds: 'finish' })],
  };
}

function partsOf(pieces: readonly Piece[], asked: Asked): Shape[] {
  const thought = pieces.some((piece) => piece.type === 'thinking');
  const firstCall = pieces.findIndex((piece) => piece.type === 'call');
  const signed = firstCall === -1 ? pieces.findLastIndex((piece) => piece.type === 'text') : firstCall;
  return pieces.map((piece, index) => {
    const part = partOf(piece, index, asked);
    const must = index === signed && (thought || piece.type === 'call');
    return must ? { ...part, thoughtSignature: signatureFor(part, asked) } : part;
  });
}

function partOf(piece: Piece, index: number, asked: Asked): Shape {
  switch (piece.type) {
    case 'text':
      return { text: piece.text };
    case 'thinking':
      return { text: piece.redacted === true ? '…' : piece.text, thought: true };
    case 'call': {
      const id = piece.id ?? `gem${asked.serial}_${index}`;
      const args: unknown = piece.arguments === '' ? undefined : JSON.parse(piece.arguments);
      return { functionCall: { id, name: piece.name, ...(args === undefined ? {} : { args }) } };
    }
    default:
      return piece satisfies never;
  }
}
