/** What every event must look like. A field without a check, or a check without its field, does not compile. */
import { DECISIONS, OUTCOMES, REQUEST_KINDS, RUN_STATUSES } from '../word-in.ts';
import { isFields } from '../json/fields.ts';
import {
  amount,
  check,
  type Check,
  flag,
  listOf,
  objectOf,
  oneOf,
  optional,
  type Shape,
  text,
  variantOf,
  whole,
  wholeFromOne,
} from './check.ts';
import {
  blobCheck as blob,
  contentCheck as content,
  jsonCheck as json,
  phaseCheck as phase,
  usageCheck as usage,
} from './content-check.ts';
import type { Failure } from '../content-part.ts';
import type { FileChange } from '../file-change.ts';
import type { FinishReason } from '../finish-reason.ts';
import type * as Ledger from '../ledger-event.ts';
import { STOP_REASONS } from '../stop-reason.ts';
import type { Evaluation, StopReason } from '../stop-reason.ts';
import type { Answer, Question, QuestionOption } from '../question.ts';

type Origin = NonNullable<Ledger.ThreadCreated['origin']>;
type Parent = NonNullable<Ledger.ScopeOpened['parent']>;
type Options = NonNullable<Ledger.AgentConfigured['options']>;

const options = check<Options>('an object', isFields);
const failure = objectOf<Failure>({ message: text, code: optional(text) });

const runStatus = oneOf<Ledger.RunStatus>(RUN_STATUSES);
const question = objectOf<Question>({
  question: text,
  header: optional(text),
  options: optional(listOf(objectOf<QuestionOption>({ label: text, description: optional(text) }))),
  multiple: optional(flag),
  free_text: optional(flag),
  optional: optional(flag),
});
const answer = objectOf<Answer>({ question: text, values: listOf(text), text: optional(text) });
const evaluation = objectOf<Evaluation>({
  criterion: text,
  verdict: oneOf<Evaluation['verdict']>({ continue: true, stop: true, pass: true }),
  reason: optional(text),
});
const fileChange = objectOf<FileChange>({
  path: text,
  before: optional(text),
  after: optional(text),
  added: optional(whole),
  removed: optional(whole),
});

const envelope: Shape<Omit<Ledger.ThreadClosed, 'type' | 'file'>> = {
  v: check<1>('1', (value) => value === 1),
  thread: text,
  seq: wholeFromOne,
  at: amount,
  run: optional(text),
  scope: optional(text),
};
const delta = { ...envelope, step: whole, part: whole, offset: whole, text };
const ofCall = {
  ...envelope,
  call: optional(text),
  step: optional(whole),
  part: optional(whole),
  name: optional(text),
};

export const eventCheck: Check<Ledger.LedgerEvent> = variantOf<Ledger.LedgerEvent, 'type'>('type', {
  'thread.created': {
    ...envelope,
    title: optional(text),
    workspace: optional(text),
    origin: optional(objectOf<Origin>({ thread: text, seq: whole })),
    source: optional(objectOf<Ledger.ThreadSource>({ format: text, session: optional(text), parent: optional(text) })),
    agent: optional(oneOf<NonNullable<Ledger.ThreadCreated['agent']>>({ here: true, elsewhere: true })),
  },
  'thread.renamed': { ...envelope, title: text },
  'thread.placed': {
    ...envelope,
    by: optional(text),
    place: optional(oneOf<Ledger.ListPlace>({ list: true, archive: true, bin: true })),
    pinned: optional(flag),
  },
  'agent.chosen': {
    ...envelope,
    by: optional(text),
    agent: optional(text),
    provider: optional(text),
    model: optional(text),
    workspace: optional(text),
    approval: optional(oneOf<Ledger.ApprovalMode>({ ask: true, 'read-only': true, 'auto-edit': true })),
  },
  'thread.rested': envelope,
  'thread.closed': {
    ...envelope,
    file: optional(
      objectOf<Ledger.SourceFile>({
        is: oneOf<Ledger.SourceFile['is']>({ gone: true, rewritten: true, there: true }),
        noticed_at: amount,
      }),
    ),
  },
  'thread.rewound': { ...envelope, by: optional(text), to: whole, retold: optional(flag) },
  'message.posted': {
    ...envelope,
    author: text,
    by: optional(text),
    parts: listOf(content),
    mentions: optional(listOf(text)),
    client_id: optional(text),
    delivery: oneOf<Ledger.MessagePosted['delivery']>({ now: true, steer: true, followUp: true }),
  },
  'message.changed': { ...envelope, message: wholeFromOne, by: optional(text), parts: listOf(content) },
  'scope.opened': {
    ...envelope,
    scope: text,
    kind: oneOf<Ledger.ScopeOpened['kind']>({ member: true, team: true, child: true }),
    name: text,
    show_tool_calls: optional(flag),
    parent: optional(objectOf<Parent>({ call: text, scope: optional(text), step: optional(whole) })),
  },
  'agent.configured': {
    ...envelope,
    provider: text,
    api: text,
    model: text,
    options: optional(options),
    context_tokens: optional(wholeFromOne),
    system_hash: optional(text),
    tools_hash: optional(text),
    system_blob: optional(text),
    tools_blob: optional(text),
  },
  'agent.status': {
    ...envelope,
    status: runStatus,
    previous_status: optional(runStatus),
    error_message: optional(text),
    source_id: optional(text),
    asked_by: optional(text),
  },
  'agent.step.started': { ...envelope, step: whole, built_from: optional(whole) },
  'agent.step.completed': {
    ...envelope,
    step: whole,
    finish_reason: oneOf<FinishReason>({
      stop: true,
      tool_calls: true,
      length: true,
      refusal: true,
      pause: true,
      overflow: true,
      error: true,
      aborted: true,
      unknown: true,
    }),
    discarded: optional(flag),
    usage: optional(usage),
    duration_ms: optional(amount),
    error: optional(failure),
  },
  'agent.step.retrying': { ...envelope, step: whole, attempt: whole, max_attempts: whole, until: amount },
  'agent.text.delta': { ...delta, phase: optional(phase) },
  'agent.reasoning.delta': delta,
  'agent.tool.input.delta': { ...delta, name: optional(text), call: optional(text) },
  'agent.tool.output.delta': { ...envelope, step: optional(whole), call: text, offset: whole, text },
  'agent.part.completed': {
    ...envelope,
    step: whole,
    part: whole,
    kind: oneOf<Ledger.PartKind>({
      text: true,
      reasoning: true,
      file: true,
      source: true,
      refusal: true,
      opaque: true,
    }),
    text: optional(text),
    phase: optional(phase),
    content: optional(content),
    blob: optional(blob),
  },
  'agent.tool.called': {
    ...envelope,
    step: whole,
    part: whole,
    call: optional(text),
    provider_id: optional(text),
    name: text,
    arguments: text,
    runs: optional(oneOf<'here' | 'provider'>({ here: true, provider: true })),
    blob: optional(blob),
  },
  'request.opened': {
    ...envelope,
    request: text,
    kind: oneOf<Ledger.RequestKind>(REQUEST_KINDS),
    call: optional(text),
    step: optional(whole),
    title: optional(text),
    questions: optional(listOf(question)),
    proposed_arguments: optional(text),
    covers: optional(text),
    keeps_always: optional(flag),
    expires_at: optional(amount),
  },
  'request.resolved': {
    ...envelope,
    request: text,
    decision: oneOf<Ledger.Decision>(DECISIONS),
    answers: optional(listOf(answer)),
    executed_arguments: optional(text),
    reason: optional(text),
    by: optional(text),
  },
  'agent.tool.started': ofCall,
  'agent.tool.retrying': { ...ofCall, attempt: whole, max_attempts: whole, error: optional(failure) },
  'agent.tool.completed': {
    ...ofCall,
    outcome: oneOf<Ledger.Outcome>(OUTCOMES),
    parts: optional(listOf(content)),
    structured: optional(json),
    error: optional(failure),
    duration_ms: optional(amount),
    full_size: optional(whole),
    full_blob: optional(text),
    provisional: optional(flag),
  },
  'run.retry.requested': { ...envelope, step: whole, by: optional(text) },
  'run.stop.requested': { ...envelope, by: optional(text), reason: optional(text) },
  'agent.continuation': {
    ...envelope,
    should_continue: flag,
    stop_reason: oneOf<StopReason>(STOP_REASONS),
    source_reason: optional(text),
    resolved_by: text,
    evaluations: optional(listOf(evaluation)),
    source_id: optional(text),
  },
  'context.compacted': {
    ...envelope,
    summary: text,
    usage: optional(usage),
    replaces_to: whole,
    tokens_before: optional(amount),
    tokens_after: optional(amount),
  },
  'workspace.saved': { ...envelope, tree: text },
  'workspace.changed': {
    ...envelope,
    change: text,
    files: listOf(fileChange),
    unknown: optional(listOf(text)),
    undoes: optional(text),
    by: optional(text),
  },
  'source.record': {
    ...envelope,
    line: whole,
    byte: whole,
    file: optional(text),
    fate: oneOf<Ledger.RecordFate>({ shown: true, folded: true, hidden: true, malformed: true }),
    rule: optional(text),
    raw: optional(text),
  },
  'event.purged': { ...envelope, purged: text, by: text },
  'event.withheld': envelope,
});
