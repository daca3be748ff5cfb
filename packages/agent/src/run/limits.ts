/** How far one run may go. */
export interface Limits {
  /** Responses of the model in one run. */
  readonly steps: number;
  /** How often a failed request is made again. */
  readonly retries: number;
  /** The wait before the first of these; it doubles. */
  readonly backoffMs: number;
  /** Of all requests and responses of the run, its children's too. */
  readonly tokens: number;
  /** The same in money, where prices are known. */
  readonly money: number;
  /** Time at work; a person may take as long as they like. Looked at between steps: tools have limits of their own. */
  readonly ms: number;
  /** Room that is kept for a response when the context fills up. */
  readonly replyTokens: number;
  /** How deep child agents may start child agents. */
  readonly depth: number;
  /** Child agents of one thread. */
  readonly children: number;
}

/** Where nobody says otherwise. */
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
