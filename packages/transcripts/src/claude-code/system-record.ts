import { fieldsOf, numberIn, textIn } from '../fields.ts';
import type { Fields } from '../fields.ts';
import { FOLDED, hidden, SHOWN } from '../fate.ts';
import type { Fate } from '../fate.ts';
import { scoped } from '../thread-writer.ts';
import type { Session } from './session.ts';

export function readSystem(session: Session, record: Fields): Fate {
  const subtype = textIn(record, 'subtype') ?? 'none';
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
function readApiError(session: Session, record: Fields): Fate {
  const scope = session.scopeOf(record);
  const { step } = session.response(`error ${session.place}`, scope);
  session.dropCurrent(scope);
  const attempt = numberIn(record, 'retryAttempt');
  const most = numberIn(record, 'maxRetries');
  const said = textIn(fieldsOf(record['error']), 'message') ?? textIn(record, 'content') ?? 'The provider failed.';
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
