/** Seed 001, "Minimal UI Rendering Contract": its schema, its five rules, its mapping and its reconciliation, in its order; what follows a section in another file is named there. `001.2` and the like are rows of docs/seeds.md. More statements of the note, by its headings, are in statements.test.ts. */
import { foldAll, LedgerWriter, threadOf, timeline } from '@toolthread/core';
import type { LedgerEvent } from '@toolthread/core';
import { renderText } from '@toolthread/core/blocks';
import {
  fromContractEvents,
  fromMessages,
  hasToolError,
  isToolCallMessage,
  isToolResultMessage,
  reconcile,
  renderingOf,
  shouldRenderAssistantContent,
  toMessages,
} from '@toolthread/core/contract';
import type { Message } from '@toolthread/core/contract';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { scenes } from './001.page.tsx';
import { answer, call, event, message, result, run, stop, stopped, user } from './001.records.ts';
import { withPage } from './stage/with-page.ts';

const stage = withPage<typeof scenes>(new URL('./001.page.tsx', import.meta.url));

const drawn = (events: readonly LedgerEvent[]): string => renderText(timeline(threadOf(events)), { form: 'expanded' });
const shown = (...messages: readonly Message[]): string => drawn(fromMessages(messages));

async function openAll(page: Page): Promise<void> {
  for (const head of await page.locator('[aria-expanded=false]').all()) await head.click();
}

/** A colour of the page by its name, as the browser writes colours. */
const token = (page: Page, name: string): Promise<string> =>
  page.locator('.tt-thread').evaluate((thread, variable) => {
    const probe = thread.appendChild(document.createElement('i'));
    probe.style.color = `var(${variable})`;
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  }, name);

const styleOf = (
  drawnAt: Locator,
  pseudo?: string,
): Promise<{ backgroundColor: string; borderLeftColor: string; color: string }> =>
  drawnAt.evaluate((element, part) => {
    const { backgroundColor, borderLeftColor, color } = getComputedStyle(element, part);
    return { backgroundColor, borderLeftColor, color };
  }, pseudo);

describe('JSON example', () => {
  test('a call without arguments shows its args_summary, in words and drawn', async () => {
    expect(shown(call)).toContain("SearchEntities(query: 'dbplus', types: ['program'])");
    const page = await stage.draw('thread', { messages: [user, call, result] });
    await page.locator('.tt-group-head').click();
    await page.getByText("(query: 'dbplus', types: ['program'])").waitFor();
  });
});

describe('Rendering rules', () => {
  test('1) user: a bubble at the right, in the primary colour; tool metadata is ignored', async () => {
    const odd = { ...user, metadata: { tool_calls: [{ name: 'x' }] } };
    expect(renderingOf(odd)).toMatchObject({ kind: 'user', rule: { align: 'right', style: 'primary' } });
    const page = await stage.draw('thread', { messages: [odd, answer] });
    const bubble = await page.getByText('Which programs know dbplus?').boundingBox();
    const words = await page.getByText('do.').boundingBox();
    expect((bubble?.x ?? 0) > (words?.x ?? Infinity)).toBe(true);
    const { backgroundColor, color } = await styleOf(page.locator('.tt-bubble'));
    expect([backgroundColor, color]).toEqual([await token(page, '--tt-accent'), await token(page, '--tt-on-accent')]);
    expect(await page.locator('.tt-call').count()).toBe(0);
  });

  test('2) assistant without calls: at the left, as Markdown', async () => {
    expect(renderingOf(answer)).toMatchObject({ kind: 'assistant', rule: { align: 'left', text: 'markdown' } });
    const page = await stage.draw('thread', { messages: [user, answer] });
    expect(await page.locator('strong').textContent()).toBe('programs');
  });

  test.each([
    ['{"query":"dbplus","types":["program"]}', false],
    ['[1,2]', false],
    // The arguments of several calls, one after another, on one line and on two.
    ['{"a":1}{"b":2}', false],
    ['{"a":1}\n{"b":2}', false],
    // Cut off, and as a call in a fence.
    ['{"query":"dbpl', false],
    ['```json\n{"name":"SearchEntities","arguments":{"query":"dbplus"}}\n```', false],
    ['', false],
    ['I will look.', true],
    // 001.1: only what is JSON is hidden.
    ['[1] I found three.', true],
    ["{'a': 1}", true],
  ])(
    '3) assistant with calls: %j is drawn: %s, from history, live, in words and in messages',
    async (content, isShown) => {
      const said = { ...call, content };
      expect(shouldRenderAssistantContent(said)).toBe(isShown);
      const live = fromContractEvents([
        event('agent.stream.chunk', { content }),
        event('agent.tool.started', { tool_name: 'SearchEntities', tool_call_id: null }),
      ]);
      for (const events of [fromMessages([said]), live]) {
        expect(drawn(events).includes(content) && content !== '').toBe(isShown);
        const [first] = toMessages(foldAll(events));
        expect(first?.content).toBe(isShown ? content : '');
        expect(first?.metadata?.tool_calls?.[0]?.name).toBe('SearchEntities');
      }
      const page = await stage.draw('thread', { messages: [user, said, result] });
      await page.locator('.tt-group-head').click();
      await page.locator('.tt-call').waitFor();
      if (content !== '')
        expect(
          await page
            .locator('.tt-thread')
            .innerText()
            .then((text) => text.includes(content)),
        ).toBe(isShown);
    },
  );

  test('4) tool: under its call, by id or by name; an error in red, JSON folded, with its duration', async () => {
    const failed = message('tool_2', 'tool', '', {
      tool_name: 'ReadEntity',
      tool_error: 'Not found\nin any index',
      tool_duration_ms: 1200,
    });
    const byName = message('msg_x', 'assistant', '', { tool_calls: [{ name: 'ReadEntity' }] });
    const outcome = { kind: 'error', error: 'Not found\nin any index' };
    expect(renderingOf(failed)).toMatchObject({
      kind: 'tool',
      outcome,
      durationMs: 1200,
      rule: { details: 'collapsed' },
    });
    const entities = Array.from({ length: 200 }, (_, at) => `entity ${at}`);
    const found = { ...result, metadata: { ...result.metadata, tool_result: { entities } } };
    const page = await stage.draw('thread', { messages: [user, call, byName, found, failed] });
    await page.locator('.tt-group-head').click();
    const entries = page.locator('.tt-call');
    await entries.nth(1).waitFor();
    expect(await entries.evaluateAll((all) => all.map((each) => each.getAttribute('data-status')))).toEqual([
      'done',
      'failed',
    ]);
    expect(await entries.nth(0).innerText()).toMatch(/SearchEntities[\s\S]*250ms[\s\S]*Found 3 entities/);
    expect(await entries.nth(1).innerText()).toMatch(/ReadEntity[\s\S]*1\.2s[\s\S]*Not found/);
    const red = await token(page, '--tt-failed');
    expect((await styleOf(entries.nth(1), '::before')).backgroundColor).toBe(red);
    // The note asks for a red border. The lines themselves keep their colour: some may tell what went well.
    const inRed = async (at: number): Promise<boolean[]> => [
      (await styleOf(entries.nth(at).locator('.tt-call-note'))).color === red,
      (await styleOf(entries.nth(at).locator('.tt-result'))).borderLeftColor === red,
    ];
    expect([await inRed(0), await inRed(1)]).toEqual([
      [false, false],
      [true, true],
    ]);
    expect(await page.locator('.tt-details').count()).toBe(0);
    expect(await entries.nth(0).innerText()).not.toContain('entity 99');
    await entries.nth(0).locator('.tt-call-head').click();
    await entries.nth(0).locator('.tt-details').getByText('entities').first().waitFor();
  });

  test('5) status: an error is a banner, a stop is a line, a stored notice is shown, what only lived while it ran is not', async () => {
    const messages = [
      user,
      message('s1', 'status', 'Thinking...', { status_type: 'thinking' }),
      message('s2', 'status', 'The model was changed', { status_type: 'info' }),
      stopped,
      message('s3', 'status', 'The model is overloaded', { status_type: 'error' }),
    ];
    expect(shown(...messages)).toBe(
      [
        'You: Which programs know dbplus?',
        '',
        'The model was changed',
        '',
        'Stopped: step limit reached.',
        '',
        'Error: The model is overloaded',
      ].join('\n'),
    );
    const page = await stage.draw('thread', { messages });
    await page.getByText('The model is overloaded').waitFor();
    await page.getByText('The model was changed').waitFor();
    expect(await page.getByText('Thinking').count()).toBe(0);
  });

  test('5) a reason to stop that only the back end knows stays what it is', () => {
    const moon = message('s', 'status', 'Agent stopped: moon', {
      status_type: 'continuation',
      continuation: { should_continue: false, stop_reason: 'moon', resolved_by: 'Astronomer' },
    });
    expect(shown(moon)).toBe('Stopped: moon');
    expect(toMessages(foldAll(fromMessages([moon])))).toMatchObject([
      { content: 'Agent stopped: moon', metadata: { continuation: { stop_reason: 'moon' } } },
    ]);
  });
});

/** Events that come one at a time, and stored messages between them, are in 001.events.test.tsx. */
describe('Event-to-message mapping', () => {
  const messagesAfter = (count: number): Message[] => toMessages(foldAll(fromContractEvents(run.slice(0, count))));

  test('started: a status of type tool_call; completed: a tool message in its place', () => {
    const statuses = messagesAfter(3).filter(({ role }) => role === 'status');
    expect(statuses.map(({ metadata }) => metadata?.status_type)).toEqual(['tool_call']);
    expect(messagesAfter(5)).toMatchObject([
      { role: 'assistant', content: '', metadata: { tool_calls: [{ name: 'SearchEntities' }] } },
      { role: 'tool', metadata: { tool_name: 'SearchEntities', tool_duration_ms: 250 } },
      { role: 'status', metadata: { status_type: 'thinking' } },
    ]);
  });

  test('an error sets tool_error instead of tool_result', () => {
    const failed = event('agent.tool.completed', {
      tool_name: 'SearchEntities',
      tool_call_id: null,
      success: false,
      error: 'boom',
    });
    const [, tool] = toMessages(foldAll(fromContractEvents([...run.slice(0, 3), failed])));
    expect(tool && hasToolError(tool)).toBe(true);
    expect(tool?.metadata).not.toHaveProperty('tool_result');
  });

  test('001.2: calls without words are an assistant message with content ""', () => {
    expect(messagesAfter(5)[0]).toMatchObject({ role: 'assistant', content: '' });
  });

  test('continuation: a stop is told, a normal end says nothing', () => {
    expect(messagesAfter(run.length).map(({ role }) => role)).toEqual(['assistant', 'tool', 'assistant']);
    const limit = event('agent.continuation', {
      should_stop: true,
      stop_reason: 'steps_limit',
      resolved_by: 'StepsLimit',
    });
    const messages = toMessages(foldAll(fromContractEvents([...run.slice(0, 8), limit, run[9]])));
    expect(messages.at(-1)).toMatchObject({
      role: 'status',
      content: 'Agent stopped: steps_limit',
      metadata: { status_type: 'continuation', continuation: stop },
    });
  });
});

describe('Required Backend Fields', () => {
  test('each field of the table, in the messages of a thread of ours', () => {
    const ledger = new LedgerWriter('t1');
    ledger.write({ type: 'agent.step.started', step: 1 });
    for (const part of [0, 1]) {
      const [id, name, args] = [`c${part}`, 'SearchEntities', '{"query":"dbplus"}'];
      ledger.write({ type: 'agent.tool.called', step: 1, part, call: id, name, arguments: args });
    }
    const [found, lost] = [{ entities: ['a'] }, { message: 'Not found' }];
    ledger.write({ type: 'agent.tool.completed', step: 1, call: 'c0', outcome: 'done', structured: found });
    ledger.write({ type: 'agent.tool.completed', step: 1, call: 'c1', outcome: 'failed', error: lost });
    const tool = { tool_name: 'SearchEntities' };
    const summed = { name: 'SearchEntities', args_summary: "query: 'dbplus'" };
    expect(toMessages(foldAll(ledger.events))).toMatchObject([
      {
        role: 'assistant',
        metadata: {
          tool_calls: [
            { ...summed, id: 'c0' },
            { ...summed, id: 'c1' },
          ],
        },
      },
      { role: 'tool', metadata: { ...tool, tool_call_id: 'c0', tool_result: found } },
      { role: 'tool', metadata: { ...tool, tool_call_id: 'c1', tool_error: 'Not found' } },
    ]);
  });
});

/** Every place where the stream may be cut is in 001.cut.test.tsx. */
describe('State reconciliation', () => {
  const streamed = toMessages(foldAll(fromContractEvents(run)));
  const persisted = [user, call, result, answer];

  test('001.3: persisted versions replace streamed ones, by id, else by name and order: no turn is doubled', () => {
    expect(reconcile(streamed, persisted)).toEqual(persisted);
    expect(reconcile(persisted, persisted)).toEqual(persisted);
    // By the call's id, where messages have others.
    const live = [call, result].map((each) => ({ ...each, id: `live ${each.id}` }));
    expect(reconcile(live, persisted)).toEqual(persisted);
    for (let cut = 0; cut <= run.length; cut += 1) {
      expect(reconcile(toMessages(foldAll(fromContractEvents(run.slice(0, cut)))), persisted)).toEqual(persisted);
    }
  });

  test('ephemeral statuses go, errors stay', () => {
    const thinking = message('s1', 'status', 'Thinking...', { status_type: 'thinking' });
    const error = message('s2', 'status', 'Quota spent', { status_type: 'error' });
    expect(reconcile([user, thinking, error], [user])).toEqual([user, error]);
    const working = message('s3', 'status', 'SearchEntities', { status_type: 'tool_call' });
    expect(reconcile([user, working], [user, thinking, working, answer])).toEqual([user, answer]);
  });

  test('drawn: events as they come, then the stored history in their place', async () => {
    const page = await stage.draw('live', undefined);
    const tell = (messages: readonly Message[], events: readonly object[]): Promise<void> =>
      page.evaluate((told) => void Reflect.get(window, 'tell')(told), { messages, events });
    await expect.poll(() => page.evaluate(() => Reflect.has(window, 'tell'))).toBe(true);
    await tell([user], run.slice(0, 1));
    await page.getByText('Thinking…').waitFor();
    await tell([user], run.slice(0, 3));
    await page.getByText('SearchEntities').first().waitFor();
    await tell([user], run);
    await page.getByText('do.').waitFor();
    await tell(persisted, run);
    await openAll(page);
    await page.getByText('Found 3 entities').first().waitFor();
    expect(await page.locator('.tt-group').count()).toBe(1);
    expect(await page.locator('.tt-call').count()).toBe(1);
    expect(await page.getByText('Thinking…').count()).toBe(0);
    await expect.poll(() => page.locator('[data-kind=answer]').count()).toBe(1);
  });
});

describe('A history that is over looks over', () => {
  test.each([
    ['a call without a result', [user, call], 'no result'],
    ['a history that ends in a result', [user, call, result], undefined],
    ['one that was stopped', [user, call, result, stopped], undefined],
  ])('[L3] %s', async (_, messages, note) => {
    const words = shown(...messages);
    expect(words).not.toMatch(/Thinking|Working|⏳/u);
    if (note !== undefined) expect(words).toContain(note);
    expect(
      toMessages(foldAll(fromMessages(messages))).some(({ metadata }) => metadata?.status_type === 'thinking'),
    ).toBe(false);
    const page = await stage.draw('thread', { messages });
    await page.locator('.tt-group-head').click();
    expect(await page.locator('.tt-thread').innerText()).not.toMatch(/Thinking|Working|⏳/u);
    expect(await page.locator('.tt-spinner').count()).toBe(0);
  });
});

describe('Error handling', () => {
  test('a failed tool, and a failed agent: the banner, and the history stays', async () => {
    const failed = event('agent.status', { status: 'failed', error_message: 'Quota spent' });
    const page = await stage.draw('thread', { messages: [user], events: [...run.slice(0, 5), failed] });
    await page.getByText('Quota spent').waitFor();
    await page.getByText('Which programs know dbplus?').waitFor();
  });
});

/** 3, the details, are in 001.details.test.ts. */
describe('Optional UI enhancements', () => {
  test('1) call and result under one panel', () => {
    expect(shown(user, call, result)).toContain(
      "SearchEntities(query: 'dbplus', types: ['program'])\n    Found 3 entities",
    );
  });

  test('1) the time of a group is that of its calls, stored or live', async () => {
    for (const told of [{ messages: [user, call, result, answer] }, { messages: [user], events: run }]) {
      const page = await stage.draw('thread', told);
      await page.getByText('1 tool call').waitFor();
      expect(await page.locator('.tt-group .tt-chip').allTextContents()).toEqual(['250ms']);
    }
    const untold = { ...result, metadata: { tool_call_id: 'call_abc123', tool_name: 'SearchEntities' } };
    const page = await stage.draw('thread', { messages: [user, call, untold, answer] });
    await page.getByText('1 tool call').waitFor();
    expect(await page.locator('.tt-group .tt-chip').count()).toBe(0);
  });

  test('2) time and tokens below an answer', () => {
    const measured = { step_number: 1, duration_ms: 1200, usage: { input_tokens: 600, output_tokens: 650 } };
    const events = [event('agent.stream.chunk', { content: 'Done.' }), event('agent.step.completed', measured)];
    expect(drawn(fromContractEvents(events))).toBe('Done.\nAssistant · 1.2s · 650 tokens');
  });

  test('4) a call that is tried again says so, in words and in messages', () => {
    const ledger = new LedgerWriter('t1');
    ledger.write({ type: 'agent.step.started', step: 1 });
    ledger.write({ type: 'agent.tool.called', step: 1, part: 0, call: 'c', name: 'SearchEntities', arguments: '{}' });
    ledger.write({ type: 'agent.tool.started', step: 1, call: 'c' });
    ledger.write({ type: 'agent.tool.retrying', step: 1, call: 'c', attempt: 2, max_attempts: 3 });
    const words = '⟳ SearchEntities - Retrying (2/3)';
    expect(drawn(ledger.events)).toContain(words);
    expect(toMessages(foldAll(ledger.events)).at(-1)).toMatchObject({ role: 'status', content: words });
  });
});

describe('Frontend type definitions', () => {
  test('the helper functions', () => {
    expect([call, result, answer, user].map(isToolCallMessage)).toEqual([true, false, false, false]);
    expect([call, result].map(isToolResultMessage)).toEqual([false, true]);
    expect(hasToolError({ ...result, metadata: { tool_error: '' } })).toBe(true);
    expect([user, result].map((each) => shouldRenderAssistantContent(each))).toEqual([false, false]);
    expect(shouldRenderAssistantContent(answer)).toBe(true);
  });
});
