import { fieldsOf } from '@toolthread/core/json';
import type { Json } from '@toolthread/core/json';
import { formatReaders } from './format-readers.ts';
import type { FormatReader } from './format-reader.ts';

const SURE = 0.9;

/**
 * The reader of the format these first records are most likely of; `if sure`, only when there is no doubt. Records that no
 * reader knows do not count. Where the records leave a doubt, the folder of the file tells it. Several records are no document.
 */
export function chooseReader(
  first: readonly Json[],
  path: string | undefined,
  when: 'if sure' | 'now',
): FormatReader | undefined {
  const readers = first.length > 1 ? formatReaders.filter(({ shape }) => shape !== 'document') : formatReaders;
  const telling = first.length > 1 ? first.filter((one) => mostLikely(readers, [one], path).sureness > 0) : first;
  const { reader, sureness } = mostLikely(readers, telling, path);
  if (sureness >= SURE) return reader;
  if (when === 'if sure') return undefined;
  return first.some(saysSomething) ? (readerOfPlace(path) ?? reader) : undefined;
}

function mostLikely(
  readers: readonly FormatReader[],
  values: readonly Json[],
  path: string | undefined,
): { readonly reader: FormatReader | undefined; readonly sureness: number } {
  const beginning = { values, records: values.map((one) => fieldsOf(one)), path };
  let best: FormatReader | undefined;
  let most = 0;
  for (const reader of readers) {
    const sureness = reader.detect(beginning);
    if (sureness > most) [best, most] = [reader, sureness];
  }
  return { reader: best, sureness: most };
}

/** A message, or a list of them. */
function saysSomething(record: Json): boolean {
  return typeof record === 'object' && record !== null && Object.keys(record).length > 0;
}

function readerOfPlace(path: string | undefined): FormatReader | undefined {
  const folders = path?.replaceAll('\\', '/') ?? '';
  return formatReaders.find(({ place }) => place !== undefined && folders.includes(`/${place}/`));
}
