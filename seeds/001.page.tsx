/** What seed 001 shows: a foreign back end's thread. */
import type { LedgerEvent } from '@toolthread/core';
import type { Message } from '@toolthread/core/contract';
import { ContractThread, ItemList } from '@toolthread/react';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { showScenes } from './stage/show-scenes.tsx';

interface Told {
  readonly messages: readonly Message[];
  readonly events?: readonly unknown[];
}

/** A page that hears of events one by one, and of stored messages when it fetches them: `told` by the test. */
function Live(): ReactNode {
  const [{ messages, events }, setTold] = useState<Told>({ messages: [] });
  useEffect(() => void Reflect.set(window, 'tell', setTold), []);
  return <ContractThread messages={messages} {...(events === undefined ? {} : { events })} />;
}

export const scenes = {
  thread: ({ messages, events }: Told) => (
    <ContractThread messages={messages} {...(events === undefined ? {} : { events })} />
  ),
  live: () => <Live />,
  ledger: (events: readonly LedgerEvent[]) => <ItemList events={events} />,
};
showScenes(scenes);
