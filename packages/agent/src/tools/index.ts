import type { Tool } from '../tool.ts';
import { chatAskUser } from './chat-ask-user.ts';
import { editFile } from './edit-file.ts';
import { listFiles } from './list-files.ts';
import { readFile } from './read-file.ts';
import { runShellCommand } from './run-shell-command.ts';
import { saveFile } from './save-file.ts';
import { searchFiles } from './search-files.ts';

export { chatAskUser, editFile, listFiles, readFile, runShellCommand, saveFile, searchFiles };

/** `runAgent({ tools: builtInTools, … })` */
export const builtInTools: readonly Tool[] = [
  listFiles,
  readFile,
  searchFiles,
  saveFile,
  editFile,
  runShellCommand,
  chatAskUser,
];
