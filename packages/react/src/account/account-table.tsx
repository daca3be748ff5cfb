import type { Account } from '@toolthread/core';
import { accountRows } from '@toolthread/core/lines';
import type { ReactNode } from 'react';
import { VisibleText } from '../text/visible-text.tsx';
import { useLanguage } from '../labels/use-language.ts';

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
  const language = useLanguage();
  const { say } = language;
  const named = malformed.toArray().slice(0, NAMED);
  return (
    <>
      <table>
        <tbody>
          {accountRows(account, language).map(([name, count]) => (
            <tr key={name}>
              <th scope="row">
                <VisibleText text={name} />
              </th>
              <td>{language.number(count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {named.length > 0 && (
        <ul>
          {named.map(({ line, byte, reason, file }, index) => (
            <li key={index}>
              {file !== undefined && <VisibleText text={`${file} · `} />}
              <VisibleText
                text={say('Line {line}, byte {byte}: {reason}', { line: String(line), byte: String(byte), reason })}
              />
            </li>
          ))}
          {malformed.length > NAMED && (
            <li>{say('… and {count}', { count: language.count(malformed.length - NAMED, 'more record') })}</li>
          )}
        </ul>
      )}
    </>
  );
}
