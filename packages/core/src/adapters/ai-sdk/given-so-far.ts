import type { EndingFields } from '../../contract/foreign/tool-ending.ts';
import type { ContentPart } from '../../ledger/content-part.ts';
import { aiSdkOutput } from './ai-sdk-output.ts';
import type { AiSdkOutput } from './ai-sdk-output.ts';

/** What a tool gave before its last result. Texts are printed, each once; of data, which grows with each of them, the newest is kept. */
export class GivenSoFar {
  #printed = '';
  #newest = '';
  #last: AiSdkOutput = { parts: [] };

  /** What is to be printed now, and where. */
  take(output: unknown): { readonly offset: number; readonly text: string } | undefined {
    this.#last = aiSdkOutput(output);
    const said = textIn(this.#last);
    if (said === '' || said === this.#newest) return undefined;
    const goesOn = this.#newest !== '' && said.startsWith(this.#newest);
    const line = this.#printed === '' ? said : `\n${said}`;
    const text = goesOn ? said.slice(this.#newest.length) : line;
    const offset = this.#printed.length;
    this.#printed += text;
    this.#newest = said;
    return { offset, text };
  }

  /** All of it, for a call that has no other result. */
  get result(): Pick<EndingFields, 'parts' | 'structured'> {
    const { parts, structured } = this.#last;
    const isText = textIn(this.#last) !== '';
    const printed: readonly ContentPart[] = this.#printed === '' ? [] : [{ type: 'text', text: this.#printed }];
    const all = [...printed, ...(isText ? parts.filter(({ type }) => type !== 'text') : parts)];
    const data = isText || structured === undefined ? {} : { structured };
    return { ...(all.length === 0 ? {} : { parts: all }), ...data };
  }
}

/** Its words, where it is words: not data that is written as JSON. */
function textIn({ parts, structured }: AiSdkOutput): string {
  const [first] = parts;
  const isData = typeof structured !== 'string' && first?.type === 'text' && first.text === JSON.stringify(structured);
  return isData ? '' : parts.flatMap((part) => (part.type === 'text' ? part.text : [])).join('\n');
}
