import type { Summary } from '@toolthread/core';

export interface KeptSummary {
  readonly summary: Summary;
  /** An older version kept the open requests, not their number, and counted results that the fold does not. */
  readonly by: 'this version' | 'an older one';
}

/** `parseSummary('{"calls":2,"failed":0,"waiting":0}')`; undefined where it is none. */
export function parseSummary(text: string): KeptSummary | undefined {
  try {
    const kept: Partial<Summary> & { readonly requests?: unknown } = JSON.parse(text);
    const { title, status, calls, failed, requests, pinned, place, placedAt } = kept;
    const waiting = Array.isArray(requests) ? requests.length : kept.waiting;
    if (typeof calls !== 'number' || typeof failed !== 'number' || typeof waiting !== 'number') return undefined;
    const known = { ...(title === undefined ? {} : { title }), ...(status === undefined ? {} : { status }) };
    const placed = {
      ...(pinned === undefined ? {} : { pinned }),
      ...(place === undefined ? {} : { place }),
      ...(placedAt === undefined ? {} : { placedAt }),
    };
    const by = requests === undefined ? 'this version' : 'an older one';
    return { summary: { ...known, calls, failed, waiting, ...placed }, by };
  } catch {
    return undefined;
  }
}
