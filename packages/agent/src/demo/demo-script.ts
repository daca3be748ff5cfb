import { pickIn } from './scene.ts';
import type { DemoLanguage, DemoPiece, DemoSeen, Scene } from './scene.ts';
import { TEAM_PROMPTS } from './demo-members.ts';
import { upgradeScene } from './upgrade-scene.ts';
import { CHILD_SCENES, childScene } from './child-scene.ts';
import { circleScene } from './circle-scene.ts';
import { failureScene } from './failure-scene.ts';
import { hostileScene } from './hostile-scene.ts';
import { publishScene } from './publish-scene.ts';
import { stopScene } from './stop-scene.ts';
import { summaryScene } from './summary-scene.ts';
import { isGerman } from './is-german.ts';
import { welcomeScene } from './welcome-scene.ts';

/** A prompt that the demo knows. */
export interface DemoPrompt {
  readonly prompt: string;
  /** What there is to see, in a few words. */
  readonly shows: string;
  /** As `en` or `de`. */
  readonly language: DemoLanguage;
}

type Offered = { readonly [language in DemoLanguage]: readonly [prompt: string, shows: string] };

const SCENES: readonly (Offered & { readonly scene: Scene })[] = [
  {
    en: ['Upgrade the parser and make the tests pass', 'parallel calls, a retry, a diff, an image, a question'],
    de: [
      'Aktualisiere den Parser und bring die Tests zum Laufen',
      'parallele Aufrufe, ein zweiter Versuch, ein Diff, ein Bild, eine Frage',
    ],
    scene: upgradeScene,
  },
  {
    en: ['Ask me before you publish', 'an approval'],
    de: ['Frag mich, bevor du veröffentlichst', 'eine Freigabe'],
    scene: publishScene,
  },
  {
    en: ['Show me what stop does', 'a long command, and its end'],
    de: ['Zeig mir, was Stopp bewirkt', 'ein langer Befehl und sein Ende'],
    scene: stopScene,
  },
  {
    en: ['Lose the connection and come back', 'a failed request'],
    de: ['Verlier die Verbindung und komm wieder', 'eine fehlgeschlagene Anfrage'],
    scene: failureScene,
  },
  {
    en: ['Show me that output is only text', 'hostile output, drawn as text'],
    de: ['Zeig mir, dass Ausgaben nur Text sind', 'feindliche Ausgabe, als Text gezeichnet'],
    scene: hostileScene,
  },
  {
    en: ['Let two child agents look', 'agents that agents start'],
    de: ['Lass zwei Unter-Agenten nachsehen', 'Agenten, die von Agenten gestartet werden'],
    scene: childScene,
  },
  {
    en: ['Go round in circles', 'a loop, and how it is broken'],
    de: ['Dreh dich im Kreis', 'eine Schleife, und wie sie endet'],
    scene: circleScene,
  },
];

const TEAM: Offered = {
  en: [TEAM_PROMPTS.en, 'three agents, a question, a consensus'],
  de: [TEAM_PROMPTS.de, 'drei Agenten, eine Frage, ein Konsens'],
};

/** What the page offers to a newcomer, first in English. It is answered in the language that it is asked in. */
export const demoPrompts: readonly DemoPrompt[] = [...offeredIn('en'), ...offeredIn('de')];

function offeredIn(language: DemoLanguage): readonly DemoPrompt[] {
  return [...SCENES, TEAM].map(({ [language]: [prompt, shows] }) => ({ prompt, shows, language }));
}

/**
 * The script of the demo, for a scripted model.
 *
 * @example
 * import { scriptedModel } from '@toolthread/providers/scripted';
 * scriptedModel(demoScript, { model: 'demo' }).model; //=> 'demo'
 */
export function demoScript(seen: DemoSeen): readonly DemoPiece[] {
  if (seen.prompt.startsWith(SUMMARY_ASKED)) return summaryScene(seen, pickIn(isGerman(seen.prompt) ? 'de' : 'en'));
  for (const language of LANGUAGES) {
    const found = SCENES.find(({ [language]: [prompt] }) => plain(prompt) === plain(seen.prompt));
    // A child is given its task by another agent, and told by whom.
    const child = CHILD_SCENES.find(({ tasks }) => seen.prompt.endsWith(tasks[language]));
    const scene = found?.scene ?? child?.scene;
    if (scene !== undefined) return scene(seen, pickIn(language));
  }
  return welcomeScene(seen, pickIn(isGerman(seen.prompt) ? 'de' : 'en'));
}

const LANGUAGES: readonly DemoLanguage[] = ['en', 'de'];

/** How the history begins that a model is given to summarise: the words of somebody. */
const SUMMARY_ASKED = 'user:\n';

function plain(prompt: string): string {
  return prompt
    .slice(0, 200)
    .trim()
    .toLowerCase()
    .replace(/[.!][.!]*$/, '');
}
