import { fieldsOf, listOf, parsedJson, textOf } from '@toolthread/core/json';
import type { Fields } from '@toolthread/core/json';
import type { Ending } from '../wire/decode/decoder.ts';
import { endingOf, providerErrorOf } from '../wire/transport/provider-error.ts';

/** The client throws an error whose message is the provider's answer. */
export function geminiFailure(thrown: unknown): Ending {
  const cause = providerErrorOf(thrown);
  const error = errorIn(cause.message);
  return endingOf({
    ...cause,
    message: textOf(error['message']) ?? cause.message,
    code: textOf(error['status']) ?? cause.code,
    retryAfterMs: cause.retryAfterMs ?? delayIn(error),
  });
}

/** `{ "@type": "…RetryInfo", "retryDelay": "3.5s" }` */
function delayIn(error: Fields): number | undefined {
  for (const detail of listOf(error['details'])) {
    const delay = /^(\d\d*(?:\.\d\d*)?)s$/.exec(textOf(fieldsOf(detail)['retryDelay']) ?? '');
    if (delay !== null) return Math.ceil(Number(delay[1]) * 1000);
  }
  return undefined;
}

function errorIn(message: string): Fields {
  return fieldsOf(fieldsOf(parsedJson(message.slice(Math.max(0, message.indexOf('{')))))['error']);
}
