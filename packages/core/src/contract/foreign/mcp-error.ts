import { filledTextOf, isFields, listOf } from '../../ledger/json/fields.ts';

/**
 * The words of a failure that a tool's result reports in the way of MCP: content, and the flag `isError`. Undefined if it is no such
 * result, or went well.
 *
 * @example
 * mcpError({ content: [{ type: 'text', text: 'no such table' }], isError: true }); //=> 'no such table'
 */
export function mcpError(result: unknown): string | undefined {
  if (!isFields(result) || !Array.isArray(result['content'])) return undefined;
  if (result['isError'] !== true && result['is_error'] !== true) return undefined;
  const texts = listOf(result['content']).flatMap((item) => (isFields(item) ? (filledTextOf(item['text']) ?? []) : []));
  return texts.length === 0 ? 'The tool reports an error.' : texts.join('\n');
}
