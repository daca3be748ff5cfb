import { speak } from './scene.ts';
import type { Scene } from './scene.ts';

/** A provider that breaks off in the middle of a sentence, once. */
export const failureScene: Scene = ({ attempt }, pick) => {
  if (attempt === 1) {
    return [
      ...speak(pick, {
        en: 'Everything was going well until, in the middle of this very sent',
        de: 'Alles lief gut, bis mitten in genau diesem Sa',
      }),
      {
        type: 'end',
        reason: 'error',
        error: {
          message: pick({
            en: 'The connection was lost (on purpose).',
            de: 'Die Verbindung ist abgebrochen (mit Absicht).',
          }),
          code: 'ECONNRESET',
          retryable: true,
        },
      },
    ];
  }
  return speak(pick, {
    en: 'The connection was lost in the middle of a sentence. That attempt is kept, marked as discarded, and no model will ever read it; after a short wait I was asked again, and this is the answer.\n\nHad it failed five times in a row, the run would have ended as failed, with the reason, and not with a spinner that turns for ever.',
    de: 'Die Verbindung ist mitten in einem Satz abgebrochen. Dieser Versuch bleibt erhalten, als verworfen markiert, und kein Modell wird ihn je lesen; nach kurzem Warten wurde ich erneut gefragt, und das ist die Antwort.\n\nWäre es fünfmal nacheinander gescheitert, dann wäre der Lauf als fehlgeschlagen beendet worden, mit dem Grund, und nicht mit einer Anzeige, die sich ewig dreht.',
  });
};
