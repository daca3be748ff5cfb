import type { CompletionPart } from '@toolthread/core/context';
import { fieldsOf, isFields, listOf } from '@toolthread/core/json';
import type { Json } from '@toolthread/core/json';
import { checkedJson } from '../../wire/decode/checked-json.ts';
import { ownData } from '../../wire/encode/model-id.ts';
import type { ModelId } from '../../wire/encode/model-id.ts';
import type { AssistantMessage } from './chat-body.ts';
import type { Profile } from '../compat.ts';

/** The fields in which servers send reasoning; there is no official one. */
export const REASONING_FIELDS = ['reasoning_content', 'reasoning', 'reasoning_text'] as const;
type ReasoningField = (typeof REASONING_FIELDS)[number];

/** What is kept of a reasoning part, to go back to the model that made it. */
export type ReasoningBlob = {
  readonly field: ReasoningField | 'content' | 'details';
  readonly details?: readonly Json[];
};

type ReasoningFields = Pick<AssistantMessage, ReasoningField | 'reasoning_details'>;

/** The reasoning of one turn that the target made and takes back. The reasoning of other models is left out. */
export class OwnReasoning {
  readonly #target: ModelId;
  readonly #texts = new Map<string, string>();
  readonly #details: Json[] = [];

  constructor(target: ModelId) {
    this.#target = target;
  }

  take(part: Extract<CompletionPart, { type: 'reasoning' }>): void {
    const data = ownData(part.blob, this.#target);
    if (!isFields(data)) return;
    const { field, details } = fieldsOf(data);
    if (typeof field === 'string') this.#texts.set(field, (this.#texts.get(field) ?? '') + part.text.toWellFormed());
    for (const detail of listOf(details)) {
      const value = checkedJson(detail);
      if (isFields(value)) this.#details.push(value);
    }
  }

  fields(profile: Profile): ReasoningFields {
    switch (profile.reasoning) {
      case 'none':
      case 'as-content':
        return {};
      case 'always':
        return { reasoning_content: this.#texts.get('reasoning_content') ?? '' };
      case 'as-it-came': {
        const named = REASONING_FIELDS.find((field) => this.#texts.has(field));
        const text = named === undefined ? {} : { [named]: this.#texts.get(named) ?? '' };
        return { ...text, ...(this.#details.length === 0 ? {} : { reasoning_details: this.#details }) };
      }
      default:
        return profile.reasoning satisfies never;
    }
  }

  /** The content with the reasoning in it, for servers that want it there. */
  before(text: string, profile: Profile): readonly Json[] | undefined {
    const thinking = this.#texts.get('content') ?? '';
    if (profile.reasoning !== 'as-content' || thinking === '') return undefined;
    const words = text === '' ? [] : [{ type: 'text', text }];
    return [{ type: 'thinking', thinking: [{ type: 'text', text: thinking }] }, ...words];
  }
}
