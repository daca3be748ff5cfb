/** What must hold for the requests that the golden ledgers lead to. */
import { foldAll, foldOnto } from '@toolthread/core';
import type { ThreadState } from '@toolthread/core';
import { completionMessages } from '@toolthread/core/context';
import type { CompletionMessage } from '@toolthread/core/context';
import { goldenNames, readGolden } from '@toolthread/core/testing';
import { expect } from 'vitest';

const SCOPES = [undefined, 'agent:pm', 'agent:coder', 'child:r1', 'team'];

type Messages = readonly CompletionMessage[];

/** What each of the participants would send. */
function viewsOf(state: ThreadState): Messages[] {
  return SCOPES.map((scope) => completionMessages(state, scope === undefined ? {} : { scope }));
}

/** At every event, whoever asks: `expectGoldenTaken((messages) => chatProblems(encode({ … })))` */
export function expectGoldenTaken(problemsOf: (messages: Messages) => string[]): void {
  for (const name of goldenNames) {
    const events = readGolden(name);
    let state = foldAll(events.slice(0, 1));
    for (let length = 1; length <= events.length; length += 1) {
      if (length > 1) state = foldOnto(state, events.slice(length - 1, length));
      for (const messages of viewsOf(state)) {
        expect([name, length, ...problemsOf(messages)]).toEqual([name, length]);
      }
    }
  }
}
