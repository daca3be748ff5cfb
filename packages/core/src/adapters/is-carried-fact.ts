import type { Fact } from '../ledger/fact.ts';

/** Chat protocols have no word for these. */
const NOT_CARRIED = [
  'message-held',
  'scope-opened',
  'orphan-came',
  'orphan-claimed',
  'stop-requested',
  'run-continued-or-ended',
  'context-compacted',
  'workspace-changed',
  'step-retrying',
  'event-purged',
  'thread-closed',
  'boundary',
] as const;
const notCarried: ReadonlySet<Fact['type']> = new Set(NOT_CARRIED);

/** What the bridges to other chat protocols have to look at. A fact that is new is one of these, until it is named above. */
export type CarriedFact = Exclude<Fact, { readonly type: (typeof NOT_CARRIED)[number] }>;

/** `facts.filter(isCarriedFact)` */
export function isCarriedFact(fact: Fact): fact is CarriedFact {
  return !notCarried.has(fact.type);
}
