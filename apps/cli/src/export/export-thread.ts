import { formatSize } from '@toolthread/core/text';
import { fileCommand } from '../command.ts';
import type { Command } from '../command.ts';
import { failure } from '../failure.ts';
import { systemCode, systemTrouble } from '../system-trouble.ts';
import { printText } from '../terminal/print-text.ts';
import { progressOn } from '../terminal/progress.ts';
import { letGo } from '../thread/keep-heap-lean.ts';
import { openSession } from '../thread/open-session.ts';
import type { OpenedSession } from '../thread/open-session.ts';
import { openOutput } from './output-file.ts';
import type { OutputFile } from './output-file.ts';
import { sessionWriters } from './session-writers.ts';
import { SLICE, slices } from './slices.ts';
import { unreadWords } from './unread-words.ts';

const HELP = `toolthread export FILE --to html|md|text|jsonl|anthropic|openai [--full]
                  [-o FILE [--force]]

Writes a session in another form. However long it is, it is written piece by
piece. Instead of a file, the first letters of a session's id will do, or -
for what is piped into the command.

  --to html        one file for a browser, without scripts or network access
  --to md          Markdown, with groups that can be unfolded; nothing is cut
  --to text        plain words, with calls as <tool> blocks; long arguments and
                   results are cut, reasoning and summaries are left out, and
                   the last line says how much that is. In a block, < > & " '
                   and @ are written so that no program takes them for its own
                   (&lt; and so on)
  --to jsonl       the ledger, one event on each line; it can be opened again
  --to anthropic   a JSON list of messages, for Anthropic's Messages API
  --to openai      a JSON list of messages, for OpenAI's Chat Completions
  --full           cut nothing and leave nothing out; as text, every word is
                   as it was said. Text and Markdown end with what is not in
                   the turns: every record that a rule hides, with the rule's
                   name, texts that were left out of others, and lines that
                   cannot be read
  -o FILE          write to this file (default, and -: the standard
                   output). A file that exists is not replaced
  --force          replace it; but never the session itself

A file or a pipe gets the text as it is. On a terminal, control characters are
shown as signs and have no effect.

  toolthread export session.jsonl --to html -o session.html
  toolthread export session.jsonl --to text --full > session.txt
`;

const OPTIONS = {
  to: { type: 'string' },
  full: { type: 'boolean' },
  output: { type: 'string', short: 'o' },
  force: { type: 'boolean' },
} as const;

/** Forms for people to read. The others are read by programs. */
const SHOW_HIDDEN: ReadonlySet<string> = new Set(['md', 'text']);

export const exportThread: Command = fileCommand(
  { name: 'export', help: HELP, options: OPTIONS },
  async (path, { to, full, output, force }) => {
    const write = sessionWriters.get(to ?? '');
    if (write === undefined) {
      const what = to === undefined ? 'No format was given.' : `There is no format "${to}".`;
      return failure(what, `Choose a format with --to: ${[...sessionWriters.keys()].join(', ')}.`);
    }
    const keep = full === true && SHOW_HIDDEN.has(to ?? '') ? 'all' : 'unknown';
    const opened = await openSession(path, { keep, partsTurns: to === 'jsonl' });
    if (!opened.ok) return failure(opened.what, opened.whatToDo);
    const file = isOutput(output)
      ? await openOutput(output, { sources: [path, ...opened.session.agentFiles], force: force === true })
      : undefined;
    if (file?.ok === false) return failure(file.what, file.whatToDo);
    const notes = new Set<string>();
    const session = watched(opened.session, notes);
    const text = redacted(write(session, { full: full === true, note: (words) => notes.add(words) }));
    let code = 0;
    if (file === undefined || !isOutput(output)) for await (const batch of text) await printText(batch);
    else code = await toFile(text, file, output);
    for (const words of notes) await printText(`${words}\n`, process.stderr);
    return code;
  },
);

/** Notes what could not be read, after its last piece. */
function watched(session: OpenedSession, notes: Set<string>): OpenedSession {
  return {
    ...session,
    async *pieces() {
      let unread: string | undefined;
      for await (const piece of session.pieces()) {
        unread = unreadWords(piece.state.account);
        yield piece;
      }
      if (unread !== undefined) notes.add(unread);
    },
  };
}

/** `-` is the standard output, as everywhere. */
function isOutput(output: string | undefined): output is string {
  return output !== undefined && output !== '-';
}

async function toFile(text: AsyncIterable<string>, file: OutputFile, output: string): Promise<number> {
  const progress = progressOn(process.stderr, 0);
  let bytes = 0;
  try {
    for await (const batch of text) {
      await file.write(batch);
      bytes += Buffer.byteLength(batch);
      progress.show(`writing … ${formatSize(bytes)}`);
    }
    await file.keep();
  } catch (error) {
    await file.drop();
    if (systemCode(error) === undefined) throw error;
    const { what, whatToDo } = systemTrouble(`${output} cannot be written`, error);
    return failure(what, whatToDo);
  } finally {
    progress.clear();
  }
  await printText(`${output}: ${formatSize(bytes)}\n`, process.stderr);
  return 0;
}

/** An export may be passed on: it must not hold a key of this computer, whoever wrote the key into the thread. */
async function* redacted(texts: AsyncIterable<string>): AsyncIterable<string> {
  const { Redactor, secretVariables } = await import('@toolthread/agent/redact');
  const stream = new Redactor(secretVariables(process.env).flatMap(({ secrets }) => secrets)).stream();
  let batch: string[] = [];
  let size = 0;
  for await (const text of texts) {
    letGo();
    for (const piece of slices(text)) {
      batch.push(piece);
      size += piece.length;
      if (size < SLICE) continue;
      yield stream.push(batch.join(''));
      batch = [];
      size = 0;
    }
  }
  yield stream.push(batch.join('')) + stream.end();
}
