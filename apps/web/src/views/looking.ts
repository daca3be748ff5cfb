import type { ThreadConnection } from '@toolthread/client';
import type { ThreadActions } from '@toolthread/react';
import type { PageLanguage } from '../labels/use-page-language.ts';
import { itemAddress } from '../find/item-address.ts';
import { linkFragment, linkSecret } from '../page/link-secret.ts';
import { viewAddress } from './view-address.ts';

/** What somebody wants to copy: an item of the timeline, or all of it. */
export interface Copying {
  readonly index: number | undefined;
}

/** What every reader may do with an item: copy it, see its events, and what a model was sent for it. */
export function looking(
  connection: ThreadConnection,
  say: PageLanguage['say'],
  onCopy: (what: Copying) => void,
): Required<Pick<ThreadActions, 'resultUrl' | 'choices'>> {
  const { id } = connection.state();
  return {
    // Whole, as every link among the words of others is: nobody need tell them apart.
    resultUrl: ({ place, name: tool }) =>
      `${location.origin}${viewAddress({ kind: 'result', thread: id, call: place, by: 'place', tool })}${linkFragment()}`,
    choices: ({ key }, { from, to, step }) => [
      {
        label: say('Copy…'),
        press: async () => {
          // What is in a section is copied with it.
          onCopy({ index: Number.parseInt(key, 10) });
          return undefined;
        },
      },
      // Its reader has no address of this thread but the one that was given out.
      ...(linkSecret() === undefined ? [{ label: say('Copy link'), copied: itemAddress(id, key) }] : []),
      { label: say('Raw events'), href: viewAddress({ kind: 'events', thread: id, from, to }) + linkFragment() },
      // What a model is told is more than what was said: a link does not show it.
      ...(step === undefined || connection.state().agent === 'elsewhere' || linkSecret() !== undefined
        ? []
        : [{ label: say('What the model saw'), href: viewAddress({ kind: 'request', thread: id, ...step }) }]),
    ],
  };
}
