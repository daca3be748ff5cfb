import { liesIn } from '@toolthread/agent';
import type { ServeOptions } from '../serve/options/serve-options.ts';

/**
 * `dataInWorkspace(options)`: the agent could read every thread there, and write the ledger; an undo would find the ledger itself among
 * the files that changed.
 */
export function dataInWorkspace({ data, workspace }: Pick<ServeOptions, 'data' | 'workspace'>): boolean {
  return workspace !== undefined && liesIn(data, workspace);
}
