import { completionMessages } from '@toolthread/core/context';
import { expect, test } from 'vitest';
import { MemoryLedger } from '../../test/memory-ledger.ts';
import { call, echo, isCompleted, runOn, say, tool } from '../../test/run-on.ts';
import { textValue } from '../tool/tool-value.ts';

test('the model is given the results of its calls, in the order of the calls', async () => {
  const ledger = MemoryLedger.withPrompt('go');
  const slow = tool(
    'slow',
    () => new Promise((done) => ledger.when(isCompleted('c1_1'), () => done(textValue('slow')))),
    {
      safe: true,
    },
  );
  const script = [[call('slow'), call('echo', { word: 'fast' })], [say('ok')]];
  await runOn(ledger, { script, tools: [slow, echo] });
  expect(ledger.of('agent.tool.completed').map(({ call: id }) => id)).toEqual(['c1_1', 'c1_0']);
  const results = completionMessages(ledger.state).flatMap(({ toolResults }) => toolResults);
  expect(results.map(({ content }) => content)).toEqual(['slow', 'fast']);
});

test('readers run together, a writer alone, in the order of the calls', async () => {
  const ledger = MemoryLedger.withPrompt('go');
  let [now, most] = [0, 0];
  const seen: string[] = [];
  let bothRead = (): void => undefined;
  const both = new Promise<void>((resolve) => (bothRead = resolve));
  const busy = (name: string, safe: boolean): ReturnType<typeof tool> =>
    tool(
      name,
      async ({ word = '' }) => {
        now += 1;
        most = Math.max(most, now);
        seen.push(`${word}:${now}`);
        if (word === 'b') bothRead();
        if (word === 'a') await both;
        now -= 1;
        return textValue(word);
      },
      { safe },
    );
  const script = [
    [
      call('read', { word: 'a' }),
      call('read', { word: 'b' }),
      call('write', { word: 'c' }),
      call('write', { word: 'd' }),
      call('read', { word: 'e' }),
    ],
    [say('ok')],
  ];
  await runOn(ledger, { script, tools: [busy('read', true), busy('write', false)] });
  expect(seen).toEqual(['a:1', 'b:2', 'c:1', 'd:1', 'e:1']);
  expect(most).toBe(2);
});
