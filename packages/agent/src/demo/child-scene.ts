import { begins, call, pause, resultOf, say, speak } from './scene.ts';
import type { DemoLanguage, Scene } from './scene.ts';

const COUNT_TASKS = {
  en: 'Count the tests in test/run.mjs and say how many there are.',
  de: 'Zähle die Tests in test/run.mjs und sag, wie viele es sind.',
};
const VERSION_TASKS = {
  en: 'Find the version of the package and say it.',
  de: 'Finde die Version des Pakets und nenne sie.',
};

/** Two child agents at the same time, each with a context of its own. */
export const childScene: Scene = begins(
  {
    en: 'Two child agents look for me. I will see only their last words.',
    de: 'Zwei Unter-Agenten sehen für mich nach. Ich werde nur ihre letzten Worte lesen.',
  },
  (pick) => [
    call('run_agent', { name: pick({ en: 'counter', de: 'Tester' }), task: pick(COUNT_TASKS) }),
    call('run_agent', { name: pick({ en: 'reader', de: 'Leser' }), task: pick(VERSION_TASKS) }),
  ],
  (seen, pick) => {
    const words = seen.results.filter(({ name }) => name === 'run_agent').map(({ text }) => `- ${text}`);
    return speak(pick, {
      en: `This is what they said:\n\n${words.join('\n')}\n\nWhat they read on the way is under their calls, and never was in my context. A stop would have reached them, and their approvals and questions stand here.`,
      de: `Das haben sie gesagt:\n\n${words.join('\n')}\n\nWas sie unterwegs gelesen haben, steht unter ihren Aufrufen und war nie in meinem Kontext. Ein Stopp hätte auch sie erreicht, und ihre Freigaben und Fragen stehen hier.`,
    });
  },
);

/** The children's parts, by the task that they were given. */
export const CHILD_SCENES: readonly {
  readonly tasks: { readonly [language in DemoLanguage]: string };
  readonly scene: Scene;
}[] = [
  {
    tasks: COUNT_TASKS,
    scene: (seen, pick) => {
      if (seen.turn === 0) return [pause(600), call('search_files', { query: "  ['", path: 'test' })];
      const found = resultOf(seen, 'search_files')?.text.match(/run\.mjs/g)?.length ?? 0;
      return [
        pause(300),
        say(
          found === 0
            ? pick({ en: 'There are no tests.', de: 'Es gibt keine Tests.' })
            : pick({ en: `There are ${found} tests.`, de: `Es sind ${found} Tests.` }),
        ),
      ];
    },
  },
  {
    tasks: VERSION_TASKS,
    scene: (seen, pick) => {
      if (seen.turn === 0) return [pause(900), call('read_file', { path: 'package.json' })];
      const version = /"version": "([^"][^"]*)"/.exec(resultOf(seen, 'read_file')?.text ?? '')?.[1];
      return [
        pause(300),
        say(
          version === undefined
            ? pick({ en: 'It has no version.', de: 'Es hat keine Version.' })
            : pick({ en: `The version is ${version}.`, de: `Die Version ist ${version}.` }),
        ),
      ];
    },
  },
];
