/** What the server said of somebody in a thread. It alone knows who may do what: the page looks up what it was told. */
export interface Standing {
  readonly may: readonly string[];
  /** Those who may approve. */
  readonly approvers: readonly string[];
}

/** What the page asks about before it offers a button. */
export type Act = 'write' | 'approve' | 'own' | 'always';

/**
 * `can(standing, 'approve')`. Before the server has spoken a person can write, so that the composer does not come late; nothing is decided.
 * `you`: absent if threads have no owners, and everything can be done.
 */
export function can(you: string | undefined, standing: Standing | undefined, act: Act): boolean {
  return you === undefined || (standing === undefined ? act === 'write' : standing.may.includes(act));
}
