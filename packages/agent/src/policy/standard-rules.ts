import type { Rule } from './rule.ts';

/** Looking costs nothing, and talking to the user is what they are there for. Everything else is `otherwise`'s to decide. */
const HARMLESS = ['list_files', 'read_file', 'search_files', 'read_output', 'todo', 'chat_ask_user', 'chat_post'];

/** `policyByRules(standardRules, 'ask')` */
export const standardRules: readonly Rule[] = HARMLESS.map((tool) => ({ tool, verdict: 'allow' }));
