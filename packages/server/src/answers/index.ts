/** What the routes answer, as types: for a page, which needs nothing else of a server. */
export type { AgentChoice, ListedAgents } from '../agents/agent-choices.ts';
export type { FoundPlace, SearchAnswer, SearchHit } from '../search/search-source.ts';
export type { Rule } from '@toolthread/agent';
export type { ReadMcpServer, ReadRules, ReadSettings } from '../settings/settings-source.ts';
export type { NamedUsage, Usage } from '../usage/usage-source.ts';
export type { Role } from '@toolthread/store';
export type { Spending } from '../routes/people/spending-routes.ts';
