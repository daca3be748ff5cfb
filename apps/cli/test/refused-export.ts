import { validators } from '@toolthread/provider-stub';
import type { ThreadState } from '@toolthread/core';
import { writeMessages } from '../src/export/write-messages.ts';

/** Rules that only a request has to keep: an export may end with the answer. */
const OF_REQUESTS = new Set(['prefill']);

/** What a provider says of a thread that is exported for it and continued: as it is, and with one more question. */
export async function refusedExport(state: ThreadState, form: 'anthropic' | 'openai'): Promise<readonly string[]> {
  const session = {
    async *pieces() {
      yield { state };
    },
  };
  const messages: unknown[] = JSON.parse((await Array.fromAsync(writeMessages(session, form))).join(''));
  if (messages.length === 0) return [];
  const asked = [...messages, { role: 'user', content: 'Go on.' }];
  return [messages, asked].flatMap((all) => refused(all, form));
}

function refused(messages: readonly unknown[], form: 'anthropic' | 'openai'): readonly string[] {
  const tool = { name: 'look', description: 'Looks.' };
  const problems =
    form === 'anthropic'
      ? validators.anthropic({
          model: 'm',
          max_tokens: 100,
          messages,
          tools: [{ ...tool, input_schema: { type: 'object' } }],
        })
      : validators.openaiChat({
          model: 'm',
          messages,
          tools: [{ type: 'function', function: { ...tool, parameters: { type: 'object' } } }],
        });
  return problems.filter(({ rule }) => !OF_REQUESTS.has(rule)).map(({ rule, message }) => `${rule}: ${message}`);
}
