import { countOf } from '@toolthread/core';
import type { ThreadState } from '@toolthread/core';
import type { ReactNode } from 'react';
import { VisibleText } from '../text/visible-text.tsx';
import { Fold } from './fold.tsx';

/** What became of every record of the file that the thread was read from ([L4]). */
export function ExportAccount({ state }: { readonly state: ThreadState }): ReactNode {
  const { records, shown, folded, hidden, malformed } = state.account;
  if (records === 0 && malformed.length === 0) return null;
  const from = state.source === undefined ? '' : ` from ${state.source.format}`;
  const rows: readonly (readonly [string, number])[] = [
    ['shown', shown],
    ['folded into others', folded],
    ...[...hidden.entries()].map(([rule, count]) => [`hidden: ${rule}`, count] as const),
    ['malformed', malformed.length],
  ];
  return (
    <footer className="tt-account">
      <Fold label={`${countOf(records, 'record')}${from}`}>
        <table>
          <tbody>
            {rows.map(([name, count]) => (
              <tr key={name}>
                <th scope="row">
                  <VisibleText text={name} />
                </th>
                <td>{count}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Fold>
    </footer>
  );
}
