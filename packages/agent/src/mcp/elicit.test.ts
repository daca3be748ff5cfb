import type { ElicitRequestFormParams, ElicitResult } from '@modelcontextprotocol/client';
import type { Answer } from '@toolthread/core';
import { describe, expect, it } from 'vitest';
import { answered } from '../../test/answered.ts';
import type { Asked } from '../tool/tool.ts';
import { elicit } from './elicit.ts';

type Properties = ElicitRequestFormParams['requestedSchema']['properties'];

/** What the person is asked, and what the server gets when each question is answered by its first option, or a word. */
async function filled(
  message: string,
  properties: Properties,
): Promise<{ asked: Asked[]; result: ElicitResult | undefined }> {
  const asked: Asked[] = [];
  const result = await elicit(
    'shop',
    { message, requestedSchema: { type: 'object', properties } },
    {
      ask: (form) => {
        asked.push(form);
        const answers = form.questions.map(({ question, options = [] }): Answer => {
          const last = options.at(-1);
          return last === undefined
            ? { question, values: [], text: `for ${question}` }
            : { question, values: [last.label] };
        });
        return Promise.resolve(answered(answers));
      },
    },
  );
  return { asked, result };
}

describe('[H2] a form says what would be sent', () => {
  it('a label that is not the value stands beside it', async () => {
    const { asked } = await filled('?', {
      plan: {
        type: 'string',
        oneOf: [
          { const: 'premium-10-years', title: 'Free trial' },
          { const: 'free', title: 'free' },
        ],
      },
    });
    expect(asked[0]?.questions[0]?.options).toEqual([
      { label: 'Free trial', description: 'premium-10-years' },
      { label: 'free' },
    ]);
  });

  it('two choices of one name are two, and the one that is chosen is sent', async () => {
    const { asked, result } = await filled('?', {
      sure: {
        type: 'string',
        oneOf: [
          { const: 'keep', title: 'Yes' },
          { const: 'delete', title: 'Yes' },
        ],
      },
    });
    expect(asked[0]?.questions[0]?.options?.map(({ label }) => label)).toEqual(['Yes', 'Yes (delete)']);
    expect(result).toMatchObject({ content: { sure: 'delete' } });
  });

  it('fields that share their words keep their own answers', async () => {
    const { asked, result } = await filled('?', {
      a: { type: 'string', title: 'Name' },
      b: { type: 'string', title: 'Name' },
      'b (optional)': { type: 'string', title: 'Name (optional) (b' },
    });
    const words = asked[0]?.questions.map(({ question }) => question) ?? [];
    expect(new Set(words).size).toBe(3);
    expect(result?.content).toEqual({ a: `for ${words[0]}`, b: `for ${words[1]}`, 'b (optional)': `for ${words[2]}` });
  });

  it('what is cut says how much', async () => {
    const { asked } = await filled('x'.repeat(5000), { a: { type: 'string', description: 'y'.repeat(3000) } });
    expect(asked[0]?.title).toMatch(/^shop asks: x+… \(3,000 more characters\)$/);
    expect(asked[0]?.questions[0]?.question).toMatch(/… \([\d,]+ more characters\) \(optional\)$/);
  });

  it('a thousand choices are no simple form', async () => {
    const many = Array.from({ length: 1000 }, (_, n) => String(n));
    expect((await filled('?', { a: { type: 'string', enum: many } })).result).toBeUndefined();
  });

  it('[M9] choices of thousands of letters are no simple form: a page would be drawn of them for seconds', async () => {
    const choices = Array.from({ length: 100 }, (_, n) => `${n}${'a\u202e'.repeat(150)}`);
    expect((await filled('?', { a: { type: 'string', enum: choices } })).result).toBeUndefined();
    const fields = Object.fromEntries(
      choices.slice(0, 8).map((key) => [key, { type: 'string', enum: choices.slice(0, 9) } as const]),
    );
    expect((await filled('?', fields)).result).toBeUndefined();
    expect((await filled('?', { a: { type: 'string', enum: choices.slice(0, 30) } })).result).toBeDefined();
  });
});
