/** The newest turns of a file that takes long to read whole. */
import { closeSync, openSync, readSync } from 'node:fs';
import type { Item, ThreadState } from '@toolthread/core';
import { timeline } from '@toolthread/core';
import { aboutThread, detectFormat, readTranscript } from '@toolthread/transcripts';
import type { About, Format } from '@toolthread/transcripts';

export interface NewestPart {
  readonly format: Format;
  /** From the file's first records, and from its last ones: what is between them is not read. */
  readonly about: About;
  readonly state: ThreadState;
  /** From the first message on; what is before it is incomplete. */
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

/** Undefined if only the whole file makes sense. `newestPart(path, statSync(path).size)` */
export function newestPart(path: string, size: number): NewestPart | undefined {
  const head = bytesAt(path, 0, Math.min(size, HEAD_BYTES));
  const format = detectFormat(head, { path });
  if (format === undefined || !APART.has(format)) return undefined;
  const begun = aboutThread(readTranscript(head.subarray(0, head.lastIndexOf(NEWLINE) + 1), { format, path }));
  let last: NewestPart | undefined;
  for (const bytes of TAIL_BYTES) {
    last = partFrom(path, begun, { format, from: Math.max(0, size - bytes), size });
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

interface Place {
  readonly format: Format;
  readonly from: number;
  readonly size: number;
}

function partFrom(path: string, begun: About, { format, from, size }: Place): NewestPart {
  const tail = bytesAt(path, from, size - from);
  const start = from === 0 ? 0 : tail.indexOf(NEWLINE) + 1;
  const read = readTranscript(tail.subarray(start), { format, path });
  const { models, endedAt, title, workspace } = aboutThread(read);
  const about: About = {
    ...begun,
    title: begun.title ?? title,
    workspace: begun.workspace ?? workspace,
    models: [...new Set([...begun.models, ...models])],
    endedAt: endedAt ?? begun.endedAt,
  };
  return { format, about, state: read.state, items: timeline(read).items.toArray(), skipped: from + start };
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
