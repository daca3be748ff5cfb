import { describe, expect, it } from 'vitest';
import { PATIENCE_MS } from '../test/run-cli.ts';
import { runHere } from '../test/run-here.ts';
import { commands } from './commands.ts';

const TAKES_WORDS = ['tokens', 'users', 'db', 'search', 'open', 'export', 'inspect', 'delete', 'purge'];
/** Words that Node's parser uses. */
const NODES = /positional|Unknown option|argument missing|ambiguous|does not take an argument|To specify/;

describe('[25] arguments that are wrong', { timeout: PATIENCE_MS }, () => {
  it.each([...commands.keys()])('%s: each is refused in our words, and the help is named', async (name) => {
    const wrong: [readonly string[], string][] = [
      [['--nonsense'], 'There is no option --nonsense.'],
      [['--nonsense=3'], 'There is no option --nonsense.'],
      [['-q'], 'There is no option -q.'],
      [['--help=yes'], '--help takes no value, not "yes".'],
    ];
    if (!TAKES_WORDS.includes(name))
      wrong.push([['extra'], `"extra" is not understood: "toolthread ${name}" takes options only.`]);
    for (const [args, words] of wrong) {
      const { code, stdout, stderr } = await runHere([name, ...args]);
      expect([code, stdout]).toEqual([1, '']);
      expect(stderr).toContain(words);
      expect(stderr).toContain(`toolthread ${name} --help`);
      expect(stderr).not.toMatch(NODES);
    }
  });

  it.each([
    [['sessions', '--agent'], '--agent needs a value.'],
    [['sessions', '--agent', '--json'], '--agent needs a value, and what follows begins with "-".'],
    [['sessions', '--limit', '-1'], '--limit needs a number from 1 on, not "-1".'],
    [['serve', '--port'], '--port needs a value.'],
    [['serve', '--no-open=x'], '--no-open takes no value, not "x".'],
    [['doctor', '--repair=no'], '--repair takes no value, not "no".'],
    [['export', 'a', '-o'], '-o needs a value.'],
  ])('%j', async (args, words) => {
    const { code, stdout, stderr } = await runHere(args);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain(words);
    expect(stderr).not.toMatch(NODES);
  });

  it('[issue 11] words that look like an option: how they are given', async () => {
    const { code, stderr } = await runHere(['search', '-run Test']);
    expect([code, stderr]).toEqual([1, expect.stringContaining('Words that begin with "-" come after "--".')]);
    expect((await runHere(['search', '--', '-run Test'])).stderr).not.toContain('option');
    expect((await runHere(['sessions', '-q'])).stderr).not.toContain('"--"');
  });

  it.each(['open', 'inspect', 'export'])('[21] %s takes one file, and says how many were given', async (name) => {
    expect((await runHere([name])).stderr).toContain('Which file?');
    expect((await runHere([name, 'a', 'b'])).stderr).toContain('One file at a time: 2 were given.');
    expect((await runHere([name, 'a', 'b', 'c'])).stderr).toContain('One file at a time: 3 were given.');
  });
});
