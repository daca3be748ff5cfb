/**
 * Thought signatures: in the current turn, which begins with the last words of the user, the first call of every step carries
 * one. Parallel calls share it. What was made elsewhere says so by the sentinel.
 */
import type { Report } from '../problem.ts';
import { listOf, shapeOf, stringOf } from '../shape.ts';
import type { Shape } from '../shape.ts';

export const SENTINEL = 'skip_thought_signature_validator';

export function checkSignatures(contents: readonly Shape[], report: Report): void {
  const start = contents.findLastIndex(
    (content, index) => content['role'] === 'user' && !hasResponses(content) && !follows(contents[index - 1]),
  );
  for (const [index, content] of contents.entries()) {
    if (index < start || content['role'] !== 'model') continue;
    const first = listOf(content['parts'])
      .map(shapeOf)
      .find((part) => part['functionCall'] !== undefined);
    if (first === undefined || stringOf(first['thoughtSignature']) !== '') continue;
    const name = stringOf(shapeOf(first['functionCall'])['name']);
    const message = `Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly, and missing thought_signature may lead to degraded model performance. Additional data, function call \`default_api:${name}\` , position ${index + 1}. Please refer to https://ai.google.dev/gemini-api/docs/thought-signatures for more details.`;
    report.add({ rule: 'signature-missing', message });
  }
}

function hasResponses(content: Shape): boolean {
  return listOf(content['parts']).some((part) => shapeOf(part)['functionResponse'] !== undefined);
}

/** Words that were split off from the responses do not begin a turn. */
function follows(before: Shape | undefined): boolean {
  return before?.['role'] === 'user' && hasResponses(before);
}
