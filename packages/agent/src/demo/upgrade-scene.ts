/** The whole tour: parallel calls, one that is tried again, one that fails, a diff, an image, a question, an answer. */
import type { Json } from '@toolthread/core/json';
import { call, pause, resultOf, say, think } from './scene.ts';
import type { DemoPiece, DemoSeen, Scene } from './scene.ts';
import { BROKEN_LINES, FIXED_LINES, OLD_VERSION } from './workspace-files.ts';

const RUN_TESTS = call('run_shell_command', { command: 'node test/run.mjs' });

export const upgradeScene: Scene = (seen) => {
  switch (seen.turn) {
    case 0:
      return [
        pause(400),
        think(
          'I should know the project before I touch it: its files, the parser, the newest release, and today’s tests.',
        ),
        say('I’ll look around first: the files, the parser, its newest release, and whether the tests pass today.'),
        call('list_files', {}),
        call('read_file', { path: 'src/parser.mjs' }),
        call('look_up_release', { package: 'tiny-parser' }),
        RUN_TESTS,
      ];
    case 1:
      return fix(seen);
    case 2:
      return [pause(300), say('Fixed, I think. The tests will tell.'), RUN_TESTS];
    case 3:
      return [
        pause(300),
        think('The change is visible to users of the parser, so the version is theirs to choose.'),
        say(`${greenOrNot(seen)} Two things are yours to decide.`),
        call('chat_ask_user', { questions: QUESTIONS }),
      ];
    case 4:
      return [pause(300), say('Thank you, I’ll write that down.'), ...written(answerOf(seen))];
    default:
      return [pause(300), say(summary(seen))];
  }
};

const QUESTIONS: Json = [
  {
    question: 'Which version should this be?',
    header: 'Version',
    options: [
      { label: '3.0.0', description: 'quoted values change their meaning: a major version' },
      { label: '2.2.0', description: 'it was a bug all along: a minor one' },
    ],
    free_text: true,
  },
  {
    question: 'What else should I write?',
    header: 'Extras',
    options: [{ label: 'The changelog' }, { label: 'A line in the README' }],
    multiple: true,
  },
];

function fix(seen: DemoSeen): readonly DemoPiece[] {
  const look = call('read_file', { path: 'docs/speed.png' });
  const tests = resultOf(seen, 'run_shell_command');
  if (tests?.isError !== true) {
    return [pause(300), say('The tests pass already, so there is nothing to fix. I’ll look at the speed chart.'), look];
  }
  return [
    pause(500),
    think('Splitting at every “=” loses the rest of the value, and the quotes are never taken off.'),
    say(
      'Two tests fail: values lose what follows a second `=`, and quotes stay on. I’ll fix that line, and look at the speed chart.',
    ),
    look,
    call('edit_file', { path: 'src/parser.mjs', old_text: BROKEN_LINES, new_text: FIXED_LINES }),
  ];
}

function greenOrNot(seen: DemoSeen): string {
  return resultOf(seen, 'run_shell_command')?.isError === true ? 'The tests still fail.' : 'All tests pass now.';
}

interface Wanted {
  readonly version: string;
  readonly changelog: boolean;
  readonly readme: boolean;
}

/** The answer as the model reads it: in words. */
function answerOf(seen: DemoSeen): Wanted {
  const text = resultOf(seen, 'chat_ask_user')?.text ?? '';
  const version = /\d\d*\.\d\d*\.\d\d*/.exec(text)?.[0] ?? '3.0.0';
  return { version, changelog: text.includes('The changelog'), readme: text.includes('A line in the README') };
}

function written({ version, changelog, readme }: Wanted): readonly DemoPiece[] {
  const entry = `# Changes\n\n## ${version}\n\n- Values keep everything after the first \`=\`.\n- Quotes around a value are taken off.\n`;
  const line = `\nVersion ${version} reads quoted values.\n`;
  return [
    call('edit_file', {
      path: 'package.json',
      old_text: `"version": "${OLD_VERSION}"`,
      new_text: `"version": "${version}"`,
    }),
    ...(changelog ? [call('save_file', { path: 'CHANGELOG.md', content: entry })] : []),
    ...(readme
      ? [call('edit_file', { path: 'README.md', old_text: '\n## Use\n', new_text: `${line}\n## Use\n` })]
      : []),
  ];
}

function summary(seen: DemoSeen): string {
  const { version, changelog, readme } = answerOf(seen);
  const failed = seen.results.filter(({ isError }) => isError).length;
  const wasRed = seen.results.find(({ name }) => name === 'run_shell_command')?.isError === true;
  const extras = [changelog ? 'the changelog' : '', readme ? 'the README' : ''].filter((extra) => extra !== '');
  return `## The parser is at version ${version}

${greenOrNot(seen)} This is what changed:

| file | change |
|---|---|
| \`src/parser.mjs\` | values are cut at the first \`=\` only, and lose their quotes |
| \`package.json\` | the version is \`${version}\` |
${extras.map((extra) => `| ${extra} | says so |\n`).join('')}
\`\`\`js
parse('greeting = "a = b"'); // { greeting: 'a = b' }
\`\`\`

**What you have just seen was real**: ${seen.results.length} tool calls ran in a scratch workspace on this computer, and ${failed} of them failed. The registry did not answer at first and was asked again,${wasRed ? ' the tests failed and then were run anew,' : ''} and the question waited for you as long as you liked: it would have outlived a restart of the server. All that I changed is one list with one diff, and can be undone.

Only the words were written in advance. With a key for a real model they are not.
`;
}
