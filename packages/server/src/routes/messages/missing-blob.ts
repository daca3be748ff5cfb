import type { Reads } from '../../http/reads.ts';
import { ledgerProblem, type Problem } from '../../http/problem.ts';
import type { Services } from '../services.ts';

/** An event cannot show what its author cannot see: nobody learns by naming a blob that there is one. */
export async function missingBlob(
  { shown }: Services,
  hashes: Iterable<string>,
  reads: Reads,
): Promise<Problem | undefined> {
  for (const hash of new Set(hashes)) {
    const blob = await shown.blob(hash, reads);
    if (!blob.ok) return ledgerProblem(blob.error);
  }
  return undefined;
}
