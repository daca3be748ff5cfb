/** A stored history of the UI contract: core reads it. */
import { fromMessages } from '@toolthread/core/contract';
import type { Message } from '@toolthread/core/contract';
import { fieldsOf, isJsonObject, textOf } from '@toolthread/core/json';
import type { Json } from '@toolthread/core/json';
import { ListImport } from '../message-list/list-import.ts';
import { firstMessages } from '../message-list/messages-in.ts';
import type { FormatReader } from '../transcript/format-reader.ts';

const ROLES = new Set(['user', 'assistant', 'tool', 'status']);

export const contractReader: FormatReader = {
  format: 'contract',
  shape: 'document',
  detect({ values: first }) {
    const all = firstMessages(first).map((one) => fieldsOf(one));
    const isList =
      all.length > 0 && all.every((one) => ROLES.has(textOf(one['role']) ?? '') && isPlain(one['content']));
    if (!isList || all.some((one) => one['tool_calls'] !== undefined || one['tool_call_id'] !== undefined)) return 0;
    if (all.some((one) => isJsonObject(one['metadata']) && isOwn(one['metadata']))) return 0.98;
    return all.every((one) => textOf(one['id']) !== undefined && textOf(one['timestamp']) !== undefined) ? 0.9 : 0;
  },
  open: (ledger) => new ListImport(ledger, 'contract', (list) => (areMessages(list) ? fromMessages(list) : [])),
};

function isPlain(content: Json | undefined): boolean {
  return typeof content === 'string' || content === null;
}

function isOwn(metadata: ReturnType<typeof fieldsOf>): boolean {
  return ['tool_calls', 'tool_call_id', 'tool_name', 'status_type'].some((name) => metadata[name] !== undefined);
}

/** Checks only that it is a list: whatever it holds, `fromMessages` looks at and accounts for. */
function areMessages(list: readonly Json[]): list is readonly Json[] & readonly Message[] {
  return Array.isArray(list);
}
