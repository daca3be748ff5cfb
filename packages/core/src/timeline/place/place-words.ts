/** Draws a step's words: as commentary in the group, as the answer below it, or in the group's live line. */
import { filledTextOf } from '../../ledger/json/fields.ts';
import { isLeakedJson } from '../../ledger/json/is-leaked-json.ts';
import { placeKey, scopeKey } from '../../ledger/fold/scope-key.ts';
import { isAtWork } from '../../ledger/scope-kind.ts';
import type { Part, Step, StepEnd, ThreadState } from '../../ledger/thread-state.ts';
import { Vector } from '../../structure/vector.ts';
import type { Drawing } from './drawing.ts';
import { appendEntry, changeEntry, closeGroup, openGroup, reopenGroup, setLive } from './open-group.ts';
import type { AnswerItem, Entry, GroupItem, Item, Place, Spot, TimelineState } from '../item.ts';
import { enterLane, setLane } from './enter-lane.ts';
import { barOf, beginText, forgetBar, settleText } from './past-texts.ts';
import { appendItem, changeItem, itemAt, setItem } from './change-item.ts';
import { emptyTally } from './tally.ts';
import { phaseAt, tailText, textPlacement } from './text-placement.ts';
import { placeOfPart, setPlace } from './place-of-part.ts';
import { hasWords, isBlank, segmentOf, wordsOf } from './words-part.ts';
import type { WordsPart } from './words-part.ts';

/** A part of the step has new words. */
export function placeWords(drawing: Drawing, step: Step, index: number): TimelineState {
  const part = step.parts.at(index);
  if (part?.kind === 'reasoning') return placeReasoning(drawing, step, index, part);
  const timeline = beginText(drawing.timeline, step);
  const begun = timeline === drawing.timeline ? drawing : { ...drawing, timeline };
  const place = placeOfPart(timeline, step.key, index);
  const wanted = wantedPlace(timeline, step, index);
  if (place?.where === wanted) return redrawWords(begun, step, index, place);
  return placeTail(begun, step, wanted === 'answer' && leadsTail(timeline, step, index) ? step.tail : index, index);
}

/** The words before these are not shown as the answer yet, and become part of it with them. */
function leadsTail(timeline: TimelineState, step: Step, index: number): boolean {
  for (let before = index - 1; before >= step.tail; before -= 1) {
    if (phaseAt(step, before) !== undefined) continue;
    const place = placeOfPart(timeline, step.key, before);
    if (place?.where === 'live' || place?.where === 'answer') return place.where === 'live';
  }
  return false;
}

/** Something changed what the words since the last call are: draws them all where they belong now. */
export function placeTail(drawing: Drawing, step: Step, from: number, to: number): TimelineState {
  let { timeline } = drawing;
  for (let index = from; index <= to; index += 1) timeline = placeOne({ ...drawing, timeline }, step, index);
  return timeline;
}

/** The step closed: its words are settled, its answer gets its last state, timing and tokens. */
export function placeStepEnd(drawing: Drawing, step: Step, end: StepEnd): TimelineState {
  const last = step.parts.length - 1;
  const settled = settleText(placeTail(drawing, step, step.tail, last), step, step.tail, last);
  const placed = forgetBar(settled, step);
  const ended = end.reason === 'refusal' ? placeRefusal({ ...drawing, timeline: placed }, step) : placed;
  const spot = answerSpot(ended, step);
  if (spot === undefined) return ended;
  return changeItem(ended, spot, (item) => (item.kind === 'answer' ? { ...item, ...settledAnswer(end) } : item));
}

/** Where the step's answer is, also when the turn was broken while it streamed. */
function answerSpot(timeline: TimelineState, step: Step): Spot | undefined {
  for (let index = 0; index < step.parts.length; index += 1) {
    const place = placeOfPart(timeline, step.key, index);
    if (place?.where === 'answer') return place;
  }
  return undefined;
}

/** A refusal without a word is an answer too. */
function placeRefusal(drawing: Drawing, step: Step): TimelineState {
  if (drawing.timeline.lanes.get(scopeKey(step.scope))?.answer?.step === step.step) return drawing.timeline;
  return openAnswer(drawing, step, drawing.state.at).timeline;
}

function settledAnswer(end: StepEnd): Pick<AnswerItem, 'state' | 'durationMs' | 'tokens'> {
  return { state: answerState(end), durationMs: end.durationMs, tokens: end.usage?.output_tokens };
}

function answerState(end: StepEnd): AnswerItem['state'] {
  switch (end.reason) {
    case 'length':
    case 'overflow':
      return 'truncated';
    case 'refusal':
      return 'refused';
    case 'aborted':
      return 'interrupted';
    case 'error':
      return 'failed';
    case 'stop':
    case 'tool_calls':
    case 'pause':
    case 'unknown':
      return 'done';
    default:
      return end.reason satisfies never;
  }
}

function wantedPlace(timeline: TimelineState, step: Step, index: number): Place['where'] {
  const placement = textPlacement(step, index, barOf(timeline, step));
  return placement === 'commentary' ? 'entry' : placement;
}

function placeOne(drawing: Drawing, step: Step, index: number): TimelineState {
  const { timeline } = drawing;
  const part = step.parts.at(index);
  if (part === undefined || !hasWords(part)) return timeline;
  const place = placeOfPart(timeline, step.key, index);
  const wanted = wantedPlace(timeline, step, index);
  if (place?.where === wanted) return redrawWords(drawing, step, index, place);
  if (isBlank(part) && wanted !== 'answer') return timeline;
  // An earlier part may have taken the answer back before.
  const isAnswer = place?.where === 'answer' && itemAt(timeline, place)?.kind === 'answer';
  if (isAnswer && wanted === 'entry' && isAnswerBehind(timeline, step)) return foldAnswer(drawing, step, place);
  const cleared = { ...drawing, timeline: place === undefined ? timeline : takeBack(timeline, step, place) };
  const before = place?.where === 'live' ? place : undefined;
  switch (wanted) {
    case 'entry': {
      const entry = commentaryEntry(placeKey(step.scope, step.step, index), part);
      return entryAbove(cleared, step, index, entry, before) ?? addPart(cleared, step, index, entry);
    }
    case 'live':
      return addLive(cleared, step, index);
    case 'answer':
      return addSegment(cleared, step, index, part, before);
    default:
      return wanted satisfies never;
  }
}

function redrawWords(drawing: Drawing, step: Step, index: number, place: Place): TimelineState {
  const { timeline } = drawing;
  const part = step.parts.at(index);
  if (part === undefined || !hasWords(part)) return timeline;
  switch (place.where) {
    case 'entry':
      return changeEntry(timeline, place, (entry) =>
        entry.kind === 'commentary' || entry.kind === 'gone' ? commentaryEntry(entry.key, part) : entry,
      );
    case 'live':
      return addLive(drawing, step, index);
    case 'answer': {
      const item = itemAt(timeline, place);
      if (item?.kind !== 'answer') return timeline;
      return setItem(timeline, place, { ...item, segments: item.segments.set(place.segment, segmentOf(part)) });
    }
    default:
      return place satisfies never;
  }
}

/** Arguments that leaked into the words are not drawn: their call is. */
function commentaryEntry(key: string, part: WordsPart): Entry {
  const text = wordsOf(part);
  return isLeakedJson(text) ? { kind: 'gone', key } : { kind: 'commentary', key, at: part.at, text };
}

/** What may still turn out to be the arguments of a call is held back. */
function liveText(step: Step): string {
  const text = tailText(step);
  return isLeakedJson(text) ? '' : text;
}

/** Rule 2 takes words back from the live line and from the answer's place: the answer is gone, its group goes on. A phase that comes late takes them out of the group. */
export function takeBack(timeline: TimelineState, step: Step, place: Place): TimelineState {
  if (place.where === 'entry') return changeEntry(timeline, place, ({ key }) => ({ kind: 'gone', key }));
  if (place.where === 'live') return setLive(timeline, place, '');
  const key = scopeKey(step.scope);
  const lane = timeline.lanes.get(key);
  const cleared = changeItem(timeline, place, ({ key: itemKey, at }) => ({ kind: 'gone', key: itemKey, at }));
  if (lane?.answer === undefined || lane.answer.step !== step.step) return cleared;
  const { group } = lane.answer;
  if (lane.group !== undefined || lane.orphans > 0) return setLane(cleared, step.scope, { ...lane, answer: undefined });
  const reopened = reopenGroup(cleared, { path: lane.path, item: group }, step.scope);
  return setLane(reopened, step.scope, { ...lane, group, answer: undefined });
}

/** Something else is below the step's answer by now. */
export function isAnswerBehind(timeline: TimelineState, step: Step): boolean {
  const lane = timeline.lanes.get(scopeKey(step.scope));
  return lane?.answer?.step !== step.step || lane.orphans > 0;
}

/** Words that turn out to be commentary, with something later below them, stay where they are: as a group of their own. */
function foldAnswer({ timeline, state }: Drawing, step: Step, { path, item: at }: Spot): TimelineState {
  const answer = itemAt(timeline, { path, item: at });
  if (answer?.kind !== 'answer') return timeline;
  let entries: Vector<Entry> = Vector.empty();
  let placed = timeline;
  for (let index = 0; index < step.parts.length; index += 1) {
    const place = placeOfPart(timeline, step.key, index);
    const part = step.parts.at(index);
    if (place?.where !== 'answer' || place.item !== at || part === undefined || !hasWords(part)) continue;
    placed = setPlace(placed, step.key, index, { where: 'entry', path, item: at, entry: entries.length });
    entries = entries.append(commentaryEntry(placeKey(step.scope, step.step, index), part));
  }
  return setItem(placed, { path, item: at }, closedGroup(answer, answer.scope, entries, state));
}

function closedGroup(
  { key, at }: Pick<Item, 'key' | 'at'>,
  scope: string | undefined,
  entries: Vector<Entry>,
  state: ThreadState,
): GroupItem {
  return { kind: 'group', key, at, scope, entries, live: '', tally: emptyTally, active: false, endedAt: state.at };
}

/** A part of the step is the next entry of the group. */
export function addPart(drawing: Drawing, step: Step, index: number, entry: Entry): TimelineState {
  const { timeline, place } = addEntry(drawing, step, entry);
  return place === undefined ? timeline : setPlace(timeline, step.key, index, place);
}

export function addEntry(drawing: Drawing, step: Step, entry: Entry): ReturnType<typeof appendEntry> {
  const entered = enterLane(drawing, step.scope);
  const { timeline, lane, item } = openGroup(entered.timeline, entered.lane, step.scope, drawing.state);
  return appendEntry(setLane(timeline, step.scope, lane), { path: lane.path, item }, entry);
}

function addLive(drawing: Drawing, step: Step, index: number): TimelineState {
  const begun = liveSpot(drawing.timeline, step, index);
  const { timeline, spot } =
    begun === undefined ? openLive(drawing, step) : { timeline: drawing.timeline, spot: begun };
  const { path, item } = spot;
  return setPlace(setLive(timeline, spot, liveText(step)), step.key, index, { where: 'live', path, item });
}

/** The line that the text is in, which may have begun with an earlier part. It stays there, whatever comes below it. */
function liveSpot(timeline: TimelineState, step: Step, index: number): Spot | undefined {
  for (let at = index; at >= step.tail; at -= 1) {
    const place = placeOfPart(timeline, step.key, at);
    const item = place?.where === 'live' ? itemAt(timeline, place) : undefined;
    const isThere = item?.kind === 'group' && (item.live !== '' || item.endedAt === undefined);
    if (place?.where === 'live' && isThere) return place;
  }
  return undefined;
}

function openLive(drawing: Drawing, step: Step): Placed {
  const entered = enterLane(drawing, step.scope);
  const { timeline, lane, item } = openGroup(entered.timeline, entered.lane, step.scope, drawing.state);
  return { timeline: setLane(timeline, step.scope, lane), spot: { path: lane.path, item } };
}

/** `before`: where the words were while nobody knew what they are. */
function addSegment(
  drawing: Drawing,
  step: Step,
  index: number,
  part: WordsPart,
  before: Spot | undefined,
): TimelineState {
  const entered = enterLane(drawing, step.scope);
  const current = entered.lane.answer;
  if (current?.step === step.step) {
    const spot: Spot = { path: entered.lane.path, item: current.item };
    return appendSegment(entered.timeline, spot, step, index, part);
  }
  if (isBlank(part)) return entered.timeline;
  const begun = before ?? answerBefore(entered.timeline, step, index);
  const answer = answerAbove(drawing, step, part.at, begun) ?? openAnswer(drawing, step, part.at);
  return appendSegment(answer.timeline, answer.spot, step, index, part);
}

/** Where the words before it, which are the same text, are the answer. */
function answerBefore(timeline: TimelineState, step: Step, index: number): Spot | undefined {
  for (let before = index - 1; before >= step.tail; before -= 1) {
    const place = placeOfPart(timeline, step.key, before);
    if (place?.where === 'answer') return place;
  }
  return undefined;
}

interface Placed {
  readonly timeline: TimelineState;
  readonly spot: Spot;
}

/** [L1] Something else came below the words while nobody knew what they are: they stay above it. */
function answerAbove({ timeline, state }: Drawing, step: Step, at: number, spot: Spot | undefined): Placed | undefined {
  const item = spot === undefined ? undefined : itemAt(timeline, spot);
  if (spot === undefined || item === undefined) return undefined;
  if (item.kind === 'answer') return { timeline, spot };
  if (!isEmpty(item) || isLowest(timeline, step, spot)) return undefined;
  return { timeline: leaveGroup(setItem(timeline, spot, newAnswer(item.key, state, step, at)), step, spot), spot };
}

/** The same, where they turn out to be commentary. */
function entryAbove(
  { timeline, state }: Drawing,
  step: Step,
  index: number,
  entry: Entry,
  spot: Spot | undefined,
): TimelineState | undefined {
  const item = spot === undefined ? undefined : itemAt(timeline, spot);
  if (spot === undefined || item === undefined || isLowest(timeline, step, spot)) return undefined;
  const entries: Vector<Entry> = item.kind === 'group' ? item.entries : Vector.empty();
  if (item.kind !== 'group' && item.kind !== 'gone') return undefined;
  const group = closedGroup(item, step.scope, entries.append(entry), state);
  const tally = item.kind === 'group' ? { tally: item.tally } : {};
  const placed = leaveGroup(setItem(timeline, spot, { ...group, ...tally }), step, spot);
  return setPlace(placed, step.key, index, { where: 'entry', path: spot.path, item: spot.item, entry: entries.length });
}

/** The group is open, and nothing is below it. */
function isLowest(timeline: TimelineState, step: Step, spot: Spot): boolean {
  const lane = timeline.lanes.get(scopeKey(step.scope));
  return lane?.group === spot.item && lane.path === spot.path && lane.orphans === 0;
}

function leaveGroup(timeline: TimelineState, step: Step, spot: Spot): TimelineState {
  const lane = timeline.lanes.get(scopeKey(step.scope));
  const isOpen = lane?.group === spot.item && lane.path === spot.path;
  return isOpen ? setLane(timeline, step.scope, { ...lane, group: undefined }) : timeline;
}

function isEmpty(item: Item): boolean {
  return item.kind === 'gone' || (item.kind === 'group' && item.entries.length === 0);
}

/** A new answer below the group, which it closes. Its words began at `at`; that they are the answer may be known much later. */
function openAnswer(drawing: Drawing, step: Step, at: number): Placed {
  const entered = enterLane(drawing, step.scope);
  const opened = openGroup(entered.timeline, entered.lane, step.scope, drawing.state);
  const closed = closeGroup(opened.timeline, opened.lane, at);
  const { path } = opened.lane;
  const added = appendItem(closed, path, (itemKey) => newAnswer(itemKey, drawing.state, step, at));
  const answer = { step: step.step, item: added.item, group: opened.item };
  const timeline = setLane(added.timeline, step.scope, { path, group: undefined, orphans: 0, answer });
  return { timeline, spot: { path, item: added.item } };
}

function newAnswer(key: string, state: ThreadState, step: Step, at: number): AnswerItem {
  return {
    kind: 'answer',
    key,
    at,
    scope: step.scope,
    model: filledTextOf(step.config?.model),
    segments: Vector.empty(),
    ...(step.end === undefined
      ? { state: isWritten(state) ? 'done' : 'streaming', durationMs: undefined, tokens: undefined }
      : settledAnswer(step.end)),
  };
}

/** [L3] A file of another agent has words once they are written. It may never tell that the response is over; where it tells that a run is under way, more may come. */
function isWritten({ source, scopes }: ThreadState): boolean {
  return source !== undefined && !isAtWork(scopes.get(scopeKey(undefined))?.status);
}

function appendSegment(timeline: TimelineState, spot: Spot, step: Step, index: number, part: WordsPart): TimelineState {
  const item = itemAt(timeline, spot);
  if (item?.kind !== 'answer') return timeline;
  const place: Place = { where: 'answer', path: spot.path, item: spot.item, segment: item.segments.length };
  const grown = setItem(timeline, spot, { ...item, segments: item.segments.append(segmentOf(part)) });
  return setPlace(grown, step.key, index, place);
}

function placeReasoning(
  drawing: Drawing,
  step: Step,
  index: number,
  part: Extract<Part, { kind: 'reasoning' }>,
): TimelineState {
  const key = placeKey(step.scope, step.step, index);
  const entry: Entry = {
    kind: 'reasoning',
    key,
    at: part.at,
    text: part.text,
    complete: part.complete || step.end !== undefined,
  };
  const place = placeOfPart(drawing.timeline, step.key, index);
  if (place?.where === 'entry') return changeEntry(drawing.timeline, place, () => entry);
  return isBlank(part) ? drawing.timeline : addPart(drawing, step, index, entry);
}
