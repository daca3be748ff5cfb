import { fieldsOf, numberOf, textOf } from '@toolthread/core/json';
import type { JsonFields } from '@toolthread/core/json';
import { FOLDED, hidden, SHOWN } from '../thread/fate.ts';
import type { Fate } from '../thread/fate.ts';
import { scoped } from '../thread/thread-writer.ts';
import type { Session } from './session.ts';

export function readSystem(session: Session, record: JsonFields): Fate {
  const subtype = textOf(record['subtype']) ?? 'none';
  switch (subtype) {
    case 'compact_boundary':
      return FOLDED;
    case 'api_error':
      return readApiError(session, record);
    default:
      return hidden(`system:${subtype}`);
  }
}

/** A failed attempt of the provider: a step that does not count. */
function readApiError(session: Session, record: JsonFields): Fate {
  const scope = session.scopeOf(record);
  const { step } = session.response(`error ${session.place}`, scope);
  session.dropCurrent(scope);
  const attempt = numberOf(record['retryAttempt']);
  const most = numberOf(record['maxRetries']);
  const said = textOf(fieldsOf(record['error'])['message']) ?? textOf(record['content']) ?? 'The provider failed.';
  const message = attempt === undefined || most === undefined ? said : `${said} (attempt ${attempt} of ${most})`;
  session.write({
    type: 'agent.step.completed',
    step,
    finish_reason: 'error',
    discarded: true,
    error: { message },
    ...scoped(scope),
  });
  return SHOWN;
}
