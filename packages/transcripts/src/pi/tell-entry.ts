import { fieldsOf, listOf, numberOf, textOf } from '@toolthread/core/json';
import type { Json, JsonFields } from '@toolthread/core/json';
import { timeOf } from '../records/time-of.ts';
import type { CallCounts } from '../thread/call-counts.ts';
import { FOLDED, hidden, hiddenType, SHOWN } from '../thread/fate.ts';
import type { Fate } from '../thread/fate.ts';
import type { ThreadWriter } from '../thread/thread-writer.ts';
import { filledParts } from './filled-parts.ts';
import { outcomeOfShell, tellMessage } from './tell-message.ts';

const SILENT: ReadonlySet<string> = new Set(['model_change', 'thinking_level_change', 'custom', 'label']);

/** Writes what an entry says. It is written again when its branch is continued again. */
export function tellEntry(thread: ThreadWriter, entry: JsonFields): void {
  thread.moveTo(timeOf(entry['timestamp']));
  switch (textOf(entry['type']) ?? '') {
    case 'message':
      return tellMessage(thread, fieldsOf(entry['message']));
    case 'compaction':
      return thread.compact(textOf(entry['summary']) ?? '', numberOf(entry['tokensBefore']));
    case 'branch_summary':
      return thread.post(filledParts(textOf(entry['summary'])), { author: 'branch summary' });
    case 'custom_message':
      if (entry['display'] === false) return;
      return thread.post(filledParts(entry['content']), { author: textOf(entry['customType']) ?? 'extension' });
    case 'session_info':
      return thread.name(textOf(entry['name']));
    default:
      return;
  }
}

/** The same every time the entry is told. */
export function fateOfEntry(entry: JsonFields): Fate {
  const type = textOf(entry['type']) ?? 'none';
  switch (type) {
    case 'message':
      return fateOfMessage(fieldsOf(entry['message']));
    case 'compaction':
    case 'branch_summary':
      return SHOWN;
    case 'custom_message':
      return entry['display'] === false ? hidden('custom_message') : SHOWN;
    case 'session_info':
      return FOLDED;
    default:
      return hiddenType(type, SILENT);
  }
}

function fateOfMessage(message: JsonFields): Fate {
  const role = textOf(message['role']) ?? 'none';
  switch (role) {
    case 'user':
      return filledParts(message['content']).length === 0 ? hidden('empty') : SHOWN;
    case 'assistant':
    case 'bashExecution':
    case 'branchSummary':
    case 'compactionSummary':
      return SHOWN;
    case 'toolResult':
      return FOLDED;
    case 'custom':
      return message['display'] === false ? hidden('custom_message') : SHOWN;
    default:
      return hidden(`unknown:${role}`);
  }
}

/** Whether it holds the first result of a call, and that is an error. */
export function countMessage(counts: CallCounts, entry: JsonFields): 'error' | 'none' {
  const message = fieldsOf(entry['message']);
  if (entry['type'] !== 'message') return 'none';
  if (message['role'] === 'assistant')
    for (const block of listOf(message['content']).map((value: Json) => fieldsOf(value)))
      if (block['type'] === 'toolCall') counts.call(textOf(block['id']) ?? '');
  if (message['role'] === 'bashExecution') return outcomeOfShell(message) === 'failed' ? 'error' : 'none';
  if (message['role'] !== 'toolResult') return 'none';
  const isFirst = counts.result(textOf(message['toolCallId']) ?? '');
  return isFirst && message['isError'] === true ? 'error' : 'none';
}
