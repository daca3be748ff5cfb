/** What tokens cost: the list that comes with the program, and over it one of the reader's own. */
import { join } from 'node:path';
import type { Price } from '@toolthread/core/summary';
import { isJsonObject, parsedJson } from '@toolthread/core/json';
import type { Json } from '@toolthread/core/json';
import type { Environment } from '../sessions/session-places.ts';
import { fileText, givenText } from '../file-text.ts';
import { systemTrouble } from '../system-trouble.ts';
import type { Trouble } from '../system-trouble.ts';
import { userFolder } from '../user-folder.ts';

export interface PriceList {
  /** Null for the one that comes with the program. */
  readonly file: string | null;
  readonly date: string;
  readonly models: ReadonlyMap<string, Price>;
}

type Read = { readonly ok: true; readonly list: PriceList } | Trouble;

const SHIPPED = join(import.meta.dirname, 'prices.json');

/** The later one wins, model by model: `readPrices(values.prices, process.env)` */
export function readPrices(
  given: string | undefined,
  env: Environment,
): { readonly ok: true; readonly lists: readonly PriceList[] } | Trouble {
  const usual = join(userFolder('XDG_CONFIG_HOME', env), 'toolthread', 'prices.json');
  const lists: PriceList[] = [];
  for (const file of [SHIPPED, given ?? usual]) {
    const read = readList(file, file === usual ? fileText : givenText);
    if (read?.ok === false) return read;
    if (read !== undefined) lists.push(read.list);
  }
  return { ok: true, lists };
}

/** Providers put the date of a version behind a model's name. */
const VERSION_DATE = /-(?:\d{8}|\d{4}-\d{2}-\d{2})$/;

/** Undefined if no list names the model, with or without the date of its version. */
export function priceOf(lists: readonly PriceList[], model: string): Price | undefined {
  for (const name of [model, model.replace(VERSION_DATE, '')]) {
    const price = lists.findLast(({ models }) => models.has(name))?.models.get(name);
    if (price !== undefined) return price;
  }
  return undefined;
}

/** Undefined if there is none. */
function readList(file: string, textOf: (file: string) => string | undefined): Read | undefined {
  let text: string | undefined;
  try {
    text = textOf(file);
  } catch (error) {
    return systemTrouble(`The prices in ${file} cannot be read`, error);
  }
  if (text === undefined) return undefined;
  const list = parsedJson(text);
  const wrong = (what: string): Trouble => ({
    ok: false,
    what: `${file} is not a list of prices: ${what}.`,
    whatToDo: 'Write it as docs/usage.md shows: {"date":"2026-11-16","models":{"NAME":{"input":3,"output":15}}}',
  });
  if (!isJsonObject(list)) return wrong('it is not a JSON object');
  const { date, models } = list;
  if (typeof date !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(date))
    return wrong('"date" is not a date like 2026-11-16');
  if (!isJsonObject(models)) return wrong('"models" is no object');
  const prices = new Map<string, Price>();
  for (const [name, value] of Object.entries(models)) {
    const price = asPrice(value);
    if (price === undefined)
      return wrong(`${JSON.stringify(name)} needs "input" and "output", numbers from 0 on, for a million tokens`);
    prices.set(name, price);
  }
  return { ok: true, list: { file: file === SHIPPED ? null : file, date, models: prices } };
}

const isAmount = (value: Json | undefined): value is number => typeof value === 'number' && value >= 0;

function asPrice(value: Json | undefined): Price | undefined {
  if (!isJsonObject(value)) return undefined;
  const { input, output, cacheRead, cacheWrite } = value;
  if (!isAmount(input) || !isAmount(output)) return undefined;
  if (cacheRead !== undefined && !isAmount(cacheRead)) return undefined;
  if (cacheWrite !== undefined && !isAmount(cacheWrite)) return undefined;
  return {
    input,
    output,
    ...(cacheRead === undefined ? {} : { cacheRead }),
    ...(cacheWrite === undefined ? {} : { cacheWrite }),
  };
}
