/** What a provider refuses: which rule, and its own words. */
export interface Problem {
  /** Our name for the rule: stable, for tests. */
  readonly rule: string;
  /** The provider's own words. */
  readonly message: string;
  /** 400 unless the provider says otherwise. */
  readonly status?: number;
  readonly param?: string;
  readonly code?: string;
}

/** Collects what is wrong; the server answers with the first. */
export interface Report {
  readonly problems: Problem[];
  add(problem: Problem): void;
}

export function newReport(): Report {
  const problems: Problem[] = [];
  return { problems, add: (problem) => problems.push(problem) };
}
