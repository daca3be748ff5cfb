import { pause, say } from './scene.ts';
import type { Scene } from './scene.ts';

/** A provider that breaks off in the middle of a sentence, once. */
export const failureScene: Scene = ({ attempt }) => {
  if (attempt === 1) {
    return [
      pause(300),
      say('Everything was going well until, in the middle of this very sent'),
      {
        type: 'end',
        reason: 'error',
        error: { message: 'The connection was lost (on purpose).', code: 'ECONNRESET', retryable: true },
      },
    ];
  }
  return [
    pause(300),
    say(
      'The connection was lost in the middle of a sentence. That attempt is kept, marked as discarded, and no model will ever read it; after a short wait I was asked again, and this is the answer.\n\nHad it failed five times in a row, the run would have ended as failed, with the reason, and not with a spinner that turns for ever.',
    ),
  ];
};
