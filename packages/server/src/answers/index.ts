/** What the routes answer, as types, and what the name of a thread says: for a page, which needs nothing else of a server. */
export { isGiven, sessionOf } from '../sessions/session-thread-id.ts';
export type { AgentChoice, ListedAgents } from '../agents/agent-choices.ts';
export type { FoundPlace, SearchAnswer, SearchHit } from '../search/search-source.ts';
export type { AllowedCall, PolicyRules, Rule, Verdict } from '@toolthread/agent/rules';
export type { ReadMcpServer, ReadRules, ReadSettings } from '../settings/read-settings.ts';
export type { NamedUsage, Usage } from '../usage/usage-source.ts';
export type { Role } from '@toolthread/store/roles';
export type { Spending } from '../spending/spending.ts';
