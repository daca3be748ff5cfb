import type { ContentPart } from '@toolthread/core';
import { fieldsOf, textOf } from '@toolthread/core/json';
import type { JsonFields } from '@toolthread/core/json';
import { contentParts, withoutReminders } from '@toolthread/core/unified';
import { FOLDED, hidden, SHOWN } from '../thread/fate.ts';
import type { Fate } from '../thread/fate.ts';
import type { Session } from './session.ts';
import { taskEndIn } from './task-notification.ts';
import { userText } from './user-text.ts';

/** Attachments are what the program told the model, except for what a person typed while the agent worked, and how a task ended. */
export function readAttachment(session: Session, record: JsonFields): Fate {
  const attachment = fieldsOf(record['attachment']);
  const type = textOf(attachment['type']) ?? 'none';
  const { taskId = null, status = null, exitCode = null } = attachment;
  const ended = type === 'task_status' ? taskEndIn({ task_id: taskId, status, exitCode }) : undefined;
  if (ended !== undefined) {
    session.tasks.end(ended);
    return FOLDED;
  }
  if (type !== 'queued_command') return hidden(`attachment:${type}`);
  const given = contentParts(attachment['prompt']);
  const parts = given.flatMap((part) => typedPart(part));
  const [first] = parts;
  const said = first?.type === 'text' ? userText(first.text) : undefined;
  if (said?.kind === 'notification') return session.notify(said.notification, said.raw, session.scopeOf(record));
  if (said?.kind === 'injected' && parts.length === 1) return hidden(said.rule);
  if (parts.length === 0) return hidden(given.length === 0 ? 'empty' : 'system-reminder');
  session.thread.post(parts, { scope: session.scopeOf(record) });
  return SHOWN;
}

function typedPart(part: ContentPart): readonly ContentPart[] {
  if (part.type !== 'text') return [part];
  const text = withoutReminders(part.text);
  return text === '' ? [] : [{ ...part, text }];
}

/** Words that a person typed while the agent worked come again when they are sent, so they are hidden here. The end of a background task may come only here. */
export function readQueueOperation(session: Session, record: JsonFields): Fate {
  const [first] = contentParts(record['content']);
  const said = first?.type === 'text' ? userText(first.text) : undefined;
  if (said?.kind === 'notification') return session.notify(said.notification, said.raw, undefined);
  return hidden(`queue-operation:${textOf(record['operation']) ?? 'none'}`);
}
