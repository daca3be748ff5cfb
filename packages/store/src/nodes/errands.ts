/**
 * What one node asks another to do, because only that one can: it has the files, or the run.
 *
 * Contract:
 * - An errand is taken once, by the node of that name. Nobody does it a second time, whatever becomes of that node.
 * - Whoever gives up waiting is told whether somebody had taken it: if not, nobody does it any more.
 */
import type { Result } from '../result.ts';

/** Something to be done by another node, as text. */
export interface Errand {
  readonly id: string;
  readonly words: string;
}

/** What nodes ask of each other. */
export interface Errands {
  /** For the node of that name. Gives the errand's id. */
  ask(node: string, words: string): Promise<Result<string>>;
  /** All that the node of that name is asked for, and that nobody has taken. */
  take(node: string): Promise<Result<readonly Errand[]>>;
  answer(id: string, words: string): Promise<Result<undefined>>;
  /** Undefined as long as there is none. */
  answered(id: string): Promise<Result<string | undefined>>;
  /** It is forgotten. Whether somebody had taken it. */
  end(id: string): Promise<Result<boolean>>;
}
