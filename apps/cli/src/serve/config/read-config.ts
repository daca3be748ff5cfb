import { join, resolve } from 'node:path';
import { isFields, parsedJson } from '@toolthread/core/json';
import type { Fields } from '@toolthread/core/json';
import { fileText, givenText } from '../../file-text.ts';
import { systemTrouble } from '../../system-trouble.ts';

export type ReadConfig =
  | { readonly ok: true; readonly file: string | undefined; readonly fields: Fields }
  | { readonly ok: false; readonly reason: string };

/** In a data folder. */
const CONFIG_NAME = 'toolthread.json';

/** The file that was named, which must be there; or the data folder's, if it has one. `readConfig(undefined, data)` */
export function readConfig(named: string | undefined, data: string): ReadConfig {
  const file = named === undefined ? join(data, CONFIG_NAME) : resolve(named);
  try {
    const text = named === undefined ? fileText(file) : givenText(file);
    if (text === undefined) return { ok: true, file: undefined, fields: {} };
    const fields = parsedJson(text);
    return isFields(fields)
      ? { ok: true, file, fields }
      : { ok: false, reason: `${file} does not contain a JSON object.` };
  } catch (error) {
    return { ok: false, reason: systemTrouble(`${file} cannot be read`, error).what };
  }
}
