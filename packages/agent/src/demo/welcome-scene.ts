import { pause, say } from './scene.ts';
import type { Scene } from './scene.ts';

/** Anything else. */
export const welcomeScene: Scene = () => [
  pause(300),
  say(
    'Hello! I am the demo agent: my words are scripted, but my tools are real. They run in a scratch workspace on this computer, without a network. Pick one of the prompts to see parallel calls, a retry, a diff, an image, a question, an approval or a stop.\n\nTo talk to a real model, start the server again with `ANTHROPIC_API_KEY`, `OPENAI_API_KEY` or `GEMINI_API_KEY` set.',
  ),
];
