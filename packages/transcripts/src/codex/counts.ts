import type { Json } from '@toolthread/core';
import { textIn } from '../fields.ts';
import type { RolloutLine } from './rollout-line.ts';

const CALLS = new Set(['function_call', 'custom_tool_call', 'local_shell_call', 'tool_search_call']);
const OUTPUTS = new Set(['function_call_output', 'custom_tool_call_output', 'tool_search_output']);

/** What `inspect` counts in a rollout: by its items, whether or not they are shown. */
export class Counts {
  readonly #types = new Map<string, number>();
  readonly #versions = new Set<string>();
  readonly #calls = new Set<string>();
  readonly #results = new Set<string>();
  #resultBeforeCall = 0;
  #listOutputs = 0;

  record({ kind, type, payload }: RolloutLine): void {
    const name = type === '' ? kind : `${kind}/${type}`;
    this.#types.set(name, (this.#types.get(name) ?? 0) + 1);
    const version = kind === 'session_meta' ? textIn(payload, 'cli_version') : undefined;
    if (version !== undefined) this.#versions.add(version);
    if (kind !== 'response_item') return;
    const id = textIn(payload, 'call_id') ?? textIn(payload, 'id') ?? '';
    if (CALLS.has(type)) {
      if (this.#results.has(id) && !this.#calls.has(id)) this.#resultBeforeCall += 1;
      this.#calls.add(id);
    }
    if (!OUTPUTS.has(type)) return;
    this.#results.add(id);
    if (Array.isArray(payload['output'])) this.#listOutputs += 1;
  }

  all(): { readonly [name: string]: Json } {
    const answered = [...this.#calls].filter((id) => this.#results.has(id)).length;
    return {
      types: Object.fromEntries(this.#types),
      cliVersions: [...this.#versions].sort(),
      toolCalls: this.#calls.size,
      answered,
      unanswered: this.#calls.size - answered,
      orphanResults: [...this.#results].filter((id) => !this.#calls.has(id)).length,
      resultBeforeCall: this.#resultBeforeCall,
      listOutputs: this.#listOutputs,
    };
  }
}
