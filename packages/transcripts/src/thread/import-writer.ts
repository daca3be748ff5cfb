import { LedgerWriter } from '@toolthread/core';
import type { EventDraft, RecordPlace } from '@toolthread/core';
import type { RecordFate } from '@toolthread/core/events';
import { moreCharacters } from '@toolthread/core/text';
import type { SourceLine } from '../transcript/format-reader.ts';
import { keepRecord } from './kept-record.ts';

/** The thread of an import, until a store gives it one of its own. */
export const IMPORTED_THREAD = 'imported';

const MOST_RAW = 64 * 1024;

/** Which records are kept beside their account: those of an unknown kind, as text; or all. */
export type KeptRecords = 'unknown' | 'all';

/** Where a reader writes its events. Every record gets exactly one fate; `rule` names why it is hidden. */
export class ImportWriter extends LedgerWriter {
  readonly #keep: KeptRecords;
  /** Something that a person sees was written since the last record. */
  #told = false;
  #place: RecordPlace = { line: 0 };

  constructor(keep: KeptRecords = 'unknown') {
    super(IMPORTED_THREAD);
    this.#keep = keep;
  }

  /** Which record is read now. */
  get place(): RecordPlace {
    return this.#place;
  }

  reads({ line, byte, file }: SourceLine): void {
    this.#place = { line, byte, file };
  }

  override write(draft: EventDraft, at?: number): void {
    this.#told ||= isSeen(draft);
    super.write(draft, at);
  }

  /** A record of which nothing was written is not shown, whatever kind it is. */
  settle(line: SourceLine, fate: Exclude<RecordFate, 'malformed'>, rule?: string): void {
    const isEmpty = fate === 'shown' && !this.#told;
    this.settlePart(line, isEmpty ? 'hidden' : fate, isEmpty ? 'empty' : rule);
    this.#told = false;
  }

  /** Of several that are written together: its reader knows whether it says anything. One of an unknown kind is kept as text; where it is asked for, every record as it was read. */
  settlePart(line: SourceLine, fate: Exclude<RecordFate, 'malformed'>, rule?: string): void {
    const { value } = line;
    const isUnknown = this.#keep === 'unknown' && rule?.startsWith('unknown:') === true;
    this.account(line, fate, rule, isUnknown ? JSON.stringify(value).slice(0, MOST_RAW) : undefined);
    const event = this.events.at(-1);
    if (this.#keep === 'all' && event !== undefined) keepRecord(event, value);
  }

  /** A line that holds no record, or a piece of one: where every record is kept, so is its beginning. */
  damage(place: RecordPlace, reason: string, text: string): void {
    const cut = text.length > MOST_RAW ? moreCharacters(text.length - MOST_RAW, ', in the file only') : '';
    this.account(place, 'malformed', reason, this.#keep === 'all' ? text.slice(0, MOST_RAW) + cut : undefined);
  }
}

/** Steps, scopes, names and settings are seen only by what they hold. */
const SEEN: ReadonlySet<EventDraft['type']> = new Set([
  'message.posted',
  'agent.text.delta',
  'agent.reasoning.delta',
  'agent.tool.called',
  'agent.tool.completed',
  'agent.status',
  'request.opened',
  'request.resolved',
  'context.compacted',
  'thread.rewound',
]);

function isSeen(draft: EventDraft): boolean {
  if (draft.type === 'agent.step.completed') return draft.error !== undefined;
  if (draft.type === 'agent.part.completed') return draft.text?.trim() !== '' || draft.blob !== undefined;
  return SEEN.has(draft.type);
}
