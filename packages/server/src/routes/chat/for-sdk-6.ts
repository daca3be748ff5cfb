import type { LedgerEvent } from '@toolthread/core';
import { fieldsOf, isFields, textOf } from '@toolthread/core/json';
import type { Frame, FrameWriter } from '../../events/stream-frames.ts';

/**
 * A reply for a page of AI SDK 6, which ends with an error at a chunk that it does not know. It cannot hear that somebody decided, only how the
 * call ended; and what it was told stays as it was until the page is loaded again.
 */
export function forSdk6(writer: FrameWriter): FrameWriter {
  /** Words that were begun and not ended, with their kind. */
  const open = new Map<string, string>();

  function* known(event: LedgerEvent): Generator<Frame> {
    for (const { data } of writer.take(event)) {
      const chunk = fieldsOf(data);
      const type = textOf(chunk['type']) ?? '';
      const [, kind, what] = /^(text|reasoning)-(start|delta|end)$/.exec(type) ?? [];
      const id = textOf(chunk['id']) ?? '';
      if (type === 'reset-step') {
        // Without a word of ours the step is told again, as it should have been.
        if (!isFields(chunk['toolthread'])) return;
        for (const [each, of] of open) yield { data: { type: `${of}-end`, id: each } };
        open.clear();
        yield { data: { ...chunk, type: 'finish-step' } };
      }
      if (type === 'reset-step' || type === 'tool-approval-response' || isFolly(kind, what, id)) continue;
      if (what === 'start' && kind !== undefined) open.set(id, kind);
      if (what === 'end') open.delete(id);
      yield { data };
    }
  }

  /** The page would reject it: a text that it has open begins again, or one that it does not have open goes on or ends. */
  function isFolly(kind: string | undefined, what: string | undefined, id: string): boolean {
    return kind !== undefined && (what === 'start') === open.has(id);
  }

  return { ...writer, take: known };
}

/** The header by which a page says that it is one. */
export const SDK_VERSION = 'ai-sdk-version';
