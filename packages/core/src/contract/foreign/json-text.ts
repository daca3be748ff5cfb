import { isList } from '../../ledger/json/fields.ts';
import type { Json } from '../../ledger/json/json.ts';

interface Frame {
  readonly keys: readonly string[] | undefined;
  readonly values: readonly Json[];
  readonly close: ']' | '}';
  next: number;
}

/**
 * What `JSON.stringify` writes, at any depth: it keeps its own stack, since a tool's result may be nested deeper than ours.
 * With a limit it stops soon after that many characters: a summary of a huge value costs what the summary costs.
 *
 * `jsonText({ query: 'dbplus' })`
 */
export function jsonText(value: Json, limit: number = Infinity): string {
  const pieces: string[] = [];
  const stack: Frame[] = [];
  let length = 0;
  const write = (piece: string): void => {
    pieces.push(piece);
    length += piece.length;
  };
  const begin = (next: Json): void => {
    if (isContainer(next)) {
      const frame = frameOf(next);
      write(frame.close === ']' ? '[' : '{');
      stack.push(frame);
    } else write(JSON.stringify(typeof next === 'string' ? next.slice(0, limit) : next));
  };
  begin(value);
  for (let frame = stack.at(-1); frame !== undefined && length <= limit; frame = stack.at(-1)) {
    const child = frame.values[frame.next];
    if (child === undefined) {
      write(frame.close);
      stack.pop();
      continue;
    }
    if (frame.next > 0) write(',');
    const key = frame.keys?.[frame.next];
    if (key !== undefined) write(`${JSON.stringify(key)}:`);
    frame.next += 1;
    begin(child);
  }
  return pieces.join('');
}

type Container = readonly Json[] | { readonly [key: string]: Json };

function isContainer(value: Json): value is Container {
  return typeof value === 'object' && value !== null;
}

function frameOf(value: Container): Frame {
  if (isList(value)) return { keys: undefined, values: value, close: ']', next: 0 };
  return { keys: Object.keys(value), values: Object.values(value), close: '}', next: 0 };
}
