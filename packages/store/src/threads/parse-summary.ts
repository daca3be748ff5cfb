import type { Summary } from '@toolthread/core/summary';

export interface KeptSummary {
  readonly summary: Summary;
  /** Older versions kept the open requests, not their number, counted results that the fold does not, counted the time otherwise, did not know what state a session is in or whose it is, knew only titles that somebody gave, did not count approvals, did not tell a run that was cut off from one that had come to its end, took what a subagent was asked for the last word of its session, told the model that was chosen last for the one that answered, took a session that had only thought for one that is over, or one whose last words nothing follows yet. */
  readonly by: 'this version' | 'an older one';
}

/** By which rules it was counted. */
const RULES = 11;

/** As it is kept. */
export function writeSummary(summary: Summary): string {
  return JSON.stringify({ ...summary, rules: RULES });
}

/** `parseSummary('{"calls":2,"failed":0,"waiting":0,"workedMs":0,"rules":3}')`; undefined if it is not one. */
export function parseSummary(text: string): KeptSummary | undefined {
  try {
    const stored: Partial<Summary> & { readonly requests?: unknown; readonly rules?: unknown } = JSON.parse(text);
    const { requests, rules, ...kept } = stored;
    const { calls, failed } = kept;
    const waiting = Array.isArray(requests) ? requests.length : kept.waiting;
    if (typeof calls !== 'number' || typeof failed !== 'number' || typeof waiting !== 'number') return undefined;
    // Until something is written to the thread, for those who may do both it makes no difference.
    const approvals = typeof kept.approvals === 'number' ? kept.approvals : waiting;
    const summary = { ...kept, calls, failed, waiting, approvals, workedMs: kept.workedMs ?? 0 };
    return { summary, by: rules === RULES ? 'this version' : 'an older one' };
  } catch {
    return undefined;
  }
}
