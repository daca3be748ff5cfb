/** The version `v` of every event. */
export const LEDGER_VERSION = 1;

/** What every event has. */
export interface Envelope {
  readonly v: typeof LEDGER_VERSION;
  readonly thread: string;
  readonly seq: number;
  /** Milliseconds since 1970, by the writer's clock. Order comes from `seq`, never from here. */
  readonly at: number;
  readonly run?: string;
  readonly scope?: string;
}
