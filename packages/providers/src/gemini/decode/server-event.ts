/** What the provider's own tools did: calls and results for the reader, each with the part to send back. */
import type { ContentPart, ProviderBlob } from '@toolthread/core';
import type { ModelEvent } from '@toolthread/core/context';
import { fieldsOf, textOf } from '@toolthread/core/json';
import type { Fields } from '@toolthread/core/json';
import { checkedJson } from '../../wire/decode/checked-json.ts';
import { writtenArguments } from '../../wire/decode/written-arguments.ts';

type Server = Extract<ModelEvent, { type: 'call' | 'result' }>;

/** `lastCall` is the one that a result without an id belongs to. */
export function serverEvent(
  data: Fields,
  part: number,
  lastCall: string | undefined,
  blob: ProviderBlob,
): Server | undefined {
  if (data['executableCode'] !== undefined)
    return called('code_execution', fieldsOf(data['executableCode']), part, blob);
  if (data['toolCall'] !== undefined) {
    const call = fieldsOf(data['toolCall']);
    return called((textOf(call['toolType']) ?? 'tool').toLowerCase(), call, part, blob);
  }
  const given = data['codeExecutionResult'] ?? data['toolResponse'];
  if (given === undefined) return undefined;
  const result = fieldsOf(given);
  const providerId = textOf(result['id']) ?? lastCall;
  if (providerId === undefined) return undefined;
  const outcome = textOf(result['outcome']);
  const failed = outcome !== undefined && outcome !== 'OUTCOME_OK';
  return { type: 'result', part, providerId, outcome: failed ? 'failed' : 'done', parts: wordsIn(result), blob };
}

function called(name: string, call: Fields, part: number, blob: ProviderBlob): Server {
  const args = call['args'] ?? Object.fromEntries(Object.entries(call).filter(([key]) => key !== 'id'));
  return {
    type: 'call',
    part,
    providerId: textOf(call['id']) ?? `${name}_${part}`,
    name,
    arguments: writtenArguments(args),
    runs: 'provider',
    blob,
  };
}

function wordsIn(result: Fields): ContentPart[] {
  const output = textOf(result['output']);
  const text = output ?? JSON.stringify(checkedJson(result['response']) ?? {});
  return text === '' ? [] : [{ type: 'text', text }];
}
