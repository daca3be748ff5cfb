/** What a person sees. An item keeps its position and its key for good; one that has nothing to show is `gone`. */
import type { Call } from '../ledger/call.ts';
import type { ContentPart, Failure } from '../ledger/content-part.ts';
import type { MessagePosted, ToolCompleted } from '../ledger/ledger-event.ts';
import type { FileChange } from '../ledger/file-change.ts';
import type { Evaluation } from '../ledger/stop-reason.ts';
import type { Request, Retry } from '../ledger/thread-state.ts';
import type { CorePhrase } from '../text/language/core-phrase.ts';
import type { PhraseValues } from '../text/language/language.ts';
import type { PersistentMap } from '../structure/persistent-map.ts';
import type { Vector } from '../structure/vector.ts';
import type { PastTexts } from './place/past-texts.ts';
import type { Tally } from './place/tally.ts';

/** One entry of the timeline. */
export type Item =
  | MessageItem
  | GroupItem
  | ReasoningItem
  | AnswerItem
  | RequestItem
  | StatusItem
  | CompactionItem
  | ChangesItem
  | SectionItem
  | OrphanItem
  | GoneItem;

interface Keyed {
  readonly key: string;
  readonly at: number;
}

/** A bubble: what a person, or another participant, said. */
export interface MessageItem extends Keyed {
  readonly kind: 'message';
  readonly author: string;
  /** Which person, where several are known. */
  readonly by?: string;
  readonly parts: readonly ContentPart[];
  readonly mentions: readonly string[];
  readonly delivery: MessagePosted['delivery'];
}

/** Consecutive calls of a turn with their commentary; before the first call: thinking. */
export interface GroupItem extends Keyed {
  readonly kind: 'group';
  readonly scope: string | undefined;
  readonly entries: Vector<Entry>;
  /** Text that may still turn out to be commentary or answer, in the live line. */
  readonly live: string;
  readonly tally: Tally;
  /** Somebody is at work here. */
  readonly active: boolean;
  readonly endedAt: number | undefined;
  /** What each criterion said of going on after it, last. */
  readonly evaluations?: readonly Evaluation[];
}

/** A group that closed with nothing but reasoning in it. */
export interface ReasoningItem extends Keyed {
  readonly kind: 'reasoning';
  readonly scope: string | undefined;
  readonly entries: Vector<Entry>;
  readonly endedAt: number | undefined;
}

/** One line of a group. Words have the time when they began. */
export type Entry =
  | { readonly kind: 'commentary'; readonly key: string; readonly at: number; readonly text: string }
  | {
      readonly kind: 'reasoning';
      readonly key: string;
      readonly at: number;
      readonly text: string;
      readonly complete: boolean;
    }
  | { readonly kind: 'call'; readonly key: string; readonly call: Call; readonly children: readonly Child[] }
  /** A provider attempt that failed: what it had said, and why it does not count. */
  | {
      readonly kind: 'discarded';
      readonly key: string;
      readonly text: string;
      readonly error: Failure | undefined;
      /** What follows it, where that is known. */
      readonly retry: Retry | undefined;
    }
  /** An entry that moved elsewhere; its position stays. A call that waits for a person stands below the group, as a card, until it is settled. */
  | { readonly kind: 'gone'; readonly key: string; readonly call?: Call };

/** A child run, nested under the call it belongs to. */
export interface Child {
  /** When it began. */
  readonly at: number;
  readonly scope: string;
  readonly name: string;
  readonly items: Vector<Item>;
}

/** What an agent says to the person at the end. */
export interface AnswerItem extends Keyed {
  readonly kind: 'answer';
  readonly scope: string | undefined;
  readonly segments: Vector<Segment>;
  /** Which model says it, where that is known. */
  readonly model: string | undefined;
  readonly state: 'streaming' | 'done' | 'truncated' | 'refused' | 'interrupted' | 'failed';
  readonly durationMs: number | undefined;
  readonly tokens: number | undefined;
  /** What each criterion said of going on after it, last. */
  readonly evaluations?: readonly Evaluation[];
}

/** Texts of one answer follow each other without a gap; files and sources are between. */
export type Segment =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'content'; readonly content: ContentPart };

/** The only item that asks for something: a card below its group, until it is settled. */
export interface RequestItem extends Keyed {
  readonly kind: 'request';
  readonly scope: string | undefined;
  readonly request: Request;
  readonly call: Call | undefined;
  /** What was said right before a question or a plan: it is above the open card, and in its group again afterwards. */
  readonly lead: readonly LeadWords[];
}

export interface LeadWords {
  readonly place: Extract<Place, { where: 'entry' }>;
  readonly at: number;
  readonly text: string;
}

/** A line about the run itself: that it failed, was stopped, is closed. */
export interface StatusItem extends Keyed {
  readonly kind: 'status';
  readonly scope: string | undefined;
  readonly level: 'info' | 'error';
  /** `failed`, `cancelled`, a stop reason, `notice`, `purged`, `closed`… */
  readonly code: string;
  readonly text: string;
  /** Where the words are ours: how another language says them. */
  readonly phrase?: StatusPhrase;
  /** Of a run that did not go on: what each criterion said of it. */
  readonly evaluations?: readonly Evaluation[];
}

/** The words of a status, and what is filled in. */
interface StatusPhrase {
  readonly words: CorePhrase;
  readonly values?: PhraseValues;
}

/** A line: from here on the model reads a summary of what is above. */
export interface CompactionItem extends Keyed {
  readonly kind: 'compaction';
  readonly scope: string | undefined;
  readonly summary: string;
  readonly tokensBefore: number | undefined;
  readonly tokensAfter: number | undefined;
}

/** What the work before it changed in the workspace. */
export interface ChangesItem extends Keyed {
  readonly kind: 'changes';
  /** Its name, unique in the thread. */
  readonly change: string;
  readonly files: readonly FileChange[];
  readonly unknown: readonly string[];
  readonly undo:
    | { readonly state: 'possible' }
    | { readonly state: 'undone' }
    /** This is the undo of an earlier one. */
    | { readonly state: 'is-undo'; readonly by: string | undefined };
}

/** What one participant did in one turn of a team; or a child run whose call is not known. */
export interface SectionItem extends Keyed {
  readonly kind: 'section';
  readonly role: 'member' | 'team' | 'child';
  readonly scope: string;
  readonly name: string;
  readonly items: Vector<Item>;
}

/** A result without its call. */
export interface OrphanItem extends Keyed {
  readonly kind: 'orphan';
  readonly scope: string | undefined;
  readonly result: ToolCompleted;
}

interface GoneItem extends Keyed {
  readonly kind: 'gone';
}

export interface TimelineState {
  readonly items: Vector<Item>;
  readonly lanes: PersistentMap<Lane>;
  /** Where the parts of a step are drawn, by the key of the step. */
  readonly places: PersistentMap<StepPlaces>;
  /** Where the messages of people are, by their `seq`: until a step has read one it may change. */
  readonly messagePlaces: PersistentMap<Spot>;
  readonly requestPlaces: PersistentMap<Spot>;
  readonly orphanPlaces: PersistentMap<Spot>;
  /** Where a change of the workspace is told, by its name. */
  readonly changePlaces: PersistentMap<Spot>;
  readonly past: PastTexts;
}

/** The way from the root to a list of items: through a section, or through a call's child run. */
export type Path = readonly Hop[];
export type Hop =
  | { readonly through: 'section'; readonly item: number }
  | { readonly through: 'child'; readonly item: number; readonly entry: number; readonly child: number };

export interface Spot {
  readonly path: Path;
  readonly item: number;
}

/** Where a scope is writing now. */
export interface Lane {
  readonly path: Path;
  /** The item of its open group. */
  readonly group: number | undefined;
  /** Results below that group whose call has not arrived. If it comes, they are gone, and the group goes on. */
  readonly orphans: number;
  /** The answer of its newest step, and the group before it, which takes the words back if a call follows. */
  readonly answer: { readonly step: number; readonly item: number; readonly group: number } | undefined;
}

/** By part. */
type StepPlaces = Vector<Place | undefined>;

export type Place =
  | { readonly where: 'entry'; readonly path: Path; readonly item: number; readonly entry: number }
  | { readonly where: 'live'; readonly path: Path; readonly item: number }
  | { readonly where: 'answer'; readonly path: Path; readonly item: number; readonly segment: number };

/** `timeline(state)`: all that a person sees, in order. */
export interface Timeline {
  readonly items: Vector<Item>;
}
