import type { FrameGauge } from './frame-gauge.ts';

type Bytes = Uint8Array<ArrayBuffer>;

interface LineBounds {
  readonly mostBytes: number;
  readonly tooLong: string;
  /** Undefined where nobody counts values. */
  readonly gauge: FrameGauge | undefined;
  readonly tooMuch: string;
}

/**
 * Passes on whole lines, and at the end the rest: who reads them and joins what is no line yet, again with each piece, would be busy with a long
 * line for the square of its length. After `mostBytes` in all it is an error, and so is what nobody may parse.
 */
export class WholeLines extends TransformStream<Bytes, Bytes> {
  constructor({ mostBytes, tooLong, gauge, tooMuch }: LineBounds) {
    let left = mostBytes;
    let begun: Bytes[] = [];
    const joined = (last: Bytes): Bytes => {
      const pieces = [...begun, last];
      begun = [];
      return pieces.length === 1 ? last : new Uint8Array(Buffer.concat(pieces));
    };
    const give = (lines: Bytes, controller: TransformStreamDefaultController<Bytes>): void => {
      if (gauge?.push(lines) === false) controller.error(new Error(tooMuch));
      else controller.enqueue(lines);
    };
    super({
      transform(bytes, controller) {
        left -= bytes.byteLength;
        if (left < 0) return controller.error(new Error(tooLong));
        const end = Math.max(bytes.lastIndexOf(NEW_LINE), bytes.lastIndexOf(RETURN)) + 1;
        if (end > 0) give(joined(bytes.subarray(0, end)), controller);
        if (end < bytes.byteLength) begun.push(bytes.subarray(end));
      },
      flush(controller) {
        if (begun.length > 0) give(joined(new Uint8Array()), controller);
      },
    });
  }
}

const NEW_LINE = 10;
const RETURN = 13;
