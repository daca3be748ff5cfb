import { AnswerRefused } from './answer-refused.ts';
import type { FrameGauge } from './frame-gauge.ts';
import { ownTurn } from './own-turn.ts';
import { MOST_AT_ONCE, type WholeFrames } from './whole-frames.ts';

type Bytes = Uint8Array<ArrayBuffer>;

interface LineBounds {
  readonly mostBytes: number;
  readonly tooLong: string;
  /** Undefined if the answer is no stream of events: all of it is passed on as it is. */
  readonly frames: WholeFrames | undefined;
  readonly tooManyLines: string;
  /** Undefined if nobody counts values. */
  readonly gauge: FrameGauge | undefined;
  readonly tooMuch: string;
}

/**
 * Passes on whole lines, and at the end the rest: who reads them and joins what is no line yet, again with each piece, would be busy with a long
 * line for the square of its length. Of a stream of events it passes on whole frames, some in each turn of the event loop: a flood of small ones, or of
 * lines that say nothing, holds up nobody. After `mostBytes` in all it is an error, and so is what nobody may parse.
 */
export class WholeLines extends TransformStream<Bytes, Bytes> {
  constructor({ mostBytes, tooLong, frames, tooManyLines, gauge, tooMuch }: LineBounds) {
    let left = mostBytes;
    let begun: Bytes[] = [];
    /** Bytes since others had their turn. */
    let unheard = 0;
    const joined = (last: Bytes): Bytes => {
      const pieces = [...begun, last];
      begun = [];
      return pieces.length === 1 ? last : new Uint8Array(Buffer.concat(pieces));
    };
    const give = (lines: Bytes, controller: TransformStreamDefaultController<Bytes>): void => {
      if (lines.byteLength === 0) return;
      if (gauge?.push(lines) === false) throw new AnswerRefused(tooMuch);
      controller.enqueue(lines);
    };
    const take = async (lines: Bytes, controller: TransformStreamDefaultController<Bytes>): Promise<void> => {
      if (frames === undefined) return give(lines, controller);
      for (const part of frames.push(lines)) {
        if (part.frames === undefined) throw new AnswerRefused(tooManyLines);
        give(part.frames, controller);
        unheard += part.read;
        if (unheard < MOST_AT_ONCE) continue;
        await ownTurn();
        unheard = 0;
      }
    };
    super({
      async transform(bytes, controller) {
        left -= bytes.byteLength;
        if (left < 0) throw new AnswerRefused(tooLong);
        const end = Math.max(bytes.lastIndexOf(NEW_LINE), bytes.lastIndexOf(RETURN)) + 1;
        if (end > 0) await take(joined(bytes.subarray(0, end)), controller);
        if (end < bytes.byteLength) begun.push(bytes.subarray(end));
      },
      async flush(controller) {
        if (begun.length > 0) await take(joined(new Uint8Array()), controller);
        if (frames !== undefined) give(frames.rest(), controller);
      },
    });
  }
}

const NEW_LINE = 10;
const RETURN = 13;
