/** Cursor's agent transcripts: a message a line. They hold what was said and called, but no results and no times. */
import { fieldsOf, textOf } from '@toolthread/core/json';
import type { JsonFields } from '@toolthread/core/json';
import { blocksOf, tellBlock, tellUser } from '../anthropic/tell-block.ts';
import { hidden, SHOWN } from '../thread/fate.ts';
import type { Fate } from '../thread/fate.ts';
import { LineTellerReader } from '../thread/line-teller-reader.ts';
import type { LineTeller } from '../thread/line-teller-reader.ts';
import type { ThreadWriter } from '../thread/thread-writer.ts';
import type { FormatReader } from '../transcript/format-reader.ts';

export const cursorReader: FormatReader = {
  format: 'cursor',
  shape: 'lines',
  place: '.cursor/projects',
  detect({ records }) {
    const own = records.filter(
      ({ role, type, uuid, message }) =>
        (role === 'user' || role === 'assistant') &&
        type === undefined &&
        uuid === undefined &&
        fieldsOf(message)['content'] !== undefined,
    );
    return own.length > 0 && own.length === records.length ? 0.95 : 0;
  },
  open: (ledger) => new LineTellerReader(ledger, 'cursor', (thread) => new CursorTeller(thread)),
};

class CursorTeller implements LineTeller {
  readonly #thread: ThreadWriter;

  constructor(thread: ThreadWriter) {
    this.#thread = thread;
  }

  begin(): Record<string, never> {
    return {};
  }

  typeOf(record: JsonFields): string {
    return textOf(record['role']) ?? 'none';
  }

  tell(record: JsonFields): Fate {
    const role = this.typeOf(record);
    const blocks = blocksOf(fieldsOf(record['message'])['content']);
    if (role === 'user') return tellUser(this.#thread, blocks, typedText);
    if (role !== 'assistant') return hidden(`unknown:${role}`);
    if (blocks.length === 0) return hidden('empty');
    const step = this.#thread.startStep();
    for (const block of blocks) tellBlock(this.#thread, step, block, '');
    return SHOWN;
  }
}

/** What the person typed is in a tag, and may hold the same tag; around it is what the program added. */
function typedText(text: string): string {
  return /<user_query>\n?(.*)<\/user_query>/s.exec(text)?.[1]?.replace(/\n$/, '') ?? text;
}
