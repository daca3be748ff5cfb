import { agentName } from '@toolthread/transcripts/agents';
import { AGENTS } from './session-file.ts';

/** Whose sessions are found on this computer, in the order of the help. */
export const LISTED_AGENTS: readonly string[] = AGENTS.map(agentName);
