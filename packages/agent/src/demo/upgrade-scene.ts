/** The whole tour: parallel calls, one that is tried again, one that fails, a diff, an image, a question, an answer. */
import type { Json } from '@toolthread/core/json';
import { call, pause, resultOf, say, speak, think } from './scene.ts';
import type { DemoPiece, DemoSeen, Pick, Scene } from './scene.ts';
import { BROKEN_LINES, FIXED_LINES, OLD_VERSION } from './workspace-files.ts';

const RUN_TESTS = call('run_shell_command', { command: 'node test/run.mjs' });

export const upgradeScene: Scene = (seen, pick) => {
  switch (seen.turn) {
    case 0:
      return [
        pause(400),
        think(
          pick({
            en: 'I should know the project before I touch it: its files, the parser, the newest release, and today’s tests.',
            de: 'Ich sollte das Projekt kennen, bevor ich es anfasse: seine Dateien, den Parser, die neueste Veröffentlichung und die Tests von heute.',
          }),
        ),
        say(
          pick({
            en: 'I’ll look around first: the files, the parser, its newest release, and whether the tests pass today.',
            de: 'Ich sehe mich zuerst um: die Dateien, der Parser, seine neueste Veröffentlichung, und ob die Tests heute durchlaufen.',
          }),
        ),
        call('list_files', {}),
        call('read_file', { path: 'src/parser.mjs' }),
        call('look_up_release', { package: 'tiny-parser' }),
        RUN_TESTS,
      ];
    case 1:
      return fix(seen, pick);
    case 2:
      return [
        ...speak(pick, {
          en: 'Fixed, I think. The tests will tell.',
          de: 'Behoben, denke ich. Die Tests werden es zeigen.',
        }),
        RUN_TESTS,
      ];
    case 3:
      return [
        pause(300),
        think(
          pick({
            en: 'The change is visible to users of the parser, so the version is theirs to choose.',
            de: 'Wer den Parser benutzt, merkt die Änderung. Die Version soll darum ein Mensch wählen.',
          }),
        ),
        say(
          `${greenOrNot(seen, pick)} ${pick({ en: 'Two things are yours to decide.', de: 'Zwei Dinge entscheidest du.' })}`,
        ),
        call('chat_ask_user', { questions: questions(pick) }),
      ];
    case 4:
      return [
        ...speak(pick, { en: 'Thank you, I’ll write that down.', de: 'Danke, das schreibe ich auf.' }),
        ...written(answerOf(seen), pick),
      ];
    default:
      return [pause(300), say(summary(seen, pick))];
  }
};

const CHANGELOG = { en: 'The changelog', de: 'Das Änderungsprotokoll' };
const README = { en: 'A line in the README', de: 'Eine Zeile in der README' };

function questions(pick: Pick): Json {
  return [
    {
      question: pick({ en: 'Which version should this be?', de: 'Welche Version soll das sein?' }),
      header: 'Version',
      options: [
        {
          label: '3.0.0',
          description: pick({
            en: 'quoted values change their meaning: a major version',
            de: 'Werte in Anführungszeichen bedeuten etwas anderes: eine Hauptversion',
          }),
        },
        {
          label: '2.2.0',
          description: pick({
            en: 'it was a bug all along: a minor one',
            de: 'es war schon immer ein Fehler: eine Nebenversion',
          }),
        },
      ],
      free_text: true,
    },
    {
      question: pick({ en: 'What else should I write?', de: 'Was soll ich noch schreiben?' }),
      header: 'Extras',
      options: [{ label: pick(CHANGELOG) }, { label: pick(README) }],
      multiple: true,
    },
  ];
}

function fix(seen: DemoSeen, pick: Pick): readonly DemoPiece[] {
  const look = call('read_file', { path: 'docs/speed.png' });
  const tests = resultOf(seen, 'run_shell_command');
  if (tests?.isError !== true) {
    return [
      ...speak(pick, {
        en: 'The tests pass already, so there is nothing to fix. I’ll look at the speed chart.',
        de: 'Die Tests laufen schon durch, es gibt also nichts zu beheben. Ich sehe mir das Diagramm an.',
      }),
      look,
    ];
  }
  return [
    pause(500),
    think(
      pick({
        en: 'Splitting at every “=” loses the rest of the value, and the quotes are never taken off.',
        de: 'Wer an jedem „=“ teilt, verliert den Rest des Werts, und die Anführungszeichen werden nie entfernt.',
      }),
    ),
    say(
      pick({
        en: 'Two tests fail: values lose what follows a second `=`, and quotes stay on. I’ll fix that line, and look at the speed chart.',
        de: 'Zwei Tests schlagen fehl: Werte verlieren, was nach einem zweiten `=` kommt, und Anführungszeichen bleiben stehen. Ich behebe diese Zeile und sehe mir das Diagramm an.',
      }),
    ),
    look,
    call('edit_file', { path: 'src/parser.mjs', old_text: BROKEN_LINES, new_text: FIXED_LINES }),
  ];
}

function greenOrNot(seen: DemoSeen, pick: Pick): string {
  return resultOf(seen, 'run_shell_command')?.isError === true
    ? pick({ en: 'The tests still fail.', de: 'Die Tests schlagen noch fehl.' })
    : pick({ en: 'All tests pass now.', de: 'Alle Tests laufen jetzt durch.' });
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
  const chose = (label: typeof README): boolean => Object.values(label).some((words) => text.includes(words));
  return { version, changelog: chose(CHANGELOG), readme: chose(README) };
}

function written({ version, changelog, readme }: Wanted, pick: Pick): readonly DemoPiece[] {
  const entry = pick({
    en: `# Changes\n\n## ${version}\n\n- Values keep everything after the first \`=\`.\n- Quotes around a value are taken off.\n`,
    de: `# Änderungen\n\n## ${version}\n\n- Werte behalten alles nach dem ersten \`=\`.\n- Anführungszeichen um einen Wert werden entfernt.\n`,
  });
  const line = pick({
    en: `\nVersion ${version} reads quoted values.\n`,
    de: `\nVersion ${version} liest Werte in Anführungszeichen.\n`,
  });
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

function summary(seen: DemoSeen, pick: Pick): string {
  const { version, changelog, readme } = answerOf(seen);
  const failed = seen.results.filter(({ isError }) => isError).length;
  const wasRed = seen.results.find(({ name }) => name === 'run_shell_command')?.isError === true;
  const extras = [
    changelog ? pick({ en: 'the changelog', de: 'das Änderungsprotokoll' }) : '',
    readme ? pick({ en: 'the README', de: 'die README' }) : '',
  ].filter((extra) => extra !== '');
  const rows = extras.map((extra) => `| ${extra} | ${pick({ en: 'says so', de: 'sagt es' })} |\n`).join('');
  return pick({
    en: `## The parser is at version ${version}

${greenOrNot(seen, pick)} This is what changed:

| file | change |
|---|---|
| \`src/parser.mjs\` | values are cut at the first \`=\` only, and lose their quotes |
| \`package.json\` | the version is \`${version}\` |
${rows}
${EXAMPLE}

**What you have just seen was real**: ${seen.results.length} tool calls ran in a scratch workspace on this computer, and ${failed} of them failed. The registry did not answer at first and was asked again,${wasRed ? ' the tests failed and then were run anew,' : ''} and the question waited for you as long as you liked: it would have outlived a restart of the server. All that I changed is one list with one diff, and can be undone.

Only the words were written in advance. With a key for a real model they are not.
`,
    de: `## Der Parser ist bei Version ${version}

${greenOrNot(seen, pick)} Das hat sich geändert:

| Datei | Änderung |
|---|---|
| \`src/parser.mjs\` | Werte werden nur am ersten \`=\` geteilt und verlieren ihre Anführungszeichen |
| \`package.json\` | die Version ist \`${version}\` |
${rows}
${EXAMPLE}

**Was du gerade gesehen hast, war echt**: ${seen.results.length} Tool-Aufrufe liefen in einem eigenen Ordner auf diesem Computer, und ${failed} davon schlugen fehl. Das Verzeichnis der Pakete antwortete zuerst nicht und wurde noch einmal gefragt,${wasRed ? ' die Tests schlugen fehl und liefen dann erneut,' : ''} und die Frage hat auf dich gewartet, so lange du wolltest: Sie hätte einen Neustart des Servers überdauert. Alles, was ich geändert habe, ist eine Liste mit einem Diff und kann rückgängig gemacht werden.

Nur die Worte waren vorbereitet. Mit einem Schlüssel für ein echtes Modell sind sie es nicht.
`,
  });
}

const EXAMPLE = `\`\`\`js
parse('greeting = "a = b"'); // { greeting: 'a = b' }
\`\`\``;
