import { callStatus, foldAll } from '@toolthread/core';
import type { Call, ContentPart, Failure, LedgerEvent, Outcome } from '@toolthread/core';
import type { Json } from '@toolthread/core/json';
import { describe, expect, test } from 'vitest';
import { drawn, markupText } from '../../test/drawn.tsx';
import { rendererFor } from './tool-renderer.ts';
import { toolRenderers } from './tool-renderers.ts';

interface Given {
  readonly outcome?: Outcome;
  readonly parts?: readonly ContentPart[];
  readonly structured?: Json;
  readonly error?: Failure;
}

function ledgerWith({ outcome = 'done', ...result }: Given): LedgerEvent[] {
  const at = { v: 1, thread: 't', at: 1 } as const;
  return [
    { ...at, seq: 1, type: 'agent.step.started', step: 1 },
    { ...at, seq: 2, type: 'agent.tool.called', step: 1, part: 0, call: 'c1', name: 'tool', arguments: '{}' },
    { ...at, seq: 3, type: 'agent.tool.completed', step: 1, call: 'c1', outcome, ...result },
  ];
}

function callWith(given: Given): Call {
  for (const [, call] of foldAll(ledgerWith(given)).calls.byPlace.entries()) return call;
  throw new Error('no call');
}

const text = (words: string): readonly ContentPart[] => [{ type: 'text', text: words }];
const chosen = (given: Given): string | undefined =>
  toolRenderers.find((renderer) => renderer.matches(callWith(given)))?.name;

describe('the renderer of a result', () => {
  test.each<[string | undefined, Given]>([
    ['shell', { structured: { exit_code: 0 }, parts: text('ok') }],
    ['shell', { structured: { kind: 'shell', exit_code: null }, outcome: 'failed' }],
    ['edit', { structured: { kind: 'diff', patch: '@@ -1 +1 @@\n-a\n+b' } }],
    ['edit', { structured: { kind: 'diff', hunks: [] } }],
    ['edit', { structured: { kind: 'diff' }, parts: text('x') }],
    [undefined, { parts: [{ type: 'reference', name: 'notes' }] }],
    [undefined, { parts: text('plain') }],
    [undefined, { structured: [1, 2] }],
    [undefined, { structured: { __proto__: { kind: 'diff' } } }],
  ])('%s for %j', (name, given) => expect(chosen(given)).toBe(name));

  test('one for a single tool stands before the others', () => {
    const own = rendererFor('tool', () => null);
    expect([own, ...toolRenderers].find((renderer) => renderer.matches(callWith({ parts: text('x') })))).toBe(own);
  });
});

describe('a command', () => {
  test.each<[Given, string]>([
    [
      { structured: { exit_code: 1 }, outcome: 'failed', parts: text('FAIL a'), error: { message: 'Exit code 1.' } },
      'exit 1 FAIL a',
    ],
    [
      // Claude Code tells its model the code in the first line.
      {
        structured: { exit_code: 1 },
        outcome: 'failed',
        parts: text('Exit code 1\nls: x'),
        error: { message: 'ls: x' },
      },
      'exit 1 ls: x Arguments',
    ],
    [
      { structured: { exit_code: 2 }, outcome: 'failed', parts: text('Exit code 22 it says') },
      'exit 2 Exit code 22 it says',
    ],
    [{ structured: { exit_code: 2 }, outcome: 'failed', error: { message: 'Exit code 2.' } }, '→ exit 2'],
    [{ structured: { exit_code: 0 }, parts: text('done') }, '→ done'],
    [
      {
        structured: { exit_code: null },
        outcome: 'failed',
        parts: text('half'),
        error: { message: 'Ended by SIGKILL.' },
      },
      'Ended by SIGKILL.',
    ],
  ])('%j shows %s', (given, words) => expect(markupText(drawn(ledgerWith(given), { open: true }))).toContain(words));

  test('[L3] a code of 0 does not make a failed call look done', () => {
    const given: Given = { structured: { exit_code: 0 }, outcome: 'failed', parts: text('x') };
    expect(callStatus(callWith(given))).toBe('failed');
    expect(drawn(ledgerWith(given))).toContain('data-status="failed"');
  });
});

describe('[L7] bytes', () => {
  const image = (media_type: string, source: Extract<ContentPart, { type: 'image' }>['source']): string =>
    drawn(ledgerWith({ parts: [{ type: 'image', media_type, source, name: 'a.png' }] }));

  test('of our own are drawn', () => {
    expect(image('image/png', { kind: 'base64', data: 'iVBORw0KGgo=' })).toContain(
      '<img src="data:image/png;base64,iVBORw0KGgo="',
    );
  });

  test.each<[string, string]>([
    ['image/svg+xml', 'PHN2Zz4='],
    ['text/html', 'PHNjcmlwdD4='],
    ['image/png,<script>', 'AAAA'],
    ['image/png', '"onerror="alert(1)'],
  ])('of kind %s with %s are no image', (type, data) => {
    expect(image(type, { kind: 'base64', data })).not.toContain('<img');
  });

  test('elsewhere are never fetched', () => {
    const markup = image('image/png', { kind: 'url', url: 'https://evil.example/p.png' });
    expect(markup).not.toContain('<img');
    expect(markup).toContain('href="https://evil.example/p.png"');
  });

  test('elsewhere, behind an address that is no link, have no link', () => {
    expect(image('image/png', { kind: 'url', url: 'javascript:alert(1)' })).not.toContain('href');
  });
});
