import { fieldsOf, numberOf, textOf } from '@toolthread/core/json';
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
    default:
      return hidden(`system:${subtype}`);
  }
}

/** A failed attempt of the provider: a step that does not count. */
function readApiError({ thread }: Session, record: JsonFields, scope: string | undefined): Fate {
  const attempt = numberOf(record['retryAttempt']);
  const most = numberOf(record['maxRetries']);
  const said = textOf(fieldsOf(record['error'])['message']) ?? textOf(record['content']) ?? 'The provider failed.';
  const message = attempt === undefined || most === undefined ? said : `${said} (attempt ${attempt} of ${most})`;
  thread.failedAttempt(message, scope);
  return SHOWN;
}
