import type { DemoPiece, DemoSeen, Scene } from './scene.ts';
import { TEAM_PROMPT } from './demo-members.ts';
import { upgradeScene } from './upgrade-scene.ts';
import { CHILD_SCENES, childScene } from './child-scene.ts';
import { circleScene } from './circle-scene.ts';
import { failureScene } from './failure-scene.ts';
import { hostileScene } from './hostile-scene.ts';
import { publishScene } from './publish-scene.ts';
import { stopScene } from './stop-scene.ts';
import { summaryScene } from './summary-scene.ts';
import { welcomeScene } from './welcome-scene.ts';

/** A prompt that the demo knows. */
export interface DemoPrompt {
  readonly prompt: string;
  /** What there is to see, in a few words. */
  readonly shows: string;
}

const SCENES: readonly (DemoPrompt & { readonly scene: Scene })[] = [
  {
    prompt: 'Upgrade the parser and make the tests pass',
    shows: 'parallel calls, a retry, a diff, an image, a question',
    scene: upgradeScene,
  },
  { prompt: 'Ask me before you publish', shows: 'an approval', scene: publishScene },
  { prompt: 'Show me what stop does', shows: 'a long command, and its end', scene: stopScene },
  { prompt: 'Lose the connection and come back', shows: 'a failed request', scene: failureScene },
  { prompt: 'Show me that output is only text', shows: 'hostile output, drawn as text', scene: hostileScene },
  { prompt: 'Let two child agents look', shows: 'agents that agents start', scene: childScene },
  { prompt: 'Go round in circles', shows: 'a loop, and how it is broken', scene: circleScene },
];

/** What the page offers to a newcomer. */
export const demoPrompts: readonly DemoPrompt[] = [
  ...SCENES.map(({ prompt, shows }) => ({ prompt, shows })),
  { prompt: TEAM_PROMPT, shows: 'three agents, a question, a consensus' },
];

/**
 * The script of the demo, for a scripted model.
 *
 * @example
 * import { scriptedModel } from '@toolthread/providers/scripted';
 * scriptedModel(demoScript, { model: 'demo' }).model; //=> 'demo'
 */
export function demoScript(seen: DemoSeen): readonly DemoPiece[] {
  if (seen.prompt.startsWith(SUMMARY_ASKED)) return summaryScene(seen);
  const found = SCENES.find(({ prompt }) => plain(prompt) === plain(seen.prompt));
  // A child is given its task by another agent, and told by whom.
  const child = CHILD_SCENES.find(({ task }) => seen.prompt.endsWith(task));
  return (found?.scene ?? child?.scene ?? welcomeScene)(seen);
}

/** How the history begins that a model is given to summarise: the words of somebody. */
const SUMMARY_ASKED = 'user:\n';

function plain(prompt: string): string {
  return prompt
    .slice(0, 200)
    .trim()
    .toLowerCase()
    .replace(/[.!][.!]*$/, '');
}
