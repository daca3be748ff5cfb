import type { Account } from '@toolthread/core';
import { accountRows } from '@toolthread/core/lines';
import { countOf } from '@toolthread/core/text';
import type { ReactNode } from 'react';
import { VisibleText } from '../text/visible-text.tsx';

/** Malformed records that are named one by one; the rest is counted. */
const NAMED = 200;

/**
 * What became of every record of the file that a thread was read from ([L4]).
 *
 * @example
 * import { renderToStaticMarkup } from 'react-dom/server';
 * renderToStaticMarkup(<AccountTable account={exampleState.account} />).includes('malformed'); //=> true
 */
export function AccountTable({ account }: { readonly account: Account }): ReactNode {
  const { malformed } = account;
  const named = malformed.toArray().slice(0, NAMED);
  return (
    <>
      <table>
        <tbody>
          {accountRows(account).map(([name, count]) => (
            <tr key={name}>
              <th scope="row">
                <VisibleText text={name} />
              </th>
              <td>{count}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {named.length > 0 && (
        <ul>
          {named.map(({ line, byte, reason }, index) => (
            <li key={index}>
              Line {line}, byte {byte}: <VisibleText text={reason} />
            </li>
          ))}
          {malformed.length > NAMED && <li>… and {countOf(malformed.length - NAMED, 'more record')}</li>}
        </ul>
      )}
    </>
  );
}
