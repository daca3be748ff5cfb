import type { ContentPart, Failure, ProviderBlob } from './content-part.ts';
import type { Outcome } from './ledger-event.ts';
import type { Json } from './json/json.ts';
import type { PartialJson } from './json/growing/partial-json.ts';
import type { Request } from './thread-state.ts';

/** One tool call, with its state and its result inside it. */
export interface Call {
  /** `scope|step|part`: unique in the thread, whatever ids providers use. */
  readonly place: string;
  /** Our id; where a foreign source gave none, one made from the place. */
  readonly id: string;
  readonly named: boolean;
  /** Its id wherever it leaves the ledger: unique in the thread, decided when the call is first told, and the same ever after. */
  readonly outwardId: string;
  /** `agent.tool.called` is in the ledger. Without it there were only deltas to be shown, and no model reads them. */
  readonly recorded: boolean;
  readonly providerId: string | undefined;
  readonly scope: string | undefined;
  readonly step: number;
  readonly part: number;
  readonly name: string;
  /** The raw text: partial while `streaming`, then exactly what the model wrote. */
  readonly arguments: string;
  /** The same, parsed as far as it has arrived. Only for display. */
  readonly input: PartialJson;
  readonly runs: 'here' | 'provider';
  readonly blob: ProviderBlob | undefined;
  readonly state: CallState;
  /** What the tool has printed while running. */
  readonly output: string;
  readonly request: Request | undefined;
  readonly calledAt: number;
  readonly startedAt: number | undefined;
  /** The last one that was begun, where it was tried again. */
  readonly attempt?: number;
}

/**
 * `called`: recorded, nothing has run. `waiting`: for a person. An outcome is final, except that `lost` (nobody knows)
 * and one that was recorded as provisional give way to a result that turns up.
 */
export type CallState =
  | { readonly name: 'streaming' }
  | { readonly name: 'called' }
  | { readonly name: 'waiting'; readonly request: string }
  | { readonly name: 'running' }
  | { readonly name: 'retrying'; readonly attempt: number; readonly max: number; readonly error: Failure | undefined }
  | { readonly name: 'settled'; readonly result: CallResult };

/** How a call ended, and what it gave. */
export interface CallResult {
  /** Who settled the call: a recorded result, or the fold, because the thread closed or the arguments were cut off. */
  readonly by: 'result' | 'thread-closed' | 'arguments-cut';
  readonly outcome: Outcome;
  readonly parts: readonly ContentPart[];
  readonly structured: Json | undefined;
  readonly error: Failure | undefined;
  readonly durationMs: number | undefined;
  readonly fullSize: number | undefined;
  readonly fullBlob: string | undefined;
  /** The call may go on: a later result, if one comes, says how it ended. */
  readonly provisional: boolean;
  readonly at: number;
  /** When its words came, where a later result said only how the call ended. */
  readonly wordsAt?: number;
}

/** A call's one word: a state on the way, or its outcome. */
export type CallStatus = Exclude<CallState['name'], 'settled'> | Outcome;

/**
 * A call's one word: a state on the way, or its outcome.
 *
 * @example
 * callStatus(exampleCall); //=> 'done'
 */
export function callStatus(call: Call): CallStatus {
  return call.state.name === 'settled' ? call.state.result.outcome : call.state.name;
}

/**
 * What a call gave; undefined while it has no outcome.
 *
 * @example
 * callResult(exampleCall)?.parts; //=> [{ type: 'text', text: 'src/lint.ts' }]
 */
export function callResult(call: Call): CallResult | undefined {
  return call.state.name === 'settled' ? call.state.result : undefined;
}

/** The legal moves of the state machine; anything else is an anomaly. */
export function mayMove(from: CallState, to: CallState): boolean {
  switch (from.name) {
    case 'streaming':
      return to.name === 'called' || to.name === 'settled';
    case 'called':
      return to.name !== 'streaming' && to.name !== 'called';
    case 'waiting':
      return to.name === 'called' || to.name === 'running' || to.name === 'settled';
    case 'running':
    case 'retrying':
      return to.name !== 'streaming' && to.name !== 'called' && !(from.name === 'running' && to.name === 'running');
    case 'settled':
      if (to.name !== 'settled') return false;
      return from.result.provisional || (from.result.outcome === 'lost' && to.result.outcome !== 'lost');
    default:
      return from satisfies never;
  }
}
