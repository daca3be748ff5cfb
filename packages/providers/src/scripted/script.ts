/** A script: what a model that needs no network will say. Data, or a small function of what the model has seen. */
import type { Phase } from '@toolthread/core';
import type { ModelEvent } from '@toolthread/core/context';
import type { Json } from '@toolthread/core/json';
import type { Seen } from './seen.ts';

/** One turn for each time the model's calls came back, or a function that picks the turn. */
export type Script = readonly Turn[] | ((seen: Seen) => Turn);

/** Said in order; without an `end` it ends with `tool_calls` if it calls anything, else with `stop`. */
export type Turn = readonly Piece[];

/** Something that the model says or does, or a pause. */
export type Piece =
  | { readonly type: 'text'; readonly text: string; readonly phase?: Phase }
  | { readonly type: 'reasoning'; readonly text: string }
  | { readonly type: 'call'; readonly name: string; readonly arguments: Json }
  /** A call with exactly these bytes as arguments, valid or not. */
  | { readonly type: 'raw-call'; readonly name: string; readonly arguments: string }
  | { readonly type: 'pause'; readonly ms: number }
  | Extract<ModelEvent, { type: 'end' }>;
