/** How far one run may go. */
export interface Limits {
  /** Responses of the model in one run. */
  readonly steps: number;
  /** How often a failed request is made again. */
  readonly retries: number;
  /** The wait before the first of these; it doubles. */
  readonly backoffMs: number;
  /** Tokens of all requests and responses of the run, including its children's. */
  readonly tokens: number;
  /** The same in money, where prices are known. */
  readonly money: number;
  /** Working time, without the time that a person takes. It is checked between steps: tools have limits of their own. */
  readonly ms: number;
  /** Room that is kept for a response when the context fills up. */
  readonly replyTokens: number;
  /** How deep child agents may start child agents. */
  readonly depth: number;
  /** Child agents of one thread. */
  readonly children: number;
}

/** The limits that hold unless the caller gives others. */
export const standardLimits: Limits = {
  steps: 100,
  retries: 4,
  backoffMs: 2000,
  tokens: Infinity,
  money: Infinity,
  ms: Infinity,
  replyTokens: 8000,
  depth: 2,
  children: 50,
};
