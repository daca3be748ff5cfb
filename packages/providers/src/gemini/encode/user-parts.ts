import { onlyText } from '@toolthread/core/context';
import type { CompletionMessage, ResultPart } from '@toolthread/core/context';
import { userTurn } from '../../wire/encode/user-turn.ts';
import type { Answered } from '../../wire/encode/user-turn.ts';
import { wireId } from '../../wire/encode/wire-id.ts';
import { wireName } from '../../wire/encode/wire-name.ts';
import { contentPart, responseMedia } from './content-part.ts';
import { RULES } from '../rules.ts';
import type { Part } from './part.ts';

/** The responses are in the order of the calls, `names`, and under their names. */
export function userParts(message: CompletionMessage, names: readonly string[], takesMedia: boolean): readonly Part[] {
  const { answers, pieces } = userTurn(message, {
    answer: (result, at) => responseTo(result, names[at] ?? result.name, takesMedia),
    piece: contentPart,
  });
  return [...answers, ...pieces];
}

export function isResponse(part: Part): boolean {
  return part['functionResponse'] !== undefined;
}

function responseTo(part: ResultPart, name: string, takesMedia: boolean): Answered<Part, Part> {
  const text = onlyText(part.parts).toWellFormed();
  const inside: Part[] = [];
  const moved: Part[] = [];
  for (const content of part.parts) {
    if (content.type === 'text') continue;
    const media = takesMedia ? responseMedia(content) : undefined;
    const shown = media ?? contentPart(content);
    if (shown !== undefined) (media === undefined ? moved : inside).push(shown);
  }
  const functionResponse = {
    id: wireId(part.callId, RULES.ids),
    name: wireName(name, RULES.names),
    response: part.isError ? { error: text } : { output: text },
    ...(inside.length === 0 ? {} : { parts: inside }),
  };
  return { answer: { functionResponse }, moved };
}
