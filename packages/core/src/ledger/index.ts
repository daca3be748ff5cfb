export { callResult, callStatus } from './call.ts';
export type { Call, CallResult, CallState, CallStatus } from './call.ts';
export type * from './content.ts';
export { emptyThread } from './fold/empty-thread.ts';
export { LEDGER_VERSION } from './event.ts';
export type * from './event.ts';
export { findCall } from './fold/find-call.ts';
export { HUMAN, OWN_AGENT, WHOLE_TEAM } from './author.ts';
export type { Fact } from './fact.ts';
export { fold, foldAll, foldOnto } from './fold/fold.ts';
export type { Folded } from './fold/fold.ts';
export { asksForRun, hearing } from './hearing.ts';
export type { Hearing } from './hearing.ts';
export { LedgerWriter } from './ledger-writer.ts';
export { placeKey, scopeKey, stepKey } from './fold/keys.ts';
export { parseEvent } from './check/parse-event.ts';
export { parseLedger, writeLedger } from './check/parse-ledger.ts';
export { argsSummary, argsSummaryOf } from './json/args-summary.ts';
export { emptyPartialJson, feedPartialJson, jsonNodeOf, jsonOf, partialJsonStatus } from './json/partial-json.ts';
export type { JsonNode, PartialJson } from './json/partial-json.ts';
export { isJsonObject } from './json/json.ts';
export type { Json, JsonObject } from './json/json.ts';
export { doubtfulKey, repeatedKey } from './json/repeated-key.ts';
export type * from './question.ts';
export {
  authorOf,
  childScope,
  isAtWork,
  memberName,
  memberScope,
  openRunId,
  scopeKind,
  scopeName,
  scopesAtWork,
  TEAM_SCOPE,
} from './scope.ts';
export type { ScopeKind } from './scope.ts';
export type * from './state.ts';
