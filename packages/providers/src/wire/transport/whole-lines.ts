type Bytes = Uint8Array<ArrayBuffer>;

/**
 * Passes on whole lines, and at the end the rest: who reads them and joins what is no line yet, again with each piece, would be busy with a long
 * line for the square of its length. After `mostBytes` in all it is an error.
 */
export class WholeLines extends TransformStream<Bytes, Bytes> {
  constructor(mostBytes: number, problem: string) {
    let left = mostBytes;
    let begun: Bytes[] = [];
    const joined = (last: Bytes): Bytes => {
      const pieces = [...begun, last];
      begun = [];
      return pieces.length === 1 ? last : new Uint8Array(Buffer.concat(pieces));
    };
    super({
      transform(bytes, controller) {
        left -= bytes.byteLength;
        if (left < 0) return controller.error(new Error(problem));
        const end = Math.max(bytes.lastIndexOf(NEW_LINE), bytes.lastIndexOf(RETURN)) + 1;
        if (end > 0) controller.enqueue(joined(bytes.subarray(0, end)));
        if (end < bytes.byteLength) begun.push(bytes.subarray(end));
      },
      flush(controller) {
        if (begun.length > 0) controller.enqueue(joined(new Uint8Array()));
      },
    });
  }
}

const NEW_LINE = 10;
const RETURN = 13;
