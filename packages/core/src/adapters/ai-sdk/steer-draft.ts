import { HUMAN } from '../../ledger/human.ts';
import { fieldsOf, listOf, textOf } from '../../ledger/json/fields.ts';
import type { Fields } from '../../ledger/json/fields.ts';
import type { EventDraft } from '../../ledger/ledger-event.ts';

/** What a person said while the agent was at work. */
export function steerDraft(part: Fields): EventDraft | undefined {
  const texts = listOf(part['parts']).flatMap((each) => textOf(fieldsOf(each)['text']) ?? []);
  if (texts.length === 0) return undefined;
  const parts = texts.map((text) => ({ type: 'text', text }) as const);
  return { type: 'message.posted', author: HUMAN, parts, delivery: 'steer' };
}
