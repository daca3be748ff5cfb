import { readFileSync } from 'node:fs';
import { ContextManager } from '@toolthread/core/context';
import { expect, test } from 'vitest';
import { harmonyTokens } from './harmony-tokens.ts';
import { placeholderForm, structuredForm } from './placeholder-form.ts';
import { THREADS } from './threads.ts';

test('both forms of a thread tell the same results', async () => {
  for (const work of Object.values(THREADS)) {
    const results = work.flatMap(({ calls }) => calls.map(({ answer, result }) => answer ?? result));
    const text = (await placeholderForm(work, 'bare')).map(({ content }) => content).join('\n\n');
    const structured = (await structuredForm(work)).flatMap(({ toolResults }) =>
      toolResults.map(({ content }) => content),
    );
    expect(structured).toEqual(results);
    for (const result of results) expect(text).toContain(result);
  }
});

test('a call as text has its name and arguments in brackets', async () => {
  const [, said] = await placeholderForm(THREADS['small calls, 80'] ?? [], 'bare');
  expect(said?.content).toContain('[read_sensor(sensor="boiler-0-0", unit="celsius", samples=3)] [read_sensor(');
});

test('words are counted by the tokenizer, marks as one each', async () => {
  const manager = new ContextManager();
  manager.addUserMessage('hello world');
  await manager.flushUserBuffer();
  // <|start|> user <|message|> hello world <|end|>
  expect(harmonyTokens(manager.messages)).toBe(6);
  manager.addAssistantMessageWithTools('', [{ id: 'c', name: 'look', parameters: {} }]);
  manager.addToolResult('c', 'yes', false);
  await manager.flushUserBuffer();
  expect(harmonyTokens(manager.messages)).toBeGreaterThan(6 + 9);
});

test('[002] structured calls cost more tokens than text does, questions excepted (ADR 0011), as docs/context.md says', async () => {
  const docs = readFileSync(new URL('../../../docs/context.md', import.meta.url), 'utf8');
  const ratios: number[] = [];
  for (const work of Object.values(THREADS)) {
    const text = harmonyTokens(await placeholderForm(work, 'bare'));
    const calls = harmonyTokens(await structuredForm(work));
    ratios.push(text / calls);
    expect(docs).toMatch(new RegExp(`\\| ${text.toLocaleString('en')} \\|.*\\| ${calls.toLocaleString('en')} \\|`));
  }
  expect(ratios.map((ratio) => ratio < 1)).toEqual([true, false, true]);
});
