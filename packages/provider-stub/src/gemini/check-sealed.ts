/** Signatures that the service can read again: they name the model and what they sit on. */
import type { Problem } from '../problem.ts';
import { listOf, shapeOf, stringOf } from '../shape.ts';
import type { Shape } from '../shape.ts';
import type { Asked } from '../wire.ts';
import { SENTINEL } from './check-signatures.ts';

export function signatureFor(part: Shape, { seal, model }: Pick<Asked, 'seal' | 'model'>): string {
  const call = part['functionCall'];
  const kind = call === undefined ? 'text' : `call ${stringOf(shapeOf(call)['name'])}`;
  return Buffer.from(seal.sign('thought', model, kind)).toString('base64');
}

export function checkSealed(asked: Asked): Problem[] {
  return listOf(asked.body['contents']).flatMap((content) =>
    listOf(shapeOf(content)['parts']).flatMap((item) => {
      const part = shapeOf(item);
      const given = part['thoughtSignature'];
      if (given === undefined || given === SENTINEL || given === signatureFor(part, asked)) return [];
      return [{ rule: 'signature-corrupted', message: 'Corrupted thought signature.' }];
    }),
  );
}
