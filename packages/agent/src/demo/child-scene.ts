import { call, pause, resultOf, say } from './scene.ts';
import type { Scene } from './scene.ts';

const COUNT_TASK = 'Count the tests in test/run.mjs and say how many there are.';
const VERSION_TASK = 'Find the version of the package and say it.';

/** Two child agents at the same time, each with a context of its own. */
export const childScene: Scene = (seen) => {
  if (seen.turn === 0) {
    return [
      pause(300),
      say('Two child agents look for me. I will see only their last words.'),
      call('run_agent', { name: 'counter', task: COUNT_TASK }),
      call('run_agent', { name: 'reader', task: VERSION_TASK }),
    ];
  }
  const words = seen.results.filter(({ name }) => name === 'run_agent').map(({ text }) => `- ${text}`);
  return [
    pause(300),
    say(
      `This is what they said:\n\n${words.join('\n')}\n\nWhat they read on the way is under their calls, and never was in my context. A stop would have reached them, and their approvals and questions stand here.`,
    ),
  ];
};

/** The children's parts, by the task that they were given. */
export const CHILD_SCENES: readonly { readonly task: string; readonly scene: Scene }[] = [
  {
    task: COUNT_TASK,
    scene: (seen) => {
      if (seen.turn === 0) return [pause(600), call('search_files', { query: "  ['", path: 'test' })];
      const found = resultOf(seen, 'search_files')?.text.match(/run\.mjs/g)?.length ?? 0;
      return [pause(300), say(found === 0 ? 'There are no tests.' : `There are ${found} tests.`)];
    },
  },
  {
    task: VERSION_TASK,
    scene: (seen) => {
      if (seen.turn === 0) return [pause(900), call('read_file', { path: 'package.json' })];
      const version = /"version": "([^"][^"]*)"/.exec(resultOf(seen, 'read_file')?.text ?? '')?.[1];
      return [pause(300), say(version === undefined ? 'It has no version.' : `The version is ${version}.`)];
    },
  },
];
