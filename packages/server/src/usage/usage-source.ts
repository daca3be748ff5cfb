import type { Price, UsageSum } from '@toolthread/core/summary';

/** What threads, and the sessions of other agents on this computer, used. */
export interface UsageSource {
  usage(asked: UsageAsked): Promise<UsageAnswer>;
  /** What models cost, by the same lists. Without it, nobody knows. */
  prices?(models: readonly string[]): Promise<PricesAnswer>;
}

/** Prices, or a message that says why there are none. */
export type PricesAnswer =
  | {
      readonly ok: true;
      readonly lists: Usage['prices'];
      /** In the order they were asked for; null if no list has the model. */
      readonly models: readonly { readonly model: string; readonly price: Price | null }[];
    }
  | { readonly ok: false; readonly message: string };

/** Whose usage. */
export interface UsageAsked {
  /** Sessions of other agents too, or threads only. */
  readonly sessions: boolean;
  /** Only of these threads; without it, of all. */
  readonly threads?: ReadonlySet<string> | undefined;
  /** Days like 2026-11-16, the last one with it; empty for any. */
  readonly since: string;
  readonly until: string;
}

/** The figures, or a message that says why there are none. */
export type UsageAnswer =
  | { readonly ok: true; readonly usage: Usage }
  | { readonly ok: false; readonly message: string };

/** The same rows, summed up by each of five things: what cost most first, days in their order. */
export interface Usage {
  /** Lists of prices, the later one wins. `own`: one that somebody wrote on this computer. */
  readonly prices: readonly { readonly date: string; readonly own: boolean }[];
  readonly total: UsageSum;
  /** Models whose price no list has. */
  readonly unpriced: readonly { readonly model: string | null; readonly tokens: number }[];
  /** What was left out because nothing says when it was, and days were asked for. */
  readonly undated: UsageSum;
  /** How many files could not be read. */
  readonly skipped: number;
  readonly day: readonly NamedUsage[];
  readonly model: readonly NamedUsage[];
  readonly project: readonly NamedUsage[];
  readonly agent: readonly NamedUsage[];
  readonly tool: readonly NamedUsage[];
}

/** What one day, model, project, agent or tool used. */
export interface NamedUsage extends UsageSum {
  /** Null if nothing names it. */
  readonly name: string | null;
}
