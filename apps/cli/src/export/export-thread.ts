import { writeFile } from 'node:fs/promises';
import type { Thread } from '@toolthread/core';
import { formatSize } from '@toolthread/core/text';
import { textWriters } from '@toolthread/transcripts';
import { fileCommand } from '../command.ts';
import type { Command } from '../command.ts';
import { failure } from '../failure.ts';
import { systemTrouble } from '../system-trouble.ts';
import { printText } from '../terminal/print-text.ts';
import { progressOn } from '../terminal/progress.ts';
import { readThread } from '../thread/read-thread.ts';
import type { OpenedThread } from '../thread/read-thread.ts';
import { htmlWriter } from './html-writer.ts';
import { writeMessages } from './write-messages.ts';

const HELP = `toolthread export FILE --to html|md|text|jsonl|anthropic|openai [-o FILE]

Writes a session in another form.

  --to html        one file for a browser, without scripts or network access
  --to md          Markdown, with groups that can be unfolded
  --to text        plain words, with calls as <tool> blocks
  --to jsonl       the ledger, one event on each line; it can be opened again
  --to anthropic   a JSON list of messages, for Anthropic's Messages API
  --to openai      a JSON list of messages, for OpenAI's Chat Completions
  -o FILE          write to this file (default: the standard output)

A file or a pipe gets the text as it is. On a terminal, control characters are
shown as signs and have no effect.

  toolthread export session.jsonl --to html -o session.html
  toolthread export session.jsonl --to md > session.md
`;

type Writer = (thread: OpenedThread) => string | Promise<string>;

const WRITERS: ReadonlyMap<string, Writer> = new Map<string, Writer>([
  ['html', async (thread) => (await htmlWriter())(titled(thread))],
  ['md', (thread) => textWriters.md(thread)],
  ['text', (thread) => textWriters.text(thread)],
  ['jsonl', (thread) => textWriters.jsonl(thread)],
  ['anthropic', ({ state }) => writeMessages(state, 'anthropic')],
  ['openai', ({ state }) => writeMessages(state, 'openai')],
]);

/** The reader's title, where it has one, is better than the ledger's. */
function titled({ state, drawn, title }: OpenedThread): Thread {
  return title === undefined ? { state, drawn } : { state: { ...state, title }, drawn };
}

const OPTIONS = {
  to: { type: 'string' },
  output: { type: 'string', short: 'o' },
} as const;

export const exportThread: Command = fileCommand(
  { name: 'export', help: HELP, options: OPTIONS },
  async (path, { to, output }) => {
    const forms = [...WRITERS.keys()].join(', ');
    const write = WRITERS.get(to ?? '');
    if (write === undefined) {
      const what = to === undefined ? 'No format was given.' : `There is no format "${to}".`;
      return failure(what, `Choose a format with --to: ${forms}.`);
    }
    const read = await readThread(path);
    if (!read.ok) return failure(read.what, read.whatToDo);
    const progress = progressOn(process.stderr, 0);
    progress.show('writing …');
    // An export may be passed on: it must not hold a key of this computer, whoever wrote the key into the thread.
    const { Redactor, secretVariables } = await import('@toolthread/agent/redact');
    const redactor = new Redactor(secretVariables(process.env).flatMap(({ secrets }) => secrets));
    const text = await redactor.longText(await write(read.thread));
    progress.clear();
    if (output === undefined) {
      await printText(text);
      return 0;
    }
    const trouble = await writeFile(output, text).then(
      () => undefined,
      (error: unknown) => systemTrouble(`${output} cannot be written`, error),
    );
    if (trouble !== undefined) return failure(trouble.what, trouble.whatToDo);
    await printText(`${output}: ${formatSize(Buffer.byteLength(text))}\n`, process.stderr);
    return 0;
  },
);
