export interface StartedPostgres {
  /** The address of its only database, or of a schema in it, which is made by whoever uses it first. */
  readonly url: string;
  readonly pid: () => number | undefined;
  /** `immediate` is as if the power went: nothing is finished, and the next start recovers. */
  readonly stop: (how?: 'fast' | 'immediate') => Promise<void>;
  readonly startAgain: () => Promise<void>;
  /** Stops it, and removes its folder. */
  readonly remove: () => Promise<void>;
}
export interface PostgresOptions {
  /** Whether a commit waits for the disk. Tests that end no machine are quicker without. */
  readonly durable?: boolean;
}
/** `const postgres = await startPostgres(); … await postgres.remove()` */
export declare function startPostgres({ durable }?: PostgresOptions): Promise<StartedPostgres>;
