/** Lines that are neither words nor calls: messages, statuses, compactions. */
import type { AgentContinuation, AgentStatus, ContextCompacted, MessagePosted, StopReason } from '../ledger/event.ts';
import type { ThreadState } from '../ledger/state.ts';
import { openGroup, setActive } from './group.ts';
import type { Path, Spot, StatusItem, TimelineState } from './item.ts';
import { breakTurn, enterLane, leaveLane, setLane } from './lane.ts';
import { appendItem } from './path.ts';

export const HUMAN = '@human';

/** The run's last status says these: one line is enough. */
const SAID_BY_STATUS: ReadonlySet<StopReason> = new Set(['completed', 'user_requested', 'error'] as const);

export function placeMessage(state: ThreadState, message: MessagePosted): { timeline: TimelineState; spot: Spot } {
  const ground = groundOf(state, message);
  const { timeline, item } = appendItem(ground.timeline, ground.path, (key) => ({
    kind: 'message',
    key,
    at: message.at,
    author: message.author,
    parts: message.parts,
    mentions: message.mentions ?? [],
    delivery: message.delivery,
  }));
  return { timeline, spot: { path: ground.path, item } };
}

/** What a person says to all breaks the turn; what is said to one scope stands where that scope writes. */
function groundOf(state: ThreadState, message: MessagePosted): { timeline: TimelineState; path: Path } {
  if (message.scope !== undefined) {
    const { timeline, lane } = enterLane(state, message.scope);
    return { timeline, path: lane.path };
  }
  return { timeline: message.author === HUMAN ? breakTurn(state.timeline, message.at) : state.timeline, path: [] };
}

/** Somebody begins to work: the lane's group says so before there is anything to show. */
export function placeActivity(state: ThreadState, scope: string | undefined): TimelineState {
  const entered = enterLane(state, scope);
  const { timeline, lane } = openGroup(entered.timeline, entered.lane, scope, state.at);
  return setActive(setLane(timeline, scope, lane), lane, true);
}

export function placeRunStatus(state: ThreadState, event: AgentStatus): TimelineState {
  switch (event.status) {
    case 'queued':
      return state.timeline;
    case 'running':
      return placeActivity(state, event.scope);
    case 'awaiting_user': {
      const { timeline, lane } = enterLane(state, event.scope);
      return setActive(timeline, lane, false);
    }
    case 'completed':
      return leaveLane(state.timeline, event.scope, event.at);
    case 'failed':
      return placeEnd(state, event, 'error', event.error_message ?? 'The run failed.');
    case 'cancelled':
      return placeEnd(state, event, 'info', event.error_message ?? 'Stopped.');
    default:
      return event.status satisfies never;
  }
}

function placeEnd(state: ThreadState, event: AgentStatus, level: StatusItem['level'], text: string): TimelineState {
  const timeline = placeLine(state, event.scope, { level, code: event.status, text });
  return leaveLane(timeline, event.scope, event.at);
}

export function placeContinuation(state: ThreadState, event: AgentContinuation): TimelineState {
  if (event.should_continue || SAID_BY_STATUS.has(event.stop_reason)) return state.timeline;
  const text = `Agent stopped: ${event.stop_reason}`;
  return placeLine(state, event.scope, { level: 'info', code: event.stop_reason, text });
}

export function placeCompaction(state: ThreadState, event: ContextCompacted): TimelineState {
  const { timeline, lane } = enterLane(state, event.scope);
  return appendItem(timeline, lane.path, (key) => ({
    kind: 'compaction',
    key,
    at: event.at,
    scope: event.scope,
    summary: event.summary,
    tokensBefore: event.tokens_before,
    tokensAfter: event.tokens_after,
  })).timeline;
}

export function placeLine(
  state: ThreadState,
  scope: string | undefined,
  line: Pick<StatusItem, 'level' | 'code' | 'text'>,
): TimelineState {
  const { timeline, lane } = enterLane(state, scope);
  return appendItem(timeline, lane.path, (key) => ({ kind: 'status', key, at: state.at, scope, ...line })).timeline;
}
