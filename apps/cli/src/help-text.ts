import { commands } from './commands.ts';

/** All commands, with one line each. `toolthread COMMAND --help` says more. */
export function helpText(): string {
  const rows = [...commands.values()].map(({ usage, summary }) => `  toolthread ${usage.padEnd(14)} ${summary}`);
  return `toolthread: one ledger for every agent conversation.

${rows.join('\n')}

  toolthread COMMAND --help   prints the help of a command
  toolthread --version        prints the version

  toolthread sessions
  toolthread open ~/.claude/projects/-home-me-parser/5f0c.jsonl --expand
  toolthread export session.jsonl --to html -o session.html
`;
}
