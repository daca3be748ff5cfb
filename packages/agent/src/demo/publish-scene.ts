import { begins, call, pause, resultOf, say, speak, think } from './scene.ts';
import type { Scene } from './scene.ts';
import { OLD_VERSION } from './workspace-files.ts';

/** An approval: nothing is published before a person says so. */
export const publishScene: Scene = begins(
  { en: 'I’ll check what would be published.', de: 'Ich sehe nach, was veröffentlicht würde.' },
  () => [call('read_file', { path: 'package.json' }), call('list_files', { pattern: '*.mjs' })],
  (seen, pick) => {
    if (seen.turn === 1) {
      const version = /"version": "([^"][^"]*)"/.exec(resultOf(seen, 'read_file')?.text ?? '')?.[1] ?? OLD_VERSION;
      return [
        pause(300),
        think(
          pick({
            en: 'Others will use what is published. The policy asks the user first, and that is right.',
            de: 'Andere werden das Veröffentlichte benutzen. Die Richtlinie lässt vorher fragen, und das ist richtig.',
          }),
        ),
        say(
          pick({
            en: 'This is ready to go. Others will use what is published, so I ask you first.',
            de: 'Alles ist bereit. Andere werden das Veröffentlichte benutzen, darum frage ich dich vorher.',
          }),
        ),
        call('publish_package', { package: 'tiny-parser', version, tag: 'latest' }),
      ];
    }
    const published = resultOf(seen, 'publish_package');
    const text = published?.text ?? '';
    const outcome =
      published?.isError === true
        ? pick({ en: `It was **not** published. ${text}`, de: `Es wurde **nicht** veröffentlicht.${quoted(text)}` })
        : pick({
            en: `Done. ${text}`,
            de: `Erledigt: ${text.replace(' is published as ', ' ist veröffentlicht als ')}`,
          });
    return speak(pick, {
      en: `${outcome}\n\nYour decision is kept in this thread, beside what I proposed and what really ran.`,
      de: `${outcome}\n\nDeine Entscheidung steht in diesem Thread, neben dem, was ich vorgeschlagen habe und was wirklich ausgeführt wurde.`,
    });
  },
);

/** The person's own words in a refusal. */
function quoted(refused: string): string {
  const own = /^The user denied this call: (..*)/.exec(refused)?.[1];
  return own === undefined ? '' : ` Dein Grund: ${own}`;
}
