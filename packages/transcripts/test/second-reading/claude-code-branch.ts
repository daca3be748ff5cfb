import { fields, list, word } from './token.ts';
import type { Fields } from './token.ts';

/**
 * Which records of a session still count. A record follows the nearest prompt above it, so that results, progress and attachments, which
 * fork as well, stay with theirs. Of two prompts that follow the same, the first was left, unless somebody went on from it.
 */
export function recordsThatCount(records: readonly Fields[], saidIn: (record: Fields) => string): readonly Fields[] {
  const tree = new Tree(records, saidIn);
  const counting = tree.promptsThatCount();
  const prompts = new Set(counting);
  // A resumed session writes its history again: the words count where they were first.
  const again = new Set(counting.filter((prompt) => tree.isToldAgain(prompt)).map(saidIn));
  let isCounting = true;
  return records.filter((record) => {
    if (!isOwn(record)) return isCounting;
    const prompt = tree.promptOf(record);
    isCounting = prompt === undefined || prompts.has(prompt) || again.has(saidIn(prompt));
    return isCounting && tree.toldBefore(record) === undefined;
  });
}

/** What follows a prompt, with all that follows the prompts after it. */
interface Branch {
  readonly prompt: Fields;
  readonly begins: number;
  /** Where words stand, other than results: those may come late. */
  readonly places: number[];
  isAnswered: boolean;
  /** Where a response of the prompt that it follows came after it: from there on it is known that both go on. */
  beside: number | undefined;
}

class Tree {
  readonly own: Fields[] = [];
  readonly #saidIn: (record: Fields) => string;
  readonly #places = new Map<Fields, number>();
  readonly #byUuid = new Map<string, Fields>();
  /** The first record that follows each. */
  readonly #first = new Map<string, Fields>();
  /** The first record that says a block, at its time. */
  readonly #saidAt = new Map<string, Fields>();
  /** The first record with a block of a response. */
  readonly #responses = new Map<string, Fields>();
  /** The first record that says all of it. */
  readonly #said = new Map<string, Fields>();
  readonly #prompts = new Map<Fields, Fields | undefined>();
  readonly #isLinked: boolean;

  constructor(records: readonly Fields[], saidIn: (record: Fields) => string) {
    this.#saidIn = saidIn;
    for (const record of records) {
      const uuid = word(record['uuid']);
      if (uuid === undefined || !isOwn(record) || this.#byUuid.has(uuid)) continue;
      this.#byUuid.set(uuid, record);
      this.#places.set(record, this.own.length);
      this.own.push(record);
      const parent = word(record['parentUuid']);
      if (parent !== undefined && !this.#first.has(parent)) this.#first.set(parent, record);
      const response = responseKey(record);
      if (response !== undefined && !this.#responses.has(response)) this.#responses.set(response, record);
      const said = saidIn(record) || summaryIn(record);
      if (said !== '' && !this.#said.has(said)) this.#said.set(said, record);
      for (const key of saidKeys(record)) if (!this.#saidAt.has(key)) this.#saidAt.set(key, record);
    }
    this.#isLinked = this.own.some(({ parentUuid }) => word(parentUuid) !== undefined);
  }

  promptsThatCount(): readonly Fields[] {
    const branches = new Map<Fields | undefined, Branch[]>();
    const all = new Map<Fields, Branch>();
    for (const [place, record] of this.own.entries()) {
      const isPrompt = this.isPrompt(record);
      if (!isPrompt && (record['type'] !== 'assistant' || !this.#isFirst(record))) continue;
      if (isPrompt) {
        const branch: Branch = { prompt: record, begins: place, places: [], isAnswered: false, beside: undefined };
        const above = this.promptOf(this.#above(record));
        all.set(record, branch);
        branches.set(above, [...(branches.get(above) ?? []), branch]);
      }
      if (!isPrompt) for (const beside of branches.get(this.promptOf(record)) ?? []) beside.beside ??= place;
      const passed = new Set<Fields>();
      for (let at = this.promptOf(record); at !== undefined && !passed.has(at); at = this.promptOf(this.#above(at))) {
        passed.add(at);
        const branch = all.get(at);
        if (branch === undefined) break;
        branch.places.push(place);
        if (!isPrompt) branch.isAnswered = true;
      }
    }
    const counting: Fields[] = [];
    const waiting: Branch[] = [...standing(branches.get(undefined) ?? [])];
    for (let branch = waiting.shift(); branch !== undefined; branch = waiting.shift()) {
      counting.push(branch.prompt);
      waiting.push(...standing(branches.get(branch.prompt) ?? []));
    }
    return counting;
  }

  /** The record itself, or the nearest prompt above it. */
  promptOf(record: Fields | undefined): Fields | undefined {
    const passed: Fields[] = [];
    let at = record;
    while (at !== undefined && !this.isPrompt(at) && !this.#prompts.has(at) && passed.length <= this.own.length) {
      passed.push(at);
      at = this.#above(at);
    }
    const prompt = at === undefined || this.isPrompt(at) ? at : this.#prompts.get(at);
    for (const one of passed) this.#prompts.set(one, prompt);
    return prompt;
  }

  /** The response to it came before. */
  isToldAgain(prompt: Fields): boolean {
    const place = this.#places.get(prompt) ?? 0;
    const response = idOf(this.own.slice(place).find(({ type }) => type === 'assistant'));
    return response !== undefined && this.own.slice(0, place).some((record) => idOf(record) === response);
  }

  isPrompt(record: Fields): boolean {
    return this.#saidIn(record) !== '' && this.toldBefore(record) === undefined;
  }

  /** What it tells again: at its time, or at another, with the response to it. */
  toldBefore(record: Fields): Fields | undefined {
    const keys = saidKeys(record);
    const firsts = keys.map((key) => this.#saidAt.get(key));
    const isAgain = firsts.length > 0 && firsts.every((first) => first !== undefined && first !== record);
    if (isAgain) return firsts.at(-1);
    const said = this.#saidIn(record) || summaryIn(record);
    const same = said === '' ? undefined : this.#said.get(said);
    return same !== undefined && same !== record && this.isToldAgain(record) ? same : undefined;
  }

  /** Whether a response was not told before. */
  #isFirst(record: Fields): boolean {
    const key = responseKey(record);
    return key === undefined || this.#responses.get(key) === record;
  }

  #above(record: Fields): Fields | undefined {
    const told = this.toldBefore(record);
    if (told !== undefined) return told;
    const parent = word(record['parentUuid']) ?? word(record['logicalParentUuid']);
    const isFirst = this.isPrompt(record) && record['parentUuid'] === null && record['isCompactSummary'] !== true;
    if (parent === undefined && isFirst && this.#isLinked) return undefined;
    const known = this.#byUuid.get(parent ?? '');
    if (known !== undefined) return known;
    // Its line is lost, or a compaction begins again: it goes on from what is before it.
    const first = this.#first.get(parent ?? '') ?? record;
    return this.own[(this.#places.get(first) ?? 0) - 1];
  }
}

/** Of those that follow the same, those that were not left: each takes the place of one from which nobody goes on after it. */
function standing(branches: readonly Branch[]): readonly Branch[] {
  const stand: Branch[] = [];
  for (const branch of branches) {
    const others = stand.filter(({ beside = Infinity }) => branch.begins < beside);
    const goOn = others.map(({ places }) => places.find((place) => place > branch.begins) ?? Infinity);
    const quiet = others.filter((_, at) => goOn[at] === Infinity);
    const [left] = quiet.toSorted((a, b) => lastOf(b) - lastOf(a));
    if (left !== undefined) stand.splice(stand.indexOf(left), 1);
    // Another program asked, and nothing came of it.
    const allGoOn = Math.max(...goOn);
    const isHeard = branch.isAnswered || branch.places.some((place) => place > allGoOn);
    if (left !== undefined || others.length === 0 || isHeard) stand.push(branch);
  }
  return stand;
}

function lastOf({ begins, places }: Branch): number {
  return places.at(-1) ?? begins;
}

function isOwn(record: Fields): boolean {
  return record['isSidechain'] !== true && word(record['uuid']) !== undefined;
}

function idOf(record: Fields | undefined): unknown {
  return fields(record?.['message'])['id'];
}

function responseKey(record: Fields): string | undefined {
  const { content } = fields(record['message']);
  return record['type'] === 'assistant' && idOf(record) !== undefined
    ? JSON.stringify([idOf(record), content])
    : undefined;
}

function summaryIn(record: Fields): string {
  return record['isCompactSummary'] === true ? JSON.stringify(fields(record['message'])['content']) : '';
}

/** Of what a person typed: a history that is written again may cut it into other records. */
function saidKeys(record: Fields): readonly string[] {
  const { content } = fields(record['message']);
  const at = word(record['timestamp']);
  if (record['type'] !== 'user' || !isWordsOnly(record) || at === undefined) return [];
  const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : list(content);
  return blocks.map((block) => `${at} ${JSON.stringify(block)}`);
}

/** What a person typed, without results beside it. */
export function isWordsOnly(record: Fields): boolean {
  const { content } = fields(record['message']);
  if (record['isMeta'] === true || record['isCompactSummary'] === true) return false;
  return !list(content).some((block) => fields(block)['type'] === 'tool_result');
}
