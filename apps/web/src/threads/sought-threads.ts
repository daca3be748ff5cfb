/** What is looked for in the list of threads; undefined is everything. */
export interface SoughtThreads {
  readonly place: 'list' | 'archive' | 'bin';
  readonly state: 'working' | 'open' | 'waiting' | 'failed' | 'stopped' | 'done' | undefined;
  /** In so many days, today among them. */
  readonly days: number | undefined;
  /** Who answers, and in which folder; `""`: where nobody chose. */
  readonly agent: string | undefined;
  readonly project: string | undefined;
}

export const EVERYTHING: SoughtThreads = {
  place: 'list',
  state: undefined,
  days: undefined,
  agent: undefined,
  project: undefined,
};

/** The beginning of the first of so many days, today among them: `sinceDays(1, Date.now())` is midnight. */
export function sinceDays(days: number, now: number): number {
  const date = new Date(now);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() - days + 1).getTime();
}
