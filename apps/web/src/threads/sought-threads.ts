const LISTS = ['list', 'archive', 'bin'] as const;
const STATES = ['working', 'open', 'waiting', 'failed', 'stopped', 'done'] as const;
const DAYS = [1, 7, 30] as const;

/** What is looked for in the list of threads; undefined is everything. */
export interface SoughtThreads {
  readonly place: (typeof LISTS)[number];
  readonly state: (typeof STATES)[number] | undefined;
  /** In so many days, today among them. */
  readonly days: (typeof DAYS)[number] | undefined;
  /** Who answers, and in which folder; `""`: where nobody chose. */
  readonly agent: string | undefined;
  readonly project: string | undefined;
}

/** As the address of home has it: `soughtIn('?state=failed&days=7')`. What it does not know is nothing that is looked for. */
export function soughtIn(search: string): SoughtThreads {
  const named = new URLSearchParams(search);
  return {
    place: LISTS.find((each) => each === named.get('place')) ?? 'list',
    state: STATES.find((each) => each === named.get('state')),
    days: DAYS.find((each) => String(each) === named.get('days')),
    agent: named.get('agent') ?? undefined,
    project: named.get('project') ?? undefined,
  };
}

/** The query of an address with what is looked for in it: whoever loads the page again finds the same. */
export function withSought(search: string, sought: SoughtThreads): string {
  const named = new URLSearchParams(search);
  for (const [name, value] of Object.entries(sought)) {
    if (value === undefined || (name === 'place' && value === 'list')) named.delete(name);
    else named.set(name, String(value));
  }
  return named.size === 0 ? '' : `?${named.toString()}`;
}

/** The beginning of the first of so many days, today among them: `sinceDays(1, Date.now())` is midnight. */
export function sinceDays(days: number, now: number): number {
  const date = new Date(now);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() - days + 1).getTime();
}
