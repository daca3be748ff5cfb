import { textOf } from '@toolthread/core/json';
import type { Json } from '@toolthread/core/json';
import { CallCounts } from '../thread/call-counts.ts';
import { Tally } from '../thread/tally.ts';
import type { RolloutLine } from './rollout-line.ts';

const CALLS = new Set(['function_call', 'custom_tool_call', 'local_shell_call', 'tool_search_call']);
const OUTPUTS = new Set(['function_call_output', 'custom_tool_call_output', 'tool_search_output']);

/** What `inspect` counts in a rollout: by its items, whether or not they are shown. */
export class Counts {
  readonly #types = new Tally();
  readonly #versions = new Set<string>();
  readonly #calls = new CallCounts();
  #listOutputs = 0;

  record({ kind, type, payload }: RolloutLine): void {
    this.#types.add(type === '' ? kind : `${kind}/${type}`);
    const version = kind === 'session_meta' ? textOf(payload['cli_version']) : undefined;
    if (version !== undefined) this.#versions.add(version);
  }

  /** A call or an output, if it is the session's own. What the provider ran itself, such as a search, is counted by the ledger only. */
  call({ kind, type, payload }: RolloutLine): void {
    if (kind !== 'response_item') return;
    const id = textOf(payload['call_id']) ?? textOf(payload['id']) ?? '';
    if (CALLS.has(type)) this.#calls.call(id);
    if (!OUTPUTS.has(type)) return;
    this.#calls.result(id);
    if (Array.isArray(payload['output'])) this.#listOutputs += 1;
  }

  all(): { readonly [name: string]: Json } {
    return {
      types: this.#types.all(),
      cliVersions: [...this.#versions].sort(),
      ...this.#calls.all(),
      listOutputs: this.#listOutputs,
    };
  }
}
