import { fieldsOf, isJsonObject, numberOf, textOf } from '@toolthread/core/json';
import type { JsonFields } from '@toolthread/core/json';
import { FOLDED, hidden, SHOWN } from '../thread/fate.ts';
import type { Fate } from '../thread/fate.ts';
import type { Session } from './session.ts';

export function readSystem(session: Session, record: JsonFields): Fate {
  const subtype = textOf(record['subtype']) ?? 'none';
  switch (subtype) {
    case 'compact_boundary':
      return FOLDED;
    case 'api_error':
      return readApiError(session, record, session.scopeOf(record));
    case 'turn_duration':
      // It is written when the turn is over: nothing more comes of its last response.
      session.thread.closeStep(session.scopeOf(record));
      return hidden(`system:${subtype}`);
    default:
      return hidden(`system:${subtype}`);
  }
}

/** A failed attempt of the provider: a step that does not count. */
function readApiError({ thread }: Session, record: JsonFields, scope: string | undefined): Fate {
  const attempt = numberOf(record['retryAttempt']);
  const most = numberOf(record['maxRetries']);
  const said = errorText(record) ?? textOf(record['content']) ?? 'The provider failed.';
  const message = attempt === undefined || most === undefined ? said : `${said} (attempt ${attempt} of ${most})`;
  thread.failedAttempt(message, scope);
  return SHOWN;
}

/** `529 Overloaded`: the status is beside the provider's own error, which holds its words some levels down; of a lost connection there is a code. */
function errorText(record: JsonFields): string | undefined {
  const error = fieldsOf(record['error']);
  const status = numberOf(error['status']) ?? numberOf(record['apiErrorStatus']);
  const cause = fieldsOf(error['cause'] ?? record['cause']);
  const said = messageIn(error, 0) ?? textOf(cause['message']) ?? textOf(cause['code']) ?? textOf(record['error']);
  if (status === undefined || said?.startsWith(String(status)) === true) return said;
  return said === undefined ? String(status) : `${status} ${said}`;
}

const DEEPEST = 4;

function messageIn(error: JsonFields, depth: number): string | undefined {
  const said = textOf(error['message']) ?? textOf(error['formatted']);
  if (said !== undefined || depth === DEEPEST) return said;
  const deeper = isJsonObject(error['error']) ? messageIn(error['error'], depth + 1) : textOf(error['error']);
  const type = textOf(error['type']);
  return deeper ?? (type === 'error' ? undefined : type);
}
