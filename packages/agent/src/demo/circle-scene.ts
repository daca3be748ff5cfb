import { call, pause, say, think } from './scene.ts';
import type { Scene } from './scene.ts';

/** The same failing call again and again, until the person is asked. */
export const circleScene: Scene = ({ turn }) => [
  pause(300),
  ...(turn === 0 ? [think('I am sure that the file is there.')] : []),
  say(turn === 0 ? 'I read the plan. Should I never find it, you will be asked.' : 'Once more.'),
  call('read_file', { path: 'docs/plan.md' }),
];
