import { line, span } from './line.ts';
import { printDrawn } from './print-text.ts';
import { wrap } from './wrap.ts';

export interface Progress {
  /** Shows what is being done and how far it is; a few times a second, and only on a terminal. */
  show(words: string): void;
  /** Leaves nothing behind. */
  clear(): void;
}

const EVERY_MS = 120;
/** Shorter work shows no progress. */
const PATIENCE_MS = 400;

interface Stream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

/** On stderr, so that it never gets into what is piped: `const progress = progressOn(process.stderr)`. */
export function progressOn(stream: Stream, patienceMs: number = PATIENCE_MS): Progress {
  let last = performance.now() + patienceMs - EVERY_MS;
  let drawn = false;
  return {
    show(words) {
      const now = performance.now();
      if (stream.isTTY !== true || now - last < EVERY_MS) return;
      last = now;
      drawn = true;
      const columns = Math.max(10, (stream.columns ?? 80) - 1);
      const [row = ''] = wrap(line([span(words)]), { columns, colours: false });
      void printDrawn(`\r\u001b[K${row}`, stream);
    },
    clear() {
      if (drawn) void printDrawn('\r\u001b[K', stream);
      drawn = false;
    },
  };
}
