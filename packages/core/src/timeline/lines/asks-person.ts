/** Names of tools that ask a person, in whichever agent: of what only they may answer. */
export const questionTools = 'chat_ask_user AskUserQuestion request_user_input question ask_user ask_followup_question';
export const planTools = 'ExitPlanMode plan_exit exit_plan_mode plan_mode_respond';

const names: ReadonlySet<string> = new Set(`${questionTools} ${planTools}`.split(' '));

/** Not every file tells when a person was asked and when they answered. */
export function asksPerson(name: string): boolean {
  return names.has(name);
}
