/** Arguments that arrive value by value, each with its path. They are arguments only when the call is complete. */
import { fieldsOf, isFields, textOf } from '@toolthread/core/json';
import type { Json } from '@toolthread/core/json';
import { checkedJson } from '../../wire/decode/checked-json.ts';
import { readJsonPath } from './read-json-path.ts';
import type { PathStep } from './read-json-path.ts';

type Node = Json | Map<string, Node> | Node[];
interface Value {
  readonly steps: readonly PathStep[];
  value: Json;
}

const MAX_DEPTH = 100;

export class PartialArguments {
  readonly #values = new Map<string, Value>();
  readonly #unread: Json[] = [];
  /** The paths of texts that still grow. */
  readonly #growing = new Set<string>();

  take(arg: unknown): void {
    const fields = fieldsOf(arg);
    const path = textOf(fields['jsonPath']) ?? '';
    const steps = readJsonPath(path);
    const value = valueIn(arg);
    if (steps === undefined || steps.length > MAX_DEPTH || value === undefined) {
      this.#unread.push(checkedJson(arg) ?? null);
      return;
    }
    const known = this.#growing.has(path) ? this.#values.get(path) : undefined;
    if (known !== undefined && typeof known.value === 'string' && typeof value === 'string') known.value += value;
    else this.#values.set(path, { steps, value });
    if (fields['willContinue'] === true) this.#growing.add(path);
    else this.#growing.delete(path);
  }

  /** The arguments as JSON text. If a value does not fit its path, the text is a list of all values: no tool takes a list as its arguments. */
  text(): string {
    const root = new Map<string, Node>();
    const fits =
      this.#unread.length === 0 && [...this.#values.values()].every(({ steps, value }) => put(root, steps, value));
    if (!fits) return JSON.stringify([...this.#values.values(), ...this.#unread]);
    return JSON.stringify(plain(root));
  }
}

function valueIn(arg: unknown): Json | undefined {
  if (!isFields(arg)) return undefined;
  if ('nullValue' in arg) return null;
  for (const key of ['stringValue', 'numberValue', 'boolValue']) {
    const value = arg[key];
    if (typeof value === 'string' || typeof value === 'boolean') return value;
    if (typeof value === 'number' && Number.isFinite(value)) return value;
  }
  return undefined;
}

/** An index beyond the end of a list is refused: `[999999]` would make a list of a million. */
function put(root: Map<string, Node>, steps: readonly PathStep[], value: Json): boolean {
  let node: Node = root;
  for (const [index, step] of steps.entries()) {
    const next = steps[index + 1];
    const empty: Node = next === undefined ? value : typeof next === 'number' ? [] : new Map<string, Node>();
    if (node instanceof Map && typeof step === 'string') {
      const child: Node = next === undefined ? empty : (node.get(step) ?? empty);
      node.set(step, child);
      node = child;
    } else if (isNodes(node) && typeof step === 'number' && step <= node.length) {
      const child: Node = next === undefined ? empty : (node[step] ?? empty);
      node[step] = child;
      node = child;
    } else return false;
  }
  return true;
}

function isNodes(node: Node): node is Node[] {
  return Array.isArray(node);
}

function plain(node: Node): Json {
  if (node instanceof Map) return Object.fromEntries(Array.from(node, ([key, child]) => [key, plain(child)]));
  return isNodes(node) ? node.map(plain) : node;
}
