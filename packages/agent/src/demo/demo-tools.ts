import { z } from 'zod';
import { defineTool } from '../tool/define-tool.ts';
import { policyByTool } from '../policy/policy.ts';
import type { Policy } from '../policy/policy.ts';
import type { Tool } from '../tool/tool.ts';
import { errorValue, textValue } from '../tool/tool-value.ts';
import { decodeText } from '../workspace/decode-text.ts';
import { builtInTools } from '../tools/built-in-tools.ts';
import { locate, readBytes, writeText } from '../workspace/locate.ts';

const name = z.string().regex(/^[a-z-]{1,40}$/);

/** Slow on purpose: its first attempt always fails. */
const lookUpRelease: Tool = defineTool({
  name: 'look_up_release',
  description: 'The newest release of a package, from the registry of the demo.',
  input: z.object({ package: name }),
  safe: true,
  retry: { attempts: 3, delayMs: 1500 },
  execute: async ({ package: wanted }, { workspace, attempt }) => {
    if (attempt === 1) return errorValue('The registry did not answer in time.', 'timeout');
    const place = await locate(workspace, `registry/${wanted}.json`);
    const read = place.ok ? await readBytes(place, 10_000) : place;
    if (!read.ok) return errorValue(`The registry knows no ${wanted}.`, 'not_found');
    return textValue(decodeText(read.bytes) ?? '');
  },
});

const publishPackage: Tool = defineTool({
  name: 'publish_package',
  description: 'Publishes a package to the registry of the demo.',
  input: z.object({ package: name, version: z.string().max(40), tag: z.enum(['latest', 'next']) }),
  execute: async (release, { workspace }) => {
    const place = await locate(workspace, `registry/${release.package}.json`);
    if (!place.ok) return errorValue(place.problem);
    const written = await writeText(place, `${JSON.stringify({ ...release, published: true }, null, 2)}\n`);
    if (!written.ok) return errorValue(written.problem);
    return textValue(`${release.package} ${release.version} is published as ${release.tag}.`, { ...release });
  },
});

/** The built-in tools, and two that only the demo has. */
export const demoTools: readonly Tool[] = [...builtInTools, lookUpRelease, publishPackage];

/** In its scratch workspace the demo may do everything but publish, with a sandbox or without. Its commands are ours. */
export const demoPolicy: Policy = { ...policyByTool({ publish_package: 'ask' }, 'allow'), trusts: true };
