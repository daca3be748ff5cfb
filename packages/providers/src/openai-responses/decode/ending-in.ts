import { fieldsOf, textOf } from '@toolthread/core/json';
import type { Fields } from '@toolthread/core/json';
import { endingOf } from '../../wire/transport/provider-error.ts';
import type { Ending } from '../../wire/decode/decoder.ts';

/** How the service says a response ended; `undefined` when it went well. */
export function endingIn(event: string, response: Fields): Ending | undefined {
  const status = textOf(response['status']) ?? event.replace('response.', '');
  switch (status) {
    case 'completed':
      return undefined;
    case 'incomplete':
      return incomplete(textOf(fieldsOf(response['incomplete_details'])['reason']));
    case 'cancelled':
      return {
        reason: 'error',
        error: { message: 'The provider cancelled the response.', code: status, retryable: true },
      };
    case 'failed':
      return errorEnding(fieldsOf(response['error']));
    default:
      return { reason: 'unknown' };
  }
}

function incomplete(reason: string | undefined): Ending {
  if (reason === 'max_output_tokens' || reason === 'max_tokens') return { reason: 'length' };
  return { reason: reason === 'content_filter' ? 'refusal' : 'unknown' };
}

/** `{ type: 'error', code, message }`, or the same in a field `error`. */
export function errorEnding(error: Fields): Ending {
  return endingOf({
    message: textOf(error['message']) ?? 'The provider reported an error.',
    code: textOf(error['code']) ?? (error['type'] === 'error' ? undefined : textOf(error['type'])),
  });
}
