export { BUILT_IN_MEMBERS, builtInMembers } from './built-in-members.ts';
export { isTeamThread } from './is-team-thread.ts';
export type { Member } from './member.ts';
export { runTeam } from './run-team.ts';
export type { TeamOptions } from './run-team.ts';
export { teamChat } from './team-chat.ts';
export { teamHasWork } from './team-has-work.ts';
