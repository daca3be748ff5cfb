/** What the stub will answer: in words, or in bytes; and what may go wrong on the way. */
export interface Turn {
  /** Only for requests like this. The first turn that is not yet played and fits is the one. */
  readonly when?: When;
  /** Said in order; ends as calls or words end, unless `stop` says otherwise. */
  readonly say?: readonly Piece[];
  readonly stop?: 'length' | 'refusal';
  /** Exactly these bytes instead: a recorded body, an event stream. */
  readonly raw?: string | Uint8Array;
  readonly fault?: Fault;
  readonly delivery?: Delivery;
}

interface When {
  /** How many requests the script has answered before. */
  readonly turn?: number;
  /** Each of these is in one of the results that end the request, in this order. */
  readonly results?: readonly string[];
}

export type Piece =
  | { readonly type: 'text'; readonly text: string }
  /** Signed, and bound to all that is before it. */
  | { readonly type: 'thinking'; readonly text: string; readonly redacted?: boolean }
  /** Exactly these bytes as arguments. */
  | { readonly type: 'call'; readonly name: string; readonly arguments: string; readonly id?: string };

export type Fault =
  | { readonly kind: 'rate-limit'; readonly retryAfterSeconds: number }
  | { readonly kind: 'overloaded' }
  /** Inside a 200, after so many frames. */
  | { readonly kind: 'error-event'; readonly afterFrames: number }
  /** The socket is cut in the middle of the first arguments, or if there are none, before the model has finished. */
  | { readonly kind: 'drop' }
  /** The stream ends without an error, but the finish reason is missing. */
  | { readonly kind: 'no-finish' }
  /** Sends nothing more until the client gives up. */
  | { readonly kind: 'hang'; readonly afterFrames: number };

/** Those after which another attempt goes well. */
export const PASSING_FAULTS: readonly Fault[] = [
  { kind: 'rate-limit', retryAfterSeconds: 0 },
  { kind: 'overloaded' },
  { kind: 'error-event', afterFrames: 3 },
  { kind: 'drop' },
  { kind: 'no-finish' },
];

export interface Delivery {
  /** Cut at random byte offsets: inside a character, inside `data:`. */
  readonly seed?: number;
  readonly lineEnds?: 'lf' | 'crlf' | 'mixed';
  readonly pings?: boolean;
  readonly delayMs?: number;
}
