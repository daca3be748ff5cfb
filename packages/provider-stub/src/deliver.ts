/** Writes a stream to a socket: in pieces that are cut anywhere, and ended as the fault says. */
import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { frameText } from './frame.ts';
import type { Frame } from './frame.ts';
import { random } from './random.ts';
import type { Delivery, Fault } from './turn.ts';

export interface Stream {
  readonly frames: readonly Frame[];
  readonly errorFrame: Frame;
  readonly ping: string | undefined;
  readonly fault: Fault | undefined;
  readonly delivery: Delivery;
}

/** The bytes of a stream with its fault in it, and what happens at their end. */
export function streamBytes(stream: Stream): { readonly bytes: Buffer; readonly end: 'end' | 'drop' | 'hang' } {
  const { frames, fault } = stream;
  switch (fault?.kind) {
    case 'error-event':
      return { bytes: encoded([...frames.slice(0, fault.afterFrames), stream.errorFrame], stream), end: 'end' };
    case 'no-finish':
      return {
        bytes: encoded(
          frames.filter(({ holds }) => holds !== 'finish'),
          stream,
        ),
        end: 'end',
      };
    case 'hang':
      return { bytes: encoded(frames.slice(0, fault.afterFrames), stream), end: 'hang' };
    case 'drop': {
      const inside = frames.findIndex(({ holds }) => holds === 'arguments');
      const at = inside === -1 ? frames.findIndex(({ holds }) => holds === 'finish') : inside;
      const half = encoded(frames.slice(at, at + 1), { ...stream, ping: undefined });
      const before = encoded(frames.slice(0, at), stream);
      return { bytes: Buffer.concat([before, half.subarray(0, Math.ceil(half.length / 2))]), end: 'drop' };
    }
    // These two are answered without a stream.
    case 'rate-limit':
    case 'overloaded':
    case undefined:
      return { bytes: encoded(frames, stream), end: 'end' };
    default:
      return fault satisfies never;
  }
}

function encoded(frames: readonly Frame[], { delivery, ping }: Stream): Buffer {
  const next = random((delivery.seed ?? 1) + 1);
  const pinged = frames.map((frame) => {
    const text = frameText(frame);
    return delivery.pings === true && ping !== undefined && next(3) === 0 ? `${ping}${text}` : text;
  });
  return Buffer.from(withLineEnds(pinged.join(''), delivery));
}

/** Text whose line ends are what the delivery wants. JSON holds no bare line ends, so only those between fields change. */
export function withLineEnds(text: string, { lineEnds = 'lf', seed = 1 }: Delivery): string {
  if (lineEnds === 'lf') return text;
  const next = random(seed + 2);
  return text.replaceAll('\n', () => (lineEnds === 'crlf' || next(2) === 0 ? '\r\n' : '\n'));
}

/** The bytes in pieces of one to some hundred bytes. */
export function recut(bytes: Buffer, seed: number | undefined): Buffer[] {
  if (seed === undefined) return [bytes];
  const next = random(seed);
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes.length;) {
    const length = 1 + next(next(4) === 0 ? 3 : 400);
    pieces.push(bytes.subarray(at, at + length));
    at += length;
  }
  return pieces;
}

/** Writes until the client is gone. */
export async function deliver(
  response: ServerResponse,
  bytes: Buffer,
  end: 'end' | 'drop' | 'hang',
  { seed, delayMs }: Delivery,
): Promise<void> {
  response.socket?.setNoDelay(true);
  response.flushHeaders();
  for (const piece of recut(bytes, seed)) {
    if (response.destroyed) return;
    await new Promise<void>((resolve) => response.write(piece, () => resolve()));
    // Waiting for the event loop between two writes keeps the pieces apart on the wire.
    await (delayMs === undefined ? new Promise((resolve) => setImmediate(resolve)) : sleep(delayMs));
  }
  if (end === 'end') response.end();
  if (end === 'drop') response.destroy();
}
