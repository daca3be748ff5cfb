import type { Model } from '@toolthread/core/context';
import type { Tool } from '../tool/tool.ts';
import { chatAskUser } from '../tools/chat-ask-user.ts';
import { editFile } from '../tools/edit-file.ts';
import { listFiles } from '../tools/list-files.ts';
import { readFile } from '../tools/read-file.ts';
import { runShellCommand } from '../tools/run-shell-command.ts';
import { saveFile } from '../tools/save-file.ts';
import { searchFiles } from '../tools/search-files.ts';
import { todo } from '../tools/todo.ts';
import type { Member } from './member.ts';
import { teamChat } from './team-chat.ts';

/** Their names; the first one leads. */
export const BUILT_IN_MEMBERS = ['pm', 'architect', 'coder'] as const;

const TEAM =
  'You are one of a team of three in one chat with the user: @pm (product manager), @architect and @coder. Lines of the others read "[Chat from @name]: …". Use chat_post to tell or ask the others something, with "to" if you need an answer of theirs. Your final answer is read by the user and by the leader of the team.';

const PROMPTS: { readonly [name in (typeof BUILT_IN_MEMBERS)[number]]: string } = {
  pm: 'You are the PM. You find out what is wanted and why, and keep the scope small. Where something is unclear and matters, ask the user with chat_ask_user: several questions at once, with options. Never guess what the user wants. End with the requirements, in order of weight.',
  architect:
    'You are the architect. You read the code before you judge it, and propose the smallest design that holds: which files, which interfaces, which risks. You do not write code. Name what you read.',
  coder:
    'You are the coder. You change the code, in small steps, and run the tests after each. You follow what PM and architect agreed on, and say in the chat when it does not work. End with what changed and what the tests said.',
};

const TOOLS: { readonly [name in (typeof BUILT_IN_MEMBERS)[number]]: readonly Tool[] } = {
  pm: [chatAskUser, listFiles, readFile, todo],
  architect: [listFiles, readFile, searchFiles],
  coder: [listFiles, readFile, searchFiles, saveFile, editFile, runShellCommand, todo],
};

/**
 * PM, Architect and Coder, each with tools of its own.
 *
 * @example
 * import { scriptedModel } from '@toolthread/providers/scripted';
 * builtInMembers(scriptedModel([])).map(({ name }) => name); //=> ['pm', 'architect', 'coder']
 */
export function builtInMembers(model: Model | ((name: string) => Model)): readonly Member[] {
  const chat = teamChat(BUILT_IN_MEMBERS);
  return BUILT_IN_MEMBERS.map((name) => ({
    name,
    model: typeof model === 'function' ? model(name) : model,
    system: `${PROMPTS[name]}\n\n${TEAM}`,
    tools: [...TOOLS[name], chat],
  }));
}
