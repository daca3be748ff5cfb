/** The messages of a document: each is told once, however often the document has it. */
import { fieldsOf } from '@toolthread/core/json';
import type { Json } from '@toolthread/core/json';
import { recordId } from '../records/record-id.ts';
import { Repetitions } from '../records/repetitions.ts';
import type { WrittenRecord } from '../records/repetitions.ts';
import { FOLDED, hidden } from '../thread/fate.ts';
import type { Fate } from '../thread/fate.ts';

export interface ListedMessage {
  readonly value: Json;
  /** What is told of it: its newest state. */
  readonly state: Json;
  /** Its fate, if it was there before. */
  readonly again: Fate | undefined;
}

/** Of a message with an id that was there and other words: `newer`, its newer state; `other`, another message, since a response in pieces has one id. */
export type SameId = 'newer' | 'other';

/** Law: what is a repetition among lines is one among messages. A newer state is told in the place of the first. */
export function toldOnce(messages: readonly Json[], sameId: SameId): readonly ListedMessage[] {
  const listed: { value: Json; state: Json; again: Fate | undefined }[] = [];
  const byId = new Map<string, { state: Json }>();
  const repetitions = new Repetitions<WrittenRecord>(sameId === 'other' ? { ids: 'given' } : {}, ({ value }, told) => {
    const id = sameId === 'newer' ? nameOf(value) : undefined;
    const known = id === undefined ? undefined : byId.get(id);
    const isNewer = told === 'new' && known !== undefined;
    if (isNewer) known.state = value;
    const again = told === 'repeated' ? hidden('repeated-record') : isNewer ? FOLDED : undefined;
    const message = { value, state: value, again };
    if (id !== undefined && known === undefined) byId.set(id, message);
    listed.push(message);
  });
  const records = messages.map((value) => ({ value, text: JSON.stringify(value), again: false }));
  for (const record of records) repetitions.expect(record);
  for (const record of records) repetitions.push(record);
  repetitions.end();
  return listed;
}

/** A question and its answer may have one id: two messages. */
function nameOf(value: Json): string | undefined {
  const id = recordId(value);
  const { role, type, info } = fieldsOf(value);
  return id === undefined ? undefined : JSON.stringify([id, role, type, fieldsOf(info)['role']]);
}
