import { parseEvent } from '../ledger/check/parse-event.ts';
import type { Fields } from '../ledger/json/fields.ts';
import type { EventDraft } from '../ledger/ledger-event.ts';

/**
 * Our own streams contain ledger data beside the protocol's. It may come from anywhere, so it is ignored unless it is a valid event.
 *
 * `ownDraft({ type: 'thread.renamed', title: 0 }) === undefined`
 */
export function ownDraft(fields: Fields): EventDraft | undefined {
  const told = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  const parsed = parseEvent({ ...told, v: 1, thread: '', seq: 1, at: 0 });
  if (!parsed.ok) return undefined;
  const { v: _v, thread: _thread, seq: _seq, at: _at, ...draft } = parsed.event;
  return draft;
}
