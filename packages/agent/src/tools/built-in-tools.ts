import { runAgentTool } from './run-agent-tool.ts';
import type { Tool } from '../tool/tool.ts';
import { chatAskUser } from './chat-ask-user.ts';
import { chatPost } from './chat-post.ts';
import { editFile } from './edit-file.ts';
import { fetchUrl } from './fetch-url.ts';
import { listFiles } from './list-files.ts';
import { readFile } from './read-file.ts';
import { readOutput } from './read-output.ts';
import { runShellCommand } from './run-shell-command.ts';
import { saveFile } from './save-file.ts';
import { searchFiles } from './search-files.ts';
import { todo } from './todo.ts';

/** `runAgent({ tools: builtInTools, … })` */
export const builtInTools: readonly Tool[] = [
  listFiles,
  readFile,
  searchFiles,
  saveFile,
  editFile,
  runShellCommand,
  fetchUrl,
  readOutput,
  todo,
  chatAskUser,
  chatPost,
  runAgentTool,
];
