import { speak } from './scene.ts';
import type { Scene } from './scene.ts';

/** What was asked so far, as a model would sum it up when its window is full or a person wants it shorter. */
export const summaryScene: Scene = ({ prompt }, pick) => {
  const asked = Array.from(prompt.matchAll(/^user:\n(..*)$/gm), ([, words = '']) => `- ${words.slice(0, 200)}`);
  const all = asked.slice(0, 20).join('\n');
  return speak(pick, {
    en: `Asked so far:\n${all}\nAll of it was done, or said.`,
    de: `Bisher gefragt:\n${all}\nAlles davon wurde getan oder gesagt.`,
  });
};
