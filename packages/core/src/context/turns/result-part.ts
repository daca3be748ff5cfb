import { callResult } from '../../ledger/call.ts';
import type { Call } from '../../ledger/call.ts';
import type { ContentPart } from '../../ledger/content-part.ts';
import { callError } from '../../text/call-error.ts';
import { asRead } from './reading.ts';
import type { Reading } from './reading.ts';
import type { ResultPart } from '../completion-message.ts';

/** A call's result as the model reads it: the ledger has its raw text. `undefined` while there is none. */
export function resultPart(call: Call, callId: string, reading: Reading = 'plain'): ResultPart | undefined {
  const result = callResult(call);
  if (result === undefined) return undefined;
  const words = wordsFor(call);
  const raw: readonly ContentPart[] = result.parts.length > 0 ? result.parts : [{ type: 'text', text: words }];
  const parts = raw.map((part) => partAsRead(part, reading));
  return { type: 'result', callId, name: call.name, parts, isError: result.outcome !== 'done', runs: call.runs };
}

/** Invisible characters are left out. */
export function plainPart(part: ContentPart): ContentPart {
  return partAsRead(part, 'plain');
}

function partAsRead(part: ContentPart, reading: Reading): ContentPart {
  const read = (text: string): string => asRead(text, reading);
  switch (part.type) {
    case 'text':
      return { ...part, text: read(part.text) };
    case 'reference':
      return { ...part, name: read(part.name), ...(part.uri === undefined ? {} : { uri: read(part.uri) }) };
    case 'image':
    case 'file':
      return part.name === undefined ? part : { ...part, name: read(part.name) };
    default:
      return part satisfies never;
  }
}

/** What stands in for a result that has no words of its own. The same bytes every time. */
function wordsFor(call: Call): string {
  const result = callResult(call);
  if (result === undefined) return '';
  const why = callError(result)?.message;
  switch (result.outcome) {
    case 'done':
      return result.structured === undefined ? '' : JSON.stringify(result.structured);
    case 'failed':
      return why ?? 'The tool failed.';
    case 'denied':
      return why ?? 'The user denied this call.';
    case 'interrupted':
      return `${why ?? 'The call was interrupted.'}${call.output === '' ? '' : `\n\nOutput until then:\n${call.output}`}`;
    case 'skipped':
      return why ?? 'The call was skipped.';
    case 'lost':
      return why ?? 'No result was recorded.';
    default:
      return result.outcome satisfies never;
  }
}
