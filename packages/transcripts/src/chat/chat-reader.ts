/** A stored chat whose calls are beside the answer, with their commentary: core reads it. */
import { fromChatMessages } from '@toolthread/core/contract';
import type { ChatMessageInput } from '@toolthread/core/contract';
import { fieldsOf, listOf, textOf } from '@toolthread/core/json';
import type { Json, JsonFields } from '@toolthread/core/json';
import { ListImport } from '../message-list/list-import.ts';
import { firstMessages } from '../message-list/messages-in.ts';
import type { FormatReader } from '../transcript/format-reader.ts';

export const chatReader: FormatReader = {
  format: 'chat',
  shape: 'document',
  detect({ values: first }) {
    const all = firstMessages(first).map((one) => fieldsOf(one));
    if (all.length === 0 || !all.every((one) => typeof one['content'] === 'string')) return 0;
    if (
      all.some(
        (one) =>
          one['toolActivity'] !== undefined ||
          listOf(one['toolCalls'])
            .map((one) => fieldsOf(one))
            .some(isCall),
      )
    ) {
      return 0.98;
    }
    return all.every((one) => one['createdAt'] !== undefined && one['parts'] === undefined) ? 0.8 : 0;
  },
  open: (ledger) => new ListImport(ledger, 'chat', (list) => (areMessages(list) ? fromChatMessages(list) : [])),
};

function isCall(call: JsonFields): boolean {
  return textOf(call['name']) !== undefined && (call['args'] !== undefined || call['status'] !== undefined);
}

/** Checks only that it is a list: whatever it holds, `fromChatMessages` looks at and accounts for. */
function areMessages(list: readonly Json[]): list is readonly Json[] & readonly ChatMessageInput[] {
  return Array.isArray(list);
}
