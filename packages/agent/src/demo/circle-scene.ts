import { call, pause, say, think } from './scene.ts';
import type { Scene } from './scene.ts';

/** The same failing call again and again, until the person is asked. */
export const circleScene: Scene = ({ turn }, pick) => [
  pause(300),
  ...(turn === 0
    ? [think(pick({ en: 'I am sure that the file is there.', de: 'Ich bin sicher, dass die Datei da ist.' }))]
    : []),
  say(
    turn === 0
      ? pick({
          en: 'I read the plan. Should I never find it, you will be asked.',
          de: 'Ich lese den Plan. Wenn ich ihn nie finde, wirst du gefragt.',
        })
      : pick({ en: 'Once more.', de: 'Noch einmal.' }),
  ),
  call('read_file', { path: 'docs/plan.md' }),
];
