/** Lines that are neither words nor calls: messages, statuses, compactions. */
import { HUMAN, SYSTEM } from '../../ledger/human.ts';
import { contentsText } from '../../text/content-text.ts';
import type {
  AgentContinuation,
  AgentStatus,
  ContextCompacted,
  EventPurged,
  MessagePosted,
} from '../../ledger/ledger-event.ts';
import type { CorePhrase } from '../../text/language/core-phrase.ts';
import { english } from '../../text/language/english.ts';
import type { PhraseValues } from '../../text/language/language.ts';
import type { Evaluation, StopReason } from '../../ledger/stop-reason.ts';
import { scopeKey } from '../../ledger/fold/scope-key.ts';
import { hearing } from '../../ledger/queries/hearing.ts';
import { isTeamsOwn, isWorking } from '../../ledger/scope-kind.ts';
import type { ThreadState } from '../../ledger/thread-state.ts';
import type { Drawing } from './drawing.ts';
import { openGroup, setActive } from './open-group.ts';
import type { Path, StatusItem, TimelineState } from '../item.ts';
import { breakTurn, endGroup, enterLane, leaveLane, setLane } from './enter-lane.ts';
import { appendItem, changeItem } from './change-item.ts';

/** Why a run did not go on, in words for its reader. Undefined: the run's status says it. */
const stopWords: { readonly [reason in StopReason]: CorePhrase | undefined } = {
  completed: undefined,
  user_requested: undefined,
  error: undefined,
  // Which limit it is, and until when, the run's status says.
  spending_limit: undefined,
  steps_limit: 'Stopped: step limit reached.',
  token_limit: 'Stopped: token limit reached.',
  time_limit: 'Stopped: time limit reached.',
  retry_limit: 'Stopped: the model could not be reached after several attempts.',
  finish_reason: 'Stopped: the model ended its answer early.',
  guard: 'Stopped: it repeated itself.',
};

/** Until a step has read it, what a person said may change: its place is kept. */
export function placeMessage(drawing: Drawing, message: MessagePosted): TimelineState {
  if (message.author === SYSTEM) return placeNotice(drawing, message);
  const ground = groundOf(drawing, message);
  const { timeline, item } = appendItem(ground.timeline, ground.path, (key) => ({
    kind: 'message',
    key,
    at: message.at,
    author: message.author,
    ...(message.by === undefined ? {} : { by: message.by }),
    parts: message.parts,
    mentions: message.mentions ?? [],
    delivery: message.delivery,
  }));
  if (message.author !== HUMAN) return timeline;
  const spot = { path: ground.path, item };
  return { ...timeline, messagePlaces: timeline.messagePlaces.set(String(message.seq), spot) };
}

function placeNotice(drawing: Drawing, { scope, parts }: MessagePosted): TimelineState {
  return placeLine(drawing, scope, { level: 'info', code: 'notice', text: contentsText(parts) });
}

/** What a person says to all breaks the turn; what is said to one scope is where that scope writes. */
function groundOf(drawing: Drawing, message: MessagePosted): { timeline: TimelineState; path: Path } {
  const { author, scope, at } = message;
  if (scope !== undefined) {
    const { timeline, lane } = enterLane(drawing, scope);
    return { timeline: endGroup({ ...drawing, timeline }, scope, at), path: lane.path };
  }
  if (author === HUMAN) return { timeline: breakTurn(drawing, at), path: [] };
  return { timeline: askedFor({ ...drawing, timeline: endGroup(drawing, undefined, at) }, message), path: [] };
}

/** What a member does after it was asked is below the question: its section ends here. Others go on in theirs. */
function askedFor({ timeline, state }: Drawing, message: MessagePosted): TimelineState {
  let left = timeline;
  for (const [scope, { path }] of timeline.lanes.entries()) {
    const isSection = path.length === 1 && path[0]?.through === 'section';
    if (isSection && hearing(scope, message) === 'addressed')
      left = leaveLane({ state, timeline: left }, scope, message.at);
  }
  return left;
}

export function placeChangedMessage(timeline: TimelineState, { seq, parts }: MessagePosted): TimelineState {
  const spot = timeline.messagePlaces.get(String(seq));
  if (spot === undefined) return timeline;
  return changeItem(timeline, spot, (item) => {
    if (parts.length === 0) return { kind: 'gone', key: item.key, at: item.at };
    return item.kind === 'message' ? { ...item, parts } : item;
  });
}

/** Somebody begins to work: the lane's group says so before there is anything to show. */
export function placeActivity(drawing: Drawing, scope: string | undefined): TimelineState {
  const entered = enterLane(drawing, scope);
  const working = isWorking(drawing.state, scope);
  if (entered.lane.group !== undefined) return setActive(entered.timeline, entered.lane, working);
  const { timeline, lane } = openGroup(entered.timeline, entered.lane, scope, drawing.state);
  return setActive(setLane(timeline, scope, lane), lane, working);
}

export function placeRunStatus(drawing: Drawing, event: AgentStatus): TimelineState {
  switch (event.status) {
    case 'queued': {
      // Why nobody is at it, where that is said.
      const why = told(event.error_message);
      return why === undefined
        ? drawing.timeline
        : placeLine(drawing, event.scope, { level: 'info', code: event.status, ...why });
    }
    case 'running':
      return isTeamsOwn(drawing.state, event.scope) ? drawing.timeline : placeActivity(drawing, event.scope);
    case 'awaiting_user': {
      const { timeline, lane } = enterLane(drawing, event.scope);
      return setActive(timeline, lane, false);
    }
    case 'completed':
      return leaveLane(drawing, event.scope, event.at);
    case 'failed':
      return placeEnd(drawing, event, 'error', told(event.error_message) ?? ours('The run failed.'));
    case 'cancelled':
      return placeEnd(drawing, event, 'info', told(event.error_message) ?? ours('Stopped.'));
    default:
      return event.status satisfies never;
  }
}

function placeEnd(drawing: Drawing, event: AgentStatus, level: StatusItem['level'], words: Words): TimelineState {
  const timeline = placeLine(drawing, event.scope, { level, code: event.status, ...words });
  return leaveLane({ ...drawing, timeline }, event.scope, event.at);
}

export function placeContinuation(drawing: Drawing, event: AgentContinuation): TimelineState {
  const words = event.should_continue ? undefined : stopText(event, drawing.state);
  const { stop_reason: code, evaluations = [] } = event;
  if (words === undefined)
    return evaluations.length === 0 ? drawing.timeline : placeVerdict(drawing.timeline, event.scope, evaluations);
  return placeLine(drawing, event.scope, {
    level: 'info',
    code,
    ...words,
    ...(evaluations.length > 0 && { evaluations }),
  });
}

/** A run that goes on, or has come to its normal end, says nothing of it: why it did so is a detail of what it did or said last. */
function placeVerdict(
  timeline: TimelineState,
  scope: string | undefined,
  evaluations: readonly Evaluation[],
): TimelineState {
  const lane = timeline.lanes.get(scopeKey(scope));
  const last = lane === undefined && scope === undefined ? timeline.items.length - 1 : undefined;
  const item = lane?.answer?.item ?? lane?.group ?? last;
  if (item === undefined) return timeline;
  return changeItem(timeline, { path: lane?.path ?? [], item }, (known) =>
    known.kind === 'answer' || known.kind === 'group' ? { ...known, evaluations } : known,
  );
}

/** Several causes share a reason: who resolved it says which it was. */
function stopText(event: AgentContinuation, state: ThreadState): Words | undefined {
  const { scope, stop_reason, source_reason, resolved_by, evaluations = [] } = event;
  if (source_reason !== undefined) return ours('Stopped: {reason}', { reason: source_reason });
  if (stop_reason === 'token_limit' && resolved_by === 'money') return ours('Stopped: cost limit reached.');
  if (stop_reason === 'token_limit' && resolved_by === 'errors') return ours('Stopped: the context is full.');
  if (stop_reason === 'guard' && resolved_by !== 'guard') {
    return ours('Stopped: {reason}', { reason: evaluations.at(-1)?.reason ?? resolved_by });
  }
  const hasStatus = state.scopes.get(scopeKey(scope))?.status !== undefined;
  const words = stopWords[stop_reason] ?? (hasStatus ? undefined : statelessWords[stop_reason]);
  return words === undefined ? undefined : ours(words);
}

/** What a line says, and that it is ours to say in another language. */
type Words = Pick<StatusItem, 'text' | 'phrase'>;

function ours(words: CorePhrase, values?: PhraseValues): Words {
  return { text: english.say(words, values), phrase: values === undefined ? { words } : { words, values } };
}

function told(text: string | undefined): Words | undefined {
  return text === undefined ? undefined : { text };
}

/** What a run's status says, where the source records none. A normal end says nothing. */
const statelessWords: { readonly [reason in StopReason]?: CorePhrase } = {
  user_requested: 'Stopped.',
  error: 'Stopped: an error.',
};

export function placeCompaction(drawing: Drawing, event: ContextCompacted): TimelineState {
  const { timeline, lane } = enterLane(drawing, event.scope);
  return appendItem(endGroup({ ...drawing, timeline }, event.scope, event.at), lane.path, (key) => ({
    kind: 'compaction',
    key,
    at: event.at,
    scope: event.scope,
    summary: event.summary,
    tokensBefore: event.tokens_before,
    tokensAfter: event.tokens_after,
  })).timeline;
}

export function placePurge(drawing: Drawing, { scope, by, purged }: EventPurged): TimelineState {
  return placeLine(drawing, scope, {
    level: 'info',
    code: 'purged',
    ...ours('Removed by {by}: {purged}', { by, purged }),
  });
}

function placeLine(
  drawing: Drawing,
  scope: string | undefined,
  line: Pick<StatusItem, 'level' | 'code' | 'text' | 'phrase' | 'evaluations'>,
): TimelineState {
  const { at } = drawing.state;
  const { timeline, lane } = enterLane(drawing, scope);
  const ended = endGroup({ ...drawing, timeline }, scope, at);
  return appendItem(ended, lane.path, (key) => ({ kind: 'status', key, at, scope, ...line })).timeline;
}
