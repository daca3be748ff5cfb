import { fieldsOf, textOf } from '@toolthread/core/json';
import type { JsonFields } from '@toolthread/core/json';
import { contentParts } from '@toolthread/core/unified';
import { hidden, SHOWN } from '../thread/fate.ts';
import type { Fate } from '../thread/fate.ts';
import type { Session } from './session.ts';
import { post } from './read-user.ts';
import { userText } from './user-text.ts';

/** Attachments are what the program told the model, except for one kind: what a person typed while the agent worked. */
export function readAttachment(session: Session, record: JsonFields): Fate {
  const attachment = fieldsOf(record['attachment']);
  const type = textOf(attachment['type']) ?? 'none';
  if (type !== 'queued_command') return hidden(`attachment:${type}`);
  const parts = contentParts(attachment['prompt']);
  const [first] = parts;
  const said = first?.type === 'text' ? userText(first.text) : undefined;
  if (said?.kind === 'injected') return hidden(said.rule);
  if (parts.length === 0) return hidden('empty');
  post(session, session.scopeOf(record), parts);
  return SHOWN;
}

export function readQueueOperation(record: JsonFields): Fate {
  return hidden(`queue-operation:${textOf(record['operation']) ?? 'none'}`);
}
