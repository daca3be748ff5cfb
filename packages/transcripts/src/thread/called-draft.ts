/** The drafts that an import writes most. Their fields are assigned, not spread: there is one for nearly every record of a file. */
import type { EventDraft } from '@toolthread/core';
import type { CallDraft, Owner, ResultDraft } from './call-book.ts';
import type { OpenStep } from './open-step.ts';

type Draft<T extends EventDraft['type']> = Writable<Extract<EventDraft, { readonly type: T }>>;
type Writable<T> = { -readonly [name in keyof T]: T[name] };

/** `call`: our id of it. */
export function calledDraft({ step, scope, parts }: OpenStep, call: string, called: CallDraft): EventDraft {
  const { id, name, arguments: args, runs, blob } = called;
  const draft: Draft<'agent.tool.called'> = {
    type: 'agent.tool.called',
    step,
    part: parts,
    call,
    name,
    arguments: args,
  };
  if (id !== undefined) draft.provider_id = id;
  if (runs !== undefined) draft.runs = runs;
  if (blob !== undefined) draft.blob = blob;
  if (scope !== undefined) draft.scope = scope;
  return draft;
}

/** Without an owner its call has not come: it is known by the file's id, in the scope that the result is in. */
export function completedDraft(
  id: string,
  owner: Owner | undefined,
  result: ResultDraft,
  scope: string | undefined,
): EventDraft {
  const { outcome, name, parts, structured, error, durationMs, fullSize, provisional } = result;
  const draft: Draft<'agent.tool.completed'> = { type: 'agent.tool.completed', call: owner?.call ?? id, outcome };
  if (owner !== undefined) draft.step = owner.step;
  if (name !== undefined) draft.name = name;
  if (parts !== undefined) draft.parts = parts;
  if (structured !== undefined) draft.structured = structured;
  if (error !== undefined) draft.error = { message: error };
  if (durationMs !== undefined) draft.duration_ms = durationMs;
  if (fullSize !== undefined) draft.full_size = fullSize;
  // What looks well can be taken back by a result that says otherwise.
  if (provisional === true || outcome === 'done') draft.provisional = true;
  const where = owner === undefined ? scope : owner.scope;
  if (where !== undefined) draft.scope = where;
  return draft;
}

/** A step ends with what came last in it, not with the record that shows that it is over: that may be the next day. */
export function endDraft(
  ended: OpenStep,
  finish: Draft<'agent.step.completed'>['finish_reason'] | undefined,
  error: string | undefined,
): EventDraft {
  const { at, step, usage, calls, durationMs, scope } = ended;
  const reason = finish ?? ended.finish ?? (calls > 0 ? 'tool_calls' : 'stop');
  const draft: Draft<'agent.step.completed'> = { type: 'agent.step.completed', step, finish_reason: reason };
  if (at !== undefined) draft.at = at;
  if (usage !== undefined) draft.usage = usage;
  if (durationMs !== undefined) draft.duration_ms = durationMs;
  if (error !== undefined) draft.error = { message: error };
  if (scope !== undefined) draft.scope = scope;
  return draft;
}
