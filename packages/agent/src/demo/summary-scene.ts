import { pause, say } from './scene.ts';
import type { Scene } from './scene.ts';

/** What was asked so far, as a model would sum it up when its window is full or a person wants it shorter. */
export const summaryScene: Scene = ({ prompt }) => {
  const asked = Array.from(prompt.matchAll(/^user:\n(..*)$/gm), ([, words = '']) => `- ${words.slice(0, 200)}`);
  return [pause(300), say(`Asked so far:\n${asked.slice(0, 20).join('\n')}\nAll of it was done, or said.`)];
};
