/** The newest turns of a file that takes long to read whole. */
import { closeSync, openSync, readSync } from 'node:fs';
import type { Item, ThreadState } from '@toolthread/core';
import { timeline } from '@toolthread/core';
import { detectFormat, readTranscript } from '@toolthread/transcripts';
import type { Format } from '@toolthread/transcripts';

export interface NewestPart {
  readonly format: Format;
  readonly state: ThreadState;
  /** From the first message on; what stands before it is incomplete. */
  readonly items: readonly Item[];
  /** How much of the file comes before them. */
  readonly skipped: number;
}

const HEAD_BYTES = 256 * 1024;
/** Few are read at once. If somebody spoke in them less often than this, more are read: a turn may be long. */
const TAIL_BYTES = [2 * 1024 * 1024, 8 * 1024 * 1024, 32 * 1024 * 1024] as const;
const LEAST_MESSAGES = 3;
const NEWLINE = 10;
/** Formats whose later records can be read without the earlier ones. */
const APART: ReadonlySet<Format> = new Set<Format>(['claude-code', 'codex', 'copilot', 'kimi', 'qwen']);

/** Undefined where only the whole file makes sense. `newestPart(path, statSync(path).size)` */
export function newestPart(path: string, size: number): NewestPart | undefined {
  const head = bytesAt(path, 0, Math.min(size, HEAD_BYTES));
  const format = detectFormat(head, { path });
  if (format === undefined || !APART.has(format)) return undefined;
  let last: NewestPart | undefined;
  for (const bytes of TAIL_BYTES) {
    last = partFrom(path, format, Math.max(0, size - bytes), size);
    if (last.skipped === 0 || last.items.filter(isMessage).length >= LEAST_MESSAGES) break;
  }
  const first = last?.items.findIndex(isMessage) ?? -1;
  if (last !== undefined && first !== -1) return { ...last, items: last.items.slice(first) };
  // One turn that is longer than all of them: its newest entries.
  return last !== undefined && last.skipped > 0 && last.items.length > 0 ? last : undefined;
}

function isMessage({ kind }: Item): boolean {
  return kind === 'message';
}

function partFrom(path: string, format: Format, from: number, size: number): NewestPart {
  const tail = bytesAt(path, from, size - from);
  const start = from === 0 ? 0 : tail.indexOf(NEWLINE) + 1;
  const read = readTranscript(tail.subarray(start), { format, path });
  return { format, state: read.state, items: timeline(read).items.toArray(), skipped: from + start };
}

function bytesAt(path: string, from: number, length: number): Buffer {
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(length);
    return bytes.subarray(0, readSync(file, bytes, 0, length, from));
  } finally {
    closeSync(file);
  }
}
