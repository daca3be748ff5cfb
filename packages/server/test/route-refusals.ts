import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { LedgerError } from '@toolthread/store';
import { ledgerProblem, type Problem } from '../src/http/problem.ts';
import type { Refusal } from '../src/openapi/operation.ts';

/** What a route's own code can refuse with. */
interface RouteRefusals {
  readonly refusals: ReadonlySet<Refusal>;
  /** It hands on what the ledger says, whatever that is. */
  readonly asksLedger: boolean;
}

/** Every route that the sources have, with the refusals that its handler reaches by the names in it: functions, constants, and theirs in turn. */
export function routeRefusals(sources: string): ReadonlyMap<string, RouteRefusals> {
  const files = globSync('**/*.ts', { cwd: sources }).filter((file) => !file.endsWith('.test.ts'));
  const modules = new Map(files.map((file) => [join(sources, file), readModule(join(sources, file))]));
  const routes = new Map<string, RouteRefusals>();
  for (const [file, { declarations }] of modules) {
    for (const text of declarations.values()) {
      for (const { route, handler } of handlersIn(text)) routes.set(route, reached(modules, file, handler));
    }
  }
  return routes;
}

const of = (code: LedgerError['code']): Problem => ledgerProblem({ code, message: '' });

/** The compiler asks for every code. */
const LEDGER: Readonly<Record<LedgerError['code'], Problem>> = {
  no_such_thread: of('no_such_thread'),
  no_such_event: of('no_such_event'),
  no_such_blob: of('no_such_blob'),
  no_such_person: of('no_such_person'),
  stale_run: of('stale_run'),
  seq_conflict: of('seq_conflict'),
  message_conflict: of('message_conflict'),
  message_taken_back: of('message_taken_back'),
  request_not_open: of('request_not_open'),
  nothing_to_stop: of('nothing_to_stop'),
  damaged: of('damaged'),
  unwritable_event: of('unwritable_event'),
  unavailable: of('unavailable'),
};

/** The ledger's own, as the routes hand them on. */
export const LEDGER_REFUSALS: readonly Refusal[] = Object.values(LEDGER).map(
  ({ status, code }): Refusal => `${status} ${code}`,
);

interface Module {
  /** The text of each, by its name. */
  readonly declarations: ReadonlyMap<string, string>;
  /** The file that a name comes from. */
  readonly imports: ReadonlyMap<string, string>;
}

/** The formatter has every declaration begin at the margin. */
function readModule(file: string): Module {
  const text = readFileSync(file, 'utf8').replace(/\/\*\*[^]*?\*\//g, '');
  const blocks = text.split(/^(?=(?:export )?(?:async )?(?:function\*?|const|class|interface|type) \w)/m);
  const declarations = blocks.flatMap((block): [string, string][] => {
    const [, name] = /^(?:export )?(?:async )?(?:function\*?|const|class|interface|type) (\w+)/.exec(block) ?? [];
    return name === undefined ? [] : [[name, block]];
  });
  const imports = [...text.matchAll(/^import (?:type )?\{([^}]*)\} from '(\.[^']+)'/gm)].flatMap(
    ([, names = '', from = '']) =>
      names.split(',').map((name): [string, string] => [name.replace('type ', '').trim(), join(dirname(file), from)]),
  );
  return { declarations: new Map(declarations), imports: new Map(imports) };
}

function handlersIn(text: string): { readonly route: string; readonly handler: string }[] {
  const [, ...handlers] = text.split(/^(?= {2}app\.(?:get|post|put|delete)\('\/)/m);
  return handlers.map((handler) => {
    const [, method = '', path = ''] = /^ {2}app\.(\w+)\('([^']+)'/.exec(handler) ?? [];
    const [whole = ''] = /^[^]*?^ {2}(?:\}\)|\));$/m.exec(handler) ?? [];
    return { route: `${method.toUpperCase()} ${path}`, handler: whole || handler };
  });
}

function reached(modules: ReadonlyMap<string, Module>, file: string, text: string): RouteRefusals {
  const seen = new Set<string>();
  const refusals = new Set<Refusal>();
  /** `problem.code !== 'already_settled'`: what is not refused, but told otherwise. */
  const handled = new Set<string>();
  const walk = (from: string, words: string): void => {
    for (const [, code = ''] of words.matchAll(/\bproblem\.code !== '(\w+)'/g)) handled.add(code);
    for (const [, status, code] of words.matchAll(/\bproblem\(\s*(\d+),\s*'(\w+)'/g))
      refusals.add(`${Number(status)} ${code}`);
    for (const name of new Set(words.match(/(?<![.\w])[A-Za-z]\w*\b(?!:)/g))) {
      const target = modules.get(from)?.imports.get(name) ?? from;
      const declared = modules.get(target)?.declarations.get(name);
      if (declared === undefined || seen.has(`${target} ${name}`)) continue;
      seen.add(`${target} ${name}`);
      walk(target, declared);
    }
  };
  walk(file, text);
  for (const code of handled)
    for (const refusal of refusals) if (refusal.endsWith(` ${code}`)) refusals.delete(refusal);
  return { refusals, asksLedger: [...seen].some((name) => name.endsWith(' ledgerProblem')) };
}
