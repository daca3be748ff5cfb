/** The loop, its tools, and what may run. */
export { ARGUMENT_BOUNDS } from './argument-bounds.ts';
export { answerValue } from './calls/answer-value.ts';
export type { Blobs } from './blobs.ts';
export { diffOf } from './changes/changes.ts';
export { undoChanges, type Undone } from './changes/undo-changes.ts';
export { runAgentTool } from './tools/run-agent-tool.ts';
export type { Clock } from './clock.ts';
export { continueRun } from './state/continue-run.ts';
export { Deadline } from './deadline.ts';
export {
  defineTool,
  type AskingTool,
  type ChildTool,
  type InputSchema,
  type RunningTool,
  type ToolDefinition,
} from './tool/define-tool.ts';
export { editProblem } from './tool/edit-problem.ts';
export { endWork } from './state/end-work.ts';
export { equipmentProblem } from './run/equipment-problem.ts';
export { hasWork } from './state/has-work.ts';
export type { Append } from './run/thread-ledger.ts';
export { isOutOfReach } from './policy/is-out-of-reach.ts';
export { parseSettings, type ParsedSettings } from './policy/parse-settings.ts';
export { toolsByName } from './tool/tools-by-name.ts';
export { zodProblems } from './tool/zod-problems.ts';
export { policyByTool, type AskedCall, type Policy, type Verdict } from './policy/policy.ts';
export { policyFromFile, policyProblem, type PolicyFileOptions } from './policy/policy-from-file.ts';
export { changePolicyRules, policyRules, type PolicyChange, type PolicyChanged } from './policy/policy-rules.ts';
export { policyByRules } from './policy/policy-by-rules.ts';
export type { AllowedCall, PolicyRules, Rule } from './policy/rule.ts';
export { policyInMode } from './policy/policy-in-mode.ts';
export { standardRules } from './policy/standard-rules.ts';
export { recoverRun } from './state/recover-run.ts';
export type { Limits } from './run/limits.ts';
export type { Equipment, RunEnd, RunOptions } from './run/run.ts';
export { statusDraft } from './state/status-draft.ts';
export { sentRequest, type SentRequest, type UnknownPart } from './loop/sent-request.ts';
export { runAgent } from './loop/run-agent.ts';
export { compactThread } from './loop/compact-thread.ts';
export type { Compacted } from './loop/make-room.ts';
export type { Prices } from './state/spending.ts';
export { BUILT_IN_MEMBERS, builtInMembers } from './team/built-in-members.ts';
export { isTeamThread } from './team/is-team-thread.ts';
export type { Member } from './team/member.ts';
export { runTeam, type TeamOptions } from './team/run-team.ts';
export { compactTeam } from './team/compact-team.ts';
export { teamChat } from './team/team-chat.ts';
export { teamHasWork } from './team/team-has-work.ts';
export type { Accepted, Asked, ChildTask, Retry, Tool, ToolContext } from './tool/tool.ts';
export { errorValue, textValue, type ToolValue } from './tool/tool-value.ts';
export { liesIn } from './process/lies-in.ts';
export { findProgram, safePath } from './process/find-program.ts';
export { endStraysOfEarlierLives } from './process/end-strays.ts';
export { endToolsWhenFrozen } from './sandbox/watch.ts';
export { builtInTools } from './tools/built-in-tools.ts';
export { chatAskUser } from './tools/chat-ask-user.ts';
export { chatPost } from './tools/chat-post.ts';
export { editFile } from './tools/edit-file.ts';
export { fetchTool, fetchUrl, type FetchOptions } from './tools/fetch-url.ts';
export { fileFinder, type FileFinder, type FileSearch, type FoundFiles } from './workspace/file-finder.ts';
export { listFiles } from './tools/list-files.ts';
export { readFile } from './tools/read-file.ts';
export { readOutput } from './tools/read-output.ts';
export { runShellCommand, shellTool, type ShellOptions } from './tools/run-shell-command.ts';
export { saveFile } from './tools/save-file.ts';
export { searchFiles } from './tools/search-files.ts';
export { todo } from './tools/todo.ts';
