import { fieldsOf, filledTextOf, numberOf } from '../ledger/json/fields.ts';

/**
 * The words of a failure that a tool of Anthropic's own reports in the `content` of its result: an error with its code, or a command
 * that ended with another code than 0. Undefined if it went well.
 *
 * @example
 * serverToolError({ type: 'web_search_tool_result_error', error_code: 'unavailable' }); //=> 'unavailable'
 */
export function serverToolError(content: unknown): string | undefined {
  const given = fieldsOf(content);
  const said = [given['error_code'], given['error_message']].flatMap((text) => filledTextOf(text) ?? []).join(': ');
  if (given['error_code'] !== undefined || filledTextOf(given['type'])?.endsWith('_error') === true)
    return said === '' ? 'It failed.' : said;
  const code = numberOf(given['return_code']) ?? 0;
  return code === 0 ? undefined : `exit code ${code}`;
}
