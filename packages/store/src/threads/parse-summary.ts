import type { Summary } from '@toolthread/core/summary';

export interface KeptSummary {
  readonly summary: Summary;
  /** Older versions kept the open requests, not their number, counted results that the fold does not, counted the time otherwise, did not know what state a session is in or whose it is, knew only titles that somebody gave, did not count approvals, or did not tell a run that was cut off from one that had come to its end. */
  readonly by: 'this version' | 'an older one';
}

/** By which rules it was counted. */
const RULES = 8;

/** As it is kept. */
export function writeSummary(summary: Summary): string {
  return JSON.stringify({ ...summary, rules: RULES });
}

/** `parseSummary('{"calls":2,"failed":0,"waiting":0,"workedMs":0,"rules":3}')`; undefined if it is not one. */
export function parseSummary(text: string): KeptSummary | undefined {
  try {
    const kept: Partial<Summary> & { readonly requests?: unknown; readonly rules?: unknown } = JSON.parse(text);
    const {
      title,
      status,
      stop,
      turn,
      calls,
      failed,
      requests,
      workedMs,
      agent,
      model,
      project,
      pinned,
      place,
      placedAt,
    } = kept;
    const waiting = Array.isArray(requests) ? requests.length : kept.waiting;
    if (typeof calls !== 'number' || typeof failed !== 'number' || typeof waiting !== 'number') return undefined;
    const summary = {
      ...(title === undefined ? {} : { title }),
      ...(status === undefined ? {} : { status }),
      ...(stop === undefined ? {} : { stop }),
      ...(turn === undefined ? {} : { turn }),
      calls,
      failed,
      waiting,
      // Until something is written to the thread, for those who may do both it makes no difference.
      approvals: typeof kept.approvals === 'number' ? kept.approvals : waiting,
      workedMs: workedMs ?? 0,
      ...(agent === undefined ? {} : { agent }),
      ...(model === undefined ? {} : { model }),
      ...(project === undefined ? {} : { project }),
      ...(pinned === undefined ? {} : { pinned }),
      ...(place === undefined ? {} : { place }),
      ...(placedAt === undefined ? {} : { placedAt }),
    };
    return { summary, by: kept.rules === RULES ? 'this version' : 'an older one' };
  } catch {
    return undefined;
  }
}
