/** [M10] [B.6 52] [B.3 30] Whatever a session, a name or an error holds, a terminal shows it and obeys nothing of it. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ClaudeSession } from '../../test/claude-session.ts';
import { hasTerminal, inTerminal } from '../../test/in-terminal.ts';
import { folder, MAIN, PATIENCE_MS, runCli } from '../../test/run-cli.ts';
import { runHere } from '../../test/run-here.ts';
import { printText } from './print-text.ts';

/** The clipboard, a title, a link, a cleared screen, hidden words, an 8-bit sequence, words turned around, words in tags. */
const HOSTILE = [
  '\u001b]52;c;cm0gLXJm\u0007',
  '\u001b]0;owned\u001b\\',
  '\u001b]8;;https://evil.example\u001b\\here\u001b]8;;\u001b\\',
  '\u001b[2J\u001b[H',
  '\u001b[8mhidden\u001b[28m',
  '\u009b2J\u009d0;owned\u009c',
  '\u001bPq\u001b\\\u001bc',
  'a\rb\bc\u007f\u0007',
  '\u202egnp.exe\u202c\u200b',
  '\u{e0069}\u{e0067}\u{e006e}',
].join(' ');
/** A file's name holds no slash, and the name of a session no end of a line. */
const NAME = HOSTILE.replaceAll('/', '|').replaceAll('\r', '');

/** Nothing but what we draw with ourselves: eight colours, a line drawn again, and the line ends of a terminal. */
const OURS = /\u001b\[(?:0|1|2|31|32|33|36|1;33)m|\r\u001b\[K|\u001b\[\d+A\u001b\[J/gu; // oxlint-disable-line no-control-regex -- these are what is looked for
function obeyed(seen: string): readonly string[] {
  return seen.replace(OURS, '').match(/[^\P{Cc}\n\t]|[\u202e\u202c\u200b]|[\u{e0000}-\u{e007f}]/gu) ?? [];
}

const home = folder();
const session = new ClaudeSession(`/home/me/${NAME}`)
  .title(`title ${HOSTILE}`)
  .user(`user ${HOSTILE}`)
  .says(`says ${HOSTILE}`)
  .calls('c1', `tool ${HOSTILE}`, { [`key ${HOSTILE}`]: `value ${HOSTILE}`, command: HOSTILE })
  .result('c1', `result ${HOSTILE}\nsecond ${HOSTILE}`, true)
  .says(`# answer ${HOSTILE}\n\n\`\`\`${HOSTILE}\n${HOSTILE}\n\`\`\`\n\n| ${HOSTILE} |\n|---|\n| ${HOSTILE} |`)
  .raw(`{"type":"${JSON.stringify(`unknown ${HOSTILE}`).slice(1, -1)}"}`)
  .raw(`not JSON ${HOSTILE}`);
const file = session.write(home, '.claude/projects/-home-me', `${NAME}.jsonl`);
const main = `'${process.execPath}' '${MAIN}'`;
const env = { HOME: home, XDG_CACHE_HOME: join(home, '.cache'), PAGER: 'cat', F: file, NAME, HOSTILE };

const FORMS = ['html', 'md', 'text', 'jsonl', 'anthropic', 'openai'];

describe.skipIf(!hasTerminal)('[M10] [B.6 52] [B.3 30] a terminal is shown, not told', { timeout: PATIENCE_MS }, () => {
  it.each([
    ...FORMS.map((form) => `export "$F" --to ${form}`),
    'open "$F"',
    'open "$F" --expand',
    'inspect "$F"',
    'inspect "$F" --json',
    'sessions',
    'sessions --json',
    'search result',
    'search result --json',
    'export "$F" --to md -o "$HOME/$NAME.md"',
  ])('%s', async (command) => {
    const { code, seen } = await inTerminal(`${main} ${command}`, env);
    expect([code, obeyed(seen)]).toEqual([0, []]);
    // It is there, to be seen.
    expect(seen).toMatch(/␛|\\u001b|\\e/u);
  });

  it.each(['"$HOSTILE"', 'serve --host "$HOSTILE" --port 0 --no-open'])('what goes wrong: %s', async (command) => {
    const { code, seen } = await inTerminal(`${main} ${command}`, env);
    expectInert(code, seen);
  });
});

function expectInert(code: number | null, seen: string): void {
  expect([code, obeyed(seen)]).toEqual([1, []]);
  expect(seen).toContain('toolthread: ');
  expect(seen).not.toContain('a fault of Toolthread');
}

describe('[M10] what goes wrong is inert wherever it goes: logs are read in terminals', () => {
  it.each([
    ['open', join(home, NAME)],
    ['inspect', home],
    ['export', file, '--to', HOSTILE],
    ['export', file, '--to', 'md', '-o', join(home, 'no', NAME)],
    ['sessions', '--agent', HOSTILE],
    ['sessions', '--limit', HOSTILE],
    ['search', `${HOSTILE} none`],
    ['serve', `--${HOSTILE}`],
    ['serve', '--port', HOSTILE],
    ['serve', '--port', '0', '--no-open', '--data', file],
    ['help', HOSTILE],
  ])('%s', async (...args) => {
    const { code, stdout, stderr } = await runHere(args, { home, env });
    expectInert(code, stdout + stderr);
  });
});

describe('[M10] a file and a pipe get the text as it is', { timeout: PATIENCE_MS }, () => {
  it('export', async () => {
    const out = join(folder(), 'out.txt');
    const piped = await runCli(['export', file, '--to', 'text']);
    expect(piped.stdout).toContain(`says ${HOSTILE}`);
    await runHere(['export', file, '--to', 'text', '-o', out]);
    expect(readFileSync(out, 'utf8')).toBe(piped.stdout);
  });

  it('by where it goes, and by nothing else', async () => {
    const kept = {
      isTTY: false,
      text: '',
      write: (text: string, done?: () => void) => ((kept.text += text), done?.()),
    };
    const seen = { isTTY: true, text: '', write: (text: string, done?: () => void) => ((seen.text += text), done?.()) };
    await printText(HOSTILE, kept);
    await printText(HOSTILE, seen);
    expect(kept.text).toBe(HOSTILE);
    expect(obeyed(seen.text)).toEqual([]);
  });
});

it('[M10] nothing of the program writes to a terminal but through one file', () => {
  const sources = join(import.meta.dirname, '..');
  const codeOf = (name: string): string =>
    readFileSync(join(sources, name), 'utf8')
      .replaceAll(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, '')
      // Which Node is needed, in words of our own: an older one could not load the file that prints.
      .replace('process.stderr.write(`toolthread: ${tooOld}\\n`)', '');
  const writers = globSync('**/*.ts', { cwd: sources }).filter(
    (name) =>
      !name.endsWith('.test.ts') &&
      /\b(?:stdout|stderr)\.write\b|\bconsole\.|\bwriteSync\(\s*[12]\b/.test(codeOf(name)),
  );
  expect(writers).toEqual([]);
});
