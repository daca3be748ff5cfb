import type { Decision } from '../ledger-event.ts';

/**
 * Whether a decision allows what was asked. Undefined: nobody has decided, as where a request ran out.
 *
 * @example
 * isAllowed('edit'); //=> true
 * isAllowed('expired'); //=> undefined
 */
export function isAllowed(decision: Decision): boolean | undefined {
  return ALLOWED[decision];
}

const ALLOWED: { readonly [decision in Decision]: boolean | undefined } = {
  once: true,
  thread: true,
  always: true,
  edit: true,
  deny: false,
  answered: undefined,
  expired: undefined,
  withdrawn: undefined,
};
