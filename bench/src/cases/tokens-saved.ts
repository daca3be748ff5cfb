import type { Case } from '../case.ts';
import { harmonyTokens } from '../tokens/harmony-tokens.ts';
import { placeholderForm, structuredForm } from '../tokens/placeholder-form.ts';
import { THREADS } from '../tokens/threads.ts';

export const tokensSaved: Case = {
  name: 'tokens-saved',
  unit: 'tokens, calls as text over calls as calls',
  async run() {
    let text = 0;
    let structured = 0;
    const each: string[] = [];
    for (const [name, work] of Object.entries(THREADS)) {
      const asText = harmonyTokens(await placeholderForm(work, 'bare'));
      const numbered = harmonyTokens(await placeholderForm(work, 'numbered'));
      const asCalls = harmonyTokens(await structuredForm(work));
      each.push(`${name}: ${asText} (${numbered} with numbers) over ${asCalls}, ${(asText / asCalls).toFixed(2)}x`);
      text += asText;
      structured += asCalls;
    }
    return { ours: text, theirs: structured, note: each.join('; ') };
  },
};
