import { isList, parsedJson } from '@toolthread/core/json';
import type { Json } from '@toolthread/core/json';

/** `[['message.content.0.text', 'Weave it.']]`: every text that somebody may read, by its place. JSON inside of a text is looked into. */
export function textsOf(record: Json): readonly (readonly [place: string, text: string])[] {
  const texts: (readonly [string, string])[] = [];
  const waiting: [place: string, value: Json, inText: boolean][] = [['', record, false]];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [place, value, inText] = next;
    if (typeof value === 'string') {
      const inside = !inText && /^[[{]/.test(value) ? parsedJson(value) : undefined;
      if (inside !== undefined) waiting.push([place, inside, true]);
      else if (isForReaders(place, value)) texts.push([place, value]);
    } else if (typeof value === 'object' && value !== null) {
      const members = isList(value) ? value.entries() : Object.entries(value);
      for (const [name, member] of members)
        if (member !== undefined) waiting.push([place === '' ? String(name) : `${place}.${name}`, member, inText]);
    }
  }
  return texts.toReversed();
}

/** Names of fields in which something is said, whatever it looks like. */
const SAID = /^(?:text|content|message|thinking|prompt|output|result|stdout|stderr)$/;

/** Names of fields that hold ids, times, signatures and settings: `call_id`, `parentUuid`, `startTime`, `stop_reason`. Pieces of arguments are drawn with their call. */
const METADATA = new RegExp(
  [
    '(?:^|_|uu|o)ids?$|[a-z](?:I[dD]|Uuid|UUID)s?$|hash$|Hash$|signature$|Signature$',
    '^(?:slug|snapshot|encrypted_content|data|base64|blob)$',
    '(?:[a-z]A|_a)t$|(?:^|_)(?:date|time(?:stamp|zone)?)$|[a-z]Time$|^lastUpdated$',
    '(?:^|_|sub)type$|[a-z](?:Type|Mode|Level|Effort|Model|Version|Versions)$',
    '(?:^|_)(?:kind|mode|policy|tier|effort|level|priority|version|model|provider|api|reason)$|^stopReason$|^finish$',
    '^(?:role|status|phase|operation|say|ask|source|detail|originator|producer|entrypoint|trigger|variant|mime)$',
    '^(?:cwd|root|directory|workdir|gitBranch|branch|hookEvent|hookName|agent|displayName|namespace|permission|action)$',
    '^arguments(?:_part)?$',
  ].join('|'),
);

/** What is an id, a time, a digest or data wherever it is. */
const ID_OR_DATA = new RegExp(
  [
    '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}',
    '(?:toolu|msg|req|call|ses|prt|resp|rs|fc)_[A-Za-z0-9]{1,200}',
    '\\d{4}-\\d\\d-\\d\\dT[\\d:.]{1,30}(?:Z|[+-][\\d:]{1,9})?',
    '(?=[0-9a-f]*\\d)[0-9a-f]{16}[0-9a-f]*',
    'data:[\\w/+.-]{1,200};base64,.*',
    '[A-Za-z0-9+/_-]{200}[A-Za-z0-9+/_-]*={0,2}',
  ]
    .map((form) => `^${form}$`)
    .join('|'),
  's',
);

/** Several words, or letters of a script that may write without spaces, always; one word, unless its name or its form says that it is for programs. */
function isForReaders(place: string, text: string): boolean {
  const words = text.trim();
  if (/\s|\P{ASCII}/u.test(words)) return true;
  const names = place.split('.');
  const name = names.findLast((part) => !/^\d\d*$/.test(part)) ?? names[0] ?? '';
  if (SAID.test(name)) return words !== '';
  return /[a-z]/i.test(words) && !METADATA.test(name) && !ID_OR_DATA.test(words);
}
