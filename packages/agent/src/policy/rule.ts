/** The rules of a policy as they are written and read: types alone, for a page too. */
import type { Verdict } from './policy.ts';

export type { Verdict } from './policy.ts';

/** A verdict on calls of a tool, or on some of them. */
export interface Rule {
  /** A tool's name, or a pattern: `github__*`. */
  readonly tool: string;
  readonly verdict: Verdict;
  /**
   * Only where these arguments match: `command` by its words (`npm run *`), `path` by where it really leads (`src/**`),
   * `url` by its host (`*.example.org`), any other by its text (`release-*`).
   */
  readonly where?: { readonly [argument: string]: string };
}

/** What a person may read of the file of a policy. */
export interface PolicyRules {
  readonly rules: readonly Rule[];
  /** How many calls are allowed for always. */
  readonly always: number;
  /** Which: the oldest first. */
  readonly allowed: readonly AllowedCall[];
  /** Another one, as soon as the rules are others; absent if the file is not used. */
  readonly version?: string;
  /** Why the file is not used, as a message. */
  readonly problem?: string;
}

/** A call that a person allowed for always: a tool, with exactly the arguments that it had then. */
export interface AllowedCall {
  readonly id: string;
  readonly tool: string;
  /** When it was allowed, and until when it is: `2026-11-17T12:00:00.000Z`. */
  readonly at: string;
  readonly expires_at: string;
  /** Its arguments, cut and without secrets, as JSON; absent where it was allowed before they were kept. */
  readonly shown?: string | undefined;
  /** The folder in which it is allowed; absent where it was allowed before that was kept, and for an agent without one. */
  readonly workspace?: string | undefined;
}
