/**
 * What one node asks another to do, because only that one can: it has the files, or the run.
 *
 * Contract:
 * - An errand is taken once, by the node of that name. Nobody does it a second time, whatever becomes of that node.
 * - When the node that asked gives up, it learns whether the errand was taken. If not, nobody does it any more.
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
  /** All errands for the node of that name that are not taken yet. */
  take(node: string): Promise<Result<readonly Errand[]>>;
  answer(id: string, words: string): Promise<Result<undefined>>;
  /** Undefined until there is an answer. */
  answered(id: string): Promise<Result<string | undefined>>;
  /** Removes the errand. Returns whether somebody had taken it. */
  end(id: string): Promise<Result<boolean>>;
}
