import type { ContentPart } from '@toolthread/core';
import { blobsIn } from '@toolthread/store';
import type { Reads } from '../../http/reads.ts';
import { ledgerProblem, type Problem } from '../../http/problem.ts';
import { missingBlob } from './missing-blob.ts';
import type { Services } from '../services.ts';
import { withBlobs } from './with-blobs.ts';

/** What a person said, with its media as blobs that are here; or what is missing. */
export async function keptParts(
  services: Services,
  parts: readonly ContentPart[],
  reads: Reads,
): Promise<readonly ContentPart[] | Problem> {
  const missing = await missingBlob(services, blobsIn(parts), reads);
  if (missing !== undefined) return missing;
  const kept = await withBlobs(services, parts);
  return kept.ok ? kept.value : ledgerProblem(kept.error);
}
