/** Checks against what the service remembers: the reasoning it encrypted, and which item followed which reasoning. */
import type { Problem } from '../problem.ts';
import type { Seal } from '../seal.ts';
import { listOf, shapeOf, stringOf } from '../shape.ts';
import type { Asked } from '../wire.ts';

export function encrypt(id: string, model: string, seal: Seal): string {
  return `gAAAAAB${seal.sign('reasoning', id, model)}`;
}

export function checkMemory({ body, model, seal, issued }: Asked): Problem[] {
  const problems: Problem[] = [];
  const seen = new Set<string>();
  for (const item of listOf(body['input']).map(shapeOf)) {
    const id = stringOf(item['id']);
    const type = stringOf(item['type']);
    const content = stringOf(item['encrypted_content']);
    if (type === 'reasoning' && content !== '' && content !== encrypt(id, model, seal)) {
      const message = `The encrypted content ${content.slice(0, 4)}...${content.slice(-4)} could not be verified. Reason: Encrypted content could not be decrypted or parsed.`;
      problems.push({ rule: 'encrypted', message, code: 'invalid_encrypted_content' });
    }
    const needed = issued.get(id);
    if (needed !== undefined && !seen.has(needed)) {
      const message = `Item '${id}' of type '${type}' was provided without its required 'reasoning' item: '${needed}'.`;
      problems.push({ rule: 'reasoning-missing', message, param: 'input' });
    }
    if (id !== '') seen.add(id);
  }
  return problems;
}
