/** What `claude -p --output-format stream-json` prints: the records of a session under other names, without times, and with how the run ended. */
import { fieldsOf, textOf } from '@toolthread/core/json';
import type { JsonFields } from '@toolthread/core/json';
import { FOLDED, SHOWN } from '../thread/fate.ts';
import type { Fate } from '../thread/fate.ts';
import type { Session } from './session.ts';

/** `isStreamed({ type: 'system', subtype: 'init', session_id: 's' }) === true` */
export function isStreamed(record: JsonFields): boolean {
  if (textOf(record['session_id']) === undefined || record['sessionId'] !== undefined) return false;
  switch (textOf(record['type']) ?? '') {
    case 'system':
      return record['subtype'] === 'init';
    case 'user':
    case 'assistant':
      return record['parent_tool_use_id'] !== undefined && textOf(fieldsOf(record['message'])['role']) !== undefined;
    case 'result':
      return textOf(record['subtype']) !== undefined;
    default:
      return false;
  }
}

/** The same as in a session's file. An agent has no name of its own here: it is known by the call that started it. */
export function streamedRecord(record: JsonFields): JsonFields {
  const { session_id: sessionId, parent_tool_use_id: call, isSynthetic: isMeta } = record;
  const own = { ...record, sessionId, ...(isMeta === true ? { isMeta } : {}) };
  return typeof call === 'string' ? { ...own, isSidechain: true, agentId: call } : own;
}

/** The last record: the words of the answer once more, or why there is none. */
export function readResult({ thread }: Session, record: JsonFields): Fate {
  thread.closeSteps();
  const subtype = textOf(record['subtype']) ?? '';
  if (record['is_error'] !== true && !subtype.startsWith('error')) return FOLDED;
  thread.status('failed', textOf(record['result']) ?? `The run ended: ${subtype.replaceAll('_', ' ')}.`);
  return SHOWN;
}
