/** Seed 004, "Tool Call Commentary Handling": its steps, its rules, its data and its display, in its order. `004.2` and the like are rows of docs/seeds.md. The streams are the AI SDK's own. Streams that are cut off behind any of their parts are in 004.aborts.test.ts. More statements of the note, by its headings, are in statements.test.ts. */
import { foldAll, LedgerWriter, threadOf, timeline } from '@toolthread/core';
import type { EventDraft } from '@toolthread/core';
import { renderText } from '@toolthread/core/blocks';
import { fromChatMessages, getMessageText, toChatMessages, toolWidget } from '@toolthread/core/contract';
import type { ChatMessage, ToolCall } from '@toolthread/core/contract';
import { readTranscript } from '@toolthread/transcripts';
import { readUIMessageStream } from 'ai';
import type { UIMessageChunk } from 'ai';
import { convertArrayToReadableStream } from 'ai/test';
import fc from 'fast-check';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { scenes } from './004.page.tsx';
import { ANSWER, call, finish, moments, READ, ROADS, SEARCH, STEPS, streamed, text, TOOLS } from './004.streams.ts';
import { withPage } from './stage/with-page.ts';

const stage = withPage<typeof scenes>(new URL('./004.page.tsx', import.meta.url));

describe.each(ROADS)('AI SDK Step Model: $road', ({ streamOf }) => {
  test('[004] the seed’s three steps: the final response alone, each commentary with its call', async () => {
    const all = await moments(streamOf());
    expect(all.at(-1)?.message).toMatchObject({
      id: 'answer-1',
      role: 'assistant',
      content: ANSWER,
      toolActivity: { isActive: false },
      toolCalls: [
        { id: 'c1', name: 'search_notes', args: { query: 'notes' }, status: 'completed', commentary: SEARCH },
        {
          id: 'c2',
          name: 'get_note',
          args: { id: 1 },
          status: 'completed',
          result: 'The first note.',
          commentary: READ,
        },
      ],
    });
    const steps = all.at(-1)?.events.filter(({ type }) => type === 'agent.step.started');
    expect(steps).toHaveLength(3);
  });

  test('[004] Deferred Content Accumulation (004.1): content holds commentary at no moment', async () => {
    const contents = (await moments(streamOf())).map(({ message }) => message?.content ?? '');
    expect([...new Set(contents)]).toEqual(['', ANSWER]);
  });

  test('[004] Commentary Capture Flow: start-step is active; tool-call is running, and names its tool', async () => {
    const all = await moments(streamOf());
    const after = (part: RegExp): (ChatMessage | undefined)[] =>
      all.filter((moment) => part.test(moment.part)).map(({ message }) => message);
    expect(after(/^start-step$/).map((message) => message?.toolActivity)).toEqual([
      { isActive: true },
      { isActive: true },
      { isActive: true },
    ]);
    const called = after(/^tool-(?:call|input-available)$/);
    expect(called.map((message) => message?.toolActivity)).toEqual([
      { isActive: true, currentStep: 'search_notes' },
      { isActive: true, currentStep: 'get_note' },
    ]);
    expect(called.map((message) => message?.toolCalls?.at(-1))).toMatchObject([
      { id: 'c1', status: 'running', commentary: SEARCH },
      { id: 'c2', status: 'running', commentary: READ },
    ]);
    const given = after(/^tool-(?:result|output-available)$/);
    expect(given.map((message) => message?.toolCalls?.at(-1)?.status)).toEqual(['completed', 'completed']);
  });

  test('[004] the widget: thinking, working, thinking with its entries, working, complete', async () => {
    const seen = (await moments(streamOf())).flatMap(({ message }) =>
      message === undefined ? [] : [toolWidget(message)],
    );
    const words = seen.map((widget) => `${widget.kind} ${'entries' in widget ? widget.entries.length : ''}`);
    expect(words.filter((word, index) => word !== words[index - 1])).toEqual([
      'thinking 0',
      'working 1',
      'thinking 1',
      'working 2',
      'thinking 2',
      'complete 2',
    ]);
  });
});

describe('what the seed’s loop does not say', () => {
  test('[004] a tool that throws is an error, with its commentary', async () => {
    const get_note = (): never => {
      throw new Error('no such note');
    };
    const { message } = (await moments(streamed(STEPS, { ...TOOLS, get_note }).fullStream)).at(-1) ?? {};
    expect(message?.toolCalls?.[1]).toMatchObject({ status: 'error', error: 'no such note', commentary: READ });
    expect(message?.content).toBe(ANSWER);
  });

  test.each(['fullStream', 'UI message stream'])('[004] an abort while a tool runs: %s', async (road) => {
    const controller = new AbortController();
    const search_notes = (): Promise<never> => {
      queueMicrotask(() => controller.abort());
      return new Promise(() => undefined);
    };
    const result = streamed(STEPS, { ...TOOLS, search_notes }, controller.signal);
    const all = await moments(road === 'fullStream' ? result.fullStream : result.toUIMessageStream());
    const last = all.at(-1);
    expect(last?.message).toMatchObject({
      content: '',
      toolActivity: { isActive: false },
      toolCalls: [{ id: 'c1', status: 'error', commentary: SEARCH }],
    });
    expect(last?.message?.toolCalls?.[0]?.error).toMatch(/^interrupted/i);
    expect(last?.events.findLast(({ type }) => type === 'agent.status')).toMatchObject({ status: 'cancelled' });
    const page = await stage.draw('thread', last?.events ?? []);
    await page.getByText('1 interrupted').first().waitFor();
    expect(await page.locator('main').innerText()).not.toMatch(/nothing ran|Thinking…|Working/);
  });

  test('[004] 004.2: words after the last call of a step are kept, behind it', async () => {
    const after = 'I look at the second one, too.';
    const twice = [...text(SEARCH), call('c1', 'search_notes', '{}'), ...text(after, 't2'), finish('tool-calls')];
    const { message, events } = (await moments(streamed([twice, ...STEPS.slice(2)], TOOLS).fullStream)).at(-1) ?? {};
    expect(message).toMatchObject({ content: ANSWER, toolCalls: [{ commentary: `${SEARCH}\n\n${after}` }] });
    const shown = renderText(timeline(threadOf(events ?? [])), { form: 'expanded' });
    const places = [SEARCH, 'search_notes()', after, ANSWER].map((words) => shown.indexOf(words));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(places).not.toContain(-1);
  });

  test('[004] 004.5: words that were heard before an abort stay', () => {
    const writer = new LedgerWriter('t', { format: 'test' });
    const drafts: EventDraft[] = [
      { type: 'agent.step.started', step: 1 },
      { type: 'agent.text.delta', step: 1, part: 0, offset: 0, text: 'The notes say' },
      { type: 'agent.step.completed', step: 1, finish_reason: 'aborted' },
      { type: 'agent.status', status: 'cancelled' },
    ];
    for (const draft of drafts) writer.write(draft);
    expect(toChatMessages(foldAll(writer.events)).at(-1)?.content).toBe('The notes say');
    expect(renderText(timeline(threadOf(writer.events)), { form: 'expanded' })).toMatch(/The notes say[^]*[Ss]topped/);
  });

  /** What a writer may tell of one run, in any order that makes sense; every text has words of its own. */
  const histories = fc
    .array(
      fc.record({
        phase: fc.constantFrom('commentary', 'answer', undefined),
        // The second and the third reach the bar of rule 4 while their step is open.
        more: fc.constantFrom('', '\n\n- one\n- two\n'.repeat(9), ' And so on.'.repeat(99)),
        calls: fc.nat(2),
        ends: fc.constantFrom('stop', 'tool_calls', 'length'),
        between: fc.constantFrom('nothing', 'steer', 'awaiting_user', 'running'),
        after: fc.constantFrom('nothing', 'awaiting_user', 'running'),
      }),
      { minLength: 1, maxLength: 5 },
    )
    .chain((steps) => fc.record({ steps: fc.constant(steps), tells: fc.boolean() }));

  test('[004] content holds commentary at no moment, with phases and without, steered, waiting, with and without a status', () => {
    fc.assert(
      fc.property(histories, ({ steps, tells }) => {
        const commentary: string[] = [];
        const drafts: EventDraft[] = tells ? [{ type: 'agent.status', status: 'running' }] : [];
        const tell = (what: string): EventDraft[] => {
          if (what === 'steer') {
            const parts = [{ type: 'text', text: 'hurry' }] as const;
            return [{ type: 'message.posted', author: '@human', delivery: 'steer', parts }];
          }
          return tells && (what === 'awaiting_user' || what === 'running')
            ? [{ type: 'agent.status', status: what }]
            : [];
        };
        steps.forEach(({ phase, more, calls, ends, between, after }, index) => {
          const step = index + 1;
          const words = `words of step ${step}.`;
          const said = phase === undefined ? {} : { phase };
          drafts.push({ type: 'agent.step.started', step });
          drafts.push({ type: 'agent.text.delta', step, part: 0, offset: 0, text: words + more, ...said });
          drafts.push(...tell(between));
          for (let part = 1; part <= calls; part += 1) {
            const call = `c${step}-${part}`;
            drafts.push({ type: 'agent.tool.called', step, part, call, name: 'look', arguments: '{}' });
            drafts.push({ type: 'agent.tool.completed', step, call, outcome: 'done' });
          }
          const reason = calls > 0 ? 'tool_calls' : ends === 'tool_calls' ? 'pause' : ends;
          drafts.push({ type: 'agent.step.completed', step, finish_reason: reason });
          drafts.push(...tell(after));
          if (phase !== 'answer' && calls > 0) commentary.push(words);
        });
        const ledger = new LedgerWriter('t');
        for (const draft of drafts) {
          ledger.write(draft);
          const content = toChatMessages(foldAll(ledger.events))
            .filter(({ role }) => role === 'assistant')
            .map((message) => message.content)
            .join('\n');
          for (const words of commentary) expect(content).not.toContain(words);
        }
      }),
      { numRuns: 100 },
    );
  });
});

describe('Data Model', () => {
  test('[004] [L1] the message that a page of the SDK stores gives the same chat as the stream it was made of', async () => {
    const get_note = (): never => {
      throw new Error('no such note');
    };
    const tools = { search_notes: () => ({ content: [{ type: 'text', text: 'three' }] }), get_note };
    const chunks: UIMessageChunk[] = [];
    for await (const chunk of streamed(STEPS, tools).toUIMessageStream()) chunks.push(chunk);
    const live = (await moments(convertArrayToReadableStream(chunks))).at(-1)?.message;
    const stored: unknown[] = [{ id: 'u', role: 'user', parts: [{ type: 'text', text: 'Find my notes' }] }];
    for await (const whole of readUIMessageStream({ stream: convertArrayToReadableStream(chunks) })) stored[1] = whole;
    const { format, events } = readTranscript(JSON.stringify(stored));
    expect(format).toBe('ai-sdk');
    const { content, toolCalls } = toChatMessages(foldAll(events)).at(-1) ?? {};
    expect({ content, toolCalls }).toEqual({ content: live?.content, toolCalls: live?.toolCalls });
    expect(toolCalls).toHaveLength(2);
  });

  test('[004] createdAt is ISO text (ADR 0011); a stored Date is read', () => {
    const events = fromChatMessages([{ id: 'u', role: 'user', content: 'Hi', createdAt: new Date(0) }]);
    expect(toChatMessages(foldAll(events))[0]?.createdAt).toBe('1970-01-01T00:00:00.000Z');
  });
});

const stored = (id: string, name: string, more: Partial<ToolCall> = {}): ToolCall => {
  return { id, name, args: { query: 'notes' }, result: 'three notes', status: 'completed', ...more };
};
const message = (more: Partial<ChatMessage>): ChatMessage => {
  return { id: 'm1', role: 'assistant', content: '', createdAt: '2026-01-16T10:05:00.000Z', ...more };
};

describe('Display Logic', () => {
  test('[004] Thinking: before the first call', async () => {
    const thinking = message({ toolActivity: { isActive: true } });
    expect(toolWidget(thinking)).toEqual({ kind: 'thinking', entries: [] });
    const page = await stage.draw('chat', [thinking]);
    await page.getByText('Thinking…').waitFor();
    await movesUnlessUnwanted(page);
  });

  test('[004] Working: the name of the tool that runs', async () => {
    const working = message({
      toolCalls: [stored('c1', 'search_notes', { status: 'running', commentary: SEARCH })],
      toolActivity: { isActive: true, currentStep: 'search_notes' },
    });
    expect(toolWidget(working)).toMatchObject({ kind: 'working', tool: 'search_notes' });
    const page = await stage.draw('chat', [working]);
    await page.getByText(/Working.*search_notes/).waitFor();
    await movesUnlessUnwanted(page);
  });

  /** The ring beside it turns, where the seed pulses (ADR 0011); it stands still for who wants no motion. */
  async function movesUnlessUnwanted(page: Page): Promise<void> {
    const ring = page.locator('.tt-spinner').first();
    await ring.waitFor();
    const motion = (): Promise<string> => ring.evaluate((element) => getComputedStyle(element).animationName);
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await expect.poll(motion).toBe('tt-turn');
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await expect.poll(motion).toBe('none');
  }

  test('[004] Complete: one label for it everywhere (004.3), and a click shows calls, commentary, arguments, results', async () => {
    const complete = message({
      content: ANSWER,
      toolCalls: [
        stored('c1', 'search_notes', { commentary: SEARCH }),
        stored('c2', 'get_note', { commentary: READ, status: 'error', error: 'no such note' }),
      ],
      toolActivity: { isActive: false },
    });
    expect(toolWidget(complete)).toMatchObject({ kind: 'complete', failed: 1 });
    const page = await stage.draw('chat', [complete]);
    await page.getByText(/2 tool calls.*1 failed/).click();
    for (const words of [SEARCH, READ, 'search_notes', 'no such note']) await page.getByText(words).first().waitFor();
    const icons = await page.locator('.tt-call').evaluateAll((calls) =>
      calls.map((call) => {
        const { content, width, backgroundColor } = getComputedStyle(call, '::before');
        return { isDrawn: content !== 'none' && width !== 'auto' && width !== '0px', backgroundColor };
      }),
    );
    expect(icons.map(({ isDrawn }) => isDrawn)).toEqual([true, true]);
    expect(new Set(icons.map(({ backgroundColor }) => backgroundColor)).size).toBe(2);
    await page.locator('.tt-call-head').first().click();
    const copied = page.evaluate(
      () =>
        new Promise<string>((resolve) => {
          const writeText = (words: string): Promise<void> => Promise.resolve(resolve(words));
          Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
        }),
    );
    await page.getByRole('button', { name: 'Copy as JSON' }).first().click();
    expect(JSON.parse(await copied)).toMatchObject({
      name: 'search_notes',
      arguments: { query: 'notes' },
      status: 'done',
      structured: 'three notes',
    });
    const order = await page.locator('main').innerText();
    expect(order.indexOf('2 tool calls')).toBeLessThan(order.indexOf(SEARCH));
    expect(order.indexOf(SEARCH)).toBeLessThan(order.indexOf(READ));
    expect(order.indexOf(READ)).toBeLessThan(order.indexOf("Here's what I found"));
  });

  test('[004] Complete: its mark says done only where no call failed', async () => {
    for (const [status, mark] of [
      ['completed', 'done'],
      ['error', 'failed'],
    ] as const) {
      const toolCalls = [stored('c1', 'search_notes'), stored('c2', 'get_note', { status })];
      const page = await stage.draw('chat', [message({ content: ANSWER, toolCalls })]);
      const dot = page.locator('.tt-group-head .tt-dot');
      await expect.poll(() => dot.getAttribute('data-state')).toBe(mark);
    }
  });

  test('[004] Conversation Layout: the user, the widget, the answer, as the SDK streamed them', async () => {
    const events = (await moments(ROADS[0].streamOf())).at(-1)?.events ?? [];
    const page = await stage.draw('thread', events);
    await page.getByText('2 tool calls').waitFor();
    const shown = await page.locator('main').innerText();
    const places = ['Find my notes', '2 tool calls', "Here's what I found"].map((words) => shown.indexOf(words));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(shown).not.toContain(SEARCH);
  });
});

describe('Backward Compatibility', () => {
  test('[004] getMessageText takes commentary out of old contents, where it leads (004.4)', () => {
    const toolCalls = [
      stored('c1', 'search_notes', { commentary: SEARCH }),
      stored('c2', 'get_note', { commentary: READ }),
    ];
    expect(getMessageText({ content: `${SEARCH}${READ}${ANSWER}`, toolCalls })).toBe(ANSWER);
    expect(getMessageText({ content: `First. ${SEARCH} Last.`, toolCalls })).toBe(`First. ${SEARCH} Last.`);
    expect(getMessageText({ content: '' })).toBe('');
    expect(getMessageText({ content: ANSWER })).toBe(ANSWER);
  });

  test('[004] drawn: commentary that is in an old content stands with its call, and not in the answer', async () => {
    const toolCalls = [stored('c1', 'search_notes', { commentary: SEARCH })];
    const page = await stage.draw('chat', [message({ content: `${SEARCH}${ANSWER}`, toolCalls })]);
    await page.getByText('1 tool call').click();
    await page.locator('.tt-call').waitFor();
    expect((await page.locator('main').innerText()).split(SEARCH)).toHaveLength(2);
    expect(await page.locator('[data-kind=answer]').innerText()).not.toContain(SEARCH);
  });

  test('[004] a call without commentary goes by its name', async () => {
    const old = message({ toolCalls: [stored('c1', 'search_notes')] });
    expect(toolWidget(old)).toMatchObject({ kind: 'complete', entries: [{ title: 'search_notes' }] });
    const page = await stage.draw('chat', [old]);
    await page.getByText('1 tool call').click();
    await expect.poll(() => page.locator('.tt-rail').innerText()).toMatch(/^search_notes/);
  });

  test.each([
    ['no toolActivity', {}],
    ['inactive', { toolActivity: { isActive: false } }],
  ])('[004] %s is complete: nobody thinks where the content is empty', async (_, activity) => {
    for (const toolCalls of [[], [stored('c1', 'search_notes')]]) {
      const old = message({ ...(toolCalls.length === 0 ? {} : { toolCalls }), ...activity });
      expect(toolWidget(old).kind).toBe(toolCalls.length === 0 ? 'none' : 'complete');
      const page = await stage.draw('chat', [
        { id: 'u', role: 'user', content: 'Find my notes', createdAt: old.createdAt },
        old,
      ]);
      await page.getByText('Find my notes').waitFor();
      expect(await page.locator('main').innerText()).not.toMatch(/Thinking|Working|⏳/);
    }
  });
});
