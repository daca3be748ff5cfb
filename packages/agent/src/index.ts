/** The loop, its tools, and what may run. */
export { ARGUMENT_BOUNDS } from './argument-bounds.ts';
export { answerValue } from './calls/answer-value.ts';
export type { Blobs } from './blobs.ts';
export { diffOf } from './changes/changes.ts';
export { undoChanges } from './changes/undo-changes.ts';
export type { Undone } from './changes/undo-changes.ts';
export { runAgentTool } from './tools/run-agent-tool.ts';
export type { Clock } from './clock.ts';
export { continueRun } from './state/continue-run.ts';
export { defineTool } from './tool/define-tool.ts';
export type { AskingTool, ChildTool, InputSchema, RunningTool } from './tool/define-tool.ts';
export { editProblem } from './tool/edit-problem.ts';
export { hasWork } from './state/has-work.ts';
export type { Append } from './run/thread-ledger.ts';
export { isOutOfReach } from './policy/is-out-of-reach.ts';
export { parseSettings } from './policy/parse-settings.ts';
export type { ParsedSettings } from './policy/parse-settings.ts';
export { policyByTool } from './policy/policy.ts';
export type { AskedCall, Policy, Verdict } from './policy/policy.ts';
export { policyFromFile, policyProblem } from './policy/policy-from-file.ts';
export type { PolicyFileOptions } from './policy/policy-from-file.ts';
export { policyByRules } from './policy/policy-by-rules.ts';
export type { Rule } from './policy/policy-by-rules.ts';
export { standardRules } from './policy/standard-rules.ts';
export { recoverRun } from './state/recover-run.ts';
export type { Limits } from './run/limits.ts';
export type { Equipment, RunEnd, RunOptions } from './run/run.ts';
export { runAgent } from './loop/run-agent.ts';
export type { Price, Prices } from './state/spending.ts';
export { BUILT_IN_MEMBERS, builtInMembers } from './team/built-in-members.ts';
export { isTeamThread } from './team/is-team-thread.ts';
export type { Member } from './team/member.ts';
export { runTeam } from './team/run-team.ts';
export type { TeamOptions } from './team/run-team.ts';
export { teamChat } from './team/team-chat.ts';
export { teamHasWork } from './team/team-has-work.ts';
export type { Accepted, Asked, ChildTask, Retry, Tool, ToolContext } from './tool/tool.ts';
export type { ToolValue } from './tool/tool-value.ts';
export { errorValue, textValue } from './tool/tool-value.ts';
export { findProgram, safePath } from './process/find-program.ts';
export { endStraysOfEarlierLives } from './process/end-strays.ts';
export {
  builtInTools,
  chatAskUser,
  chatPost,
  editFile,
  fetchTool,
  fetchUrl,
  listFiles,
  readFile,
  readOutput,
  runShellCommand,
  saveFile,
  searchFiles,
  shellTool,
  todo,
} from './tools/index.ts';
export type { FetchOptions, ShellOptions } from './tools/index.ts';
