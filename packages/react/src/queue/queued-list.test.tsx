import { foldAll } from '@toolthread/core';
import type { ContentPart, EventDraft } from '@toolthread/core';
import { QueuedList } from '@toolthread/react';
import type { ThreadActions } from '@toolthread/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { allActions, markupText } from '../../test/drawn.tsx';
import { ledgerOf } from '../../test/first-call.ts';

const said = (text: string, delivery: 'now' | 'steer' | 'followUp'): EventDraft => ({
  type: 'message.posted',
  author: '@human',
  parts: [{ type: 'text', text }],
  delivery,
});
const running: readonly EventDraft[] = [
  said('go', 'now'),
  { type: 'agent.status', status: 'running' },
  { type: 'agent.step.started', step: 1 },
];

function listed(drafts: readonly EventDraft[], working = true, actions: ThreadActions = allActions): string {
  const state = foldAll(ledgerOf(...drafts));
  return renderToStaticMarkup(<QueuedList state={state} actions={actions} working={working} />);
}

describe('messages for later', () => {
  test('stand in order, with what can be done about each', () => {
    expect(markupText(listed([...running, said('first', 'followUp'), said('second', 'followUp')]))).toBe(
      '2 messages queued Queued · sent when the run completes first Edit Send now Remove second Edit Send now Remove',
    );
  });

  test('are only those that wait: what was said stands in the thread', () => {
    expect(markupText(listed([...running, said('at once', 'steer')]))).toBe('');
    expect(
      markupText(listed([...running, said('later', 'followUp'), { type: 'agent.status', status: 'completed' }])),
    ).toBe('');
  });

  test.each(['failed', 'cancelled'] as const)('after a run that was %s wait for the person', (status) => {
    const ended: readonly EventDraft[] = [
      ...running,
      said('first', 'followUp'),
      said('second', 'followUp'),
      { type: 'agent.status', status },
    ];
    expect(markupText(listed(ended, false))).toContain('Queued · waits for you Send all now first Edit');
    expect(markupText(listed(ended.toSpliced(4, 1), false))).toContain(
      'Queued · waits for you first Edit Send now Remove',
    );
  });

  test('show the words they were changed to, and are gone when taken back', () => {
    const parts: readonly ContentPart[] = [{ type: 'text', text: 'better' }];
    const held = [...running, said('first', 'followUp')];
    expect(markupText(listed([...held, { type: 'message.changed', message: 4, parts }]))).toContain('better Edit');
    expect(markupText(listed([...held, { type: 'message.changed', message: 4, parts: [] }]))).toBe('');
  });

  test('with more than words in them are not written anew: a file would be lost by it', () => {
    const source = { kind: 'base64', data: 'AAAA' } as const;
    const picture: EventDraft = {
      type: 'message.posted',
      author: '@human',
      parts: [
        { type: 'text', text: 'look' },
        { type: 'image', media_type: 'image/png', source, name: 'a.png' },
      ],
      delivery: 'followUp',
    };
    const text = markupText(listed([...running, picture]));
    expect(text).toContain('look');
    expect(text).toMatch(/Remove$/);
    expect(text).not.toMatch(/Edit|Send now/);
  });

  test('nobody can send to have no buttons; [L7] and are text', () => {
    const markup = listed([...running, said('<img src=x onerror=alert(1)>\u202e', 'followUp')], true, {});
    expect(markup).not.toMatch(/<button|<img|\u202e/);
  });

  test('say which message a button is about to those who do not see it', () => {
    expect(listed([...running, said('first', 'followUp')])).toContain('aria-label="Send now: first"');
  });
});
