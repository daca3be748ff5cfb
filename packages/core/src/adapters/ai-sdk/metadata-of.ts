import { fieldsOf } from '../../ledger/json/fields.ts';
import type { Fields } from '../../ledger/json/fields.ts';
import { isJsonObject } from '../../ledger/json/json.ts';
import type { JsonObject } from '../../ledger/json/json.ts';
import type { Phase } from '../../ledger/ledger-event.ts';
import { plainJson } from '../../ledger/json/plain-json.ts';

/** What the provider wants back with a part: signatures, item ids, encrypted reasoning. */
export function metadataOf(frame: Fields): JsonObject | undefined {
  const metadata = plainJson(frame['providerMetadata']);
  return metadata !== undefined && isJsonObject(metadata) && Object.keys(metadata).length > 0 ? metadata : undefined;
}

/** OpenAI says whether a text is commentary or the answer, and so do our own streams. */
export function phaseIn(frame: Fields, metadata: JsonObject | undefined): Phase | undefined {
  const own = fieldsOf(frame['toolthread'])['phase'];
  if (own === 'commentary' || own === 'answer') return own;
  const phase = fieldsOf(metadata?.['openai'])['phase'];
  if (phase === 'commentary') return 'commentary';
  return phase === 'final_answer' ? 'answer' : undefined;
}
