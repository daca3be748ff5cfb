import { fieldsOf, textOf } from '@toolthread/core/json';
import { visible } from '@toolthread/core/text';
import { useState } from 'react';
import type { FormEvent, ReactNode } from 'react';
import { usePageLanguage } from '../labels/use-page-language.ts';
import { dropLinkSecrets } from '../page/link-secret.ts';
import { keepPageSecret } from '../page/page-secret.ts';
import { askPeople } from './ask-people.ts';

/** In with a name and a password; then the page begins again. */
export function SignInForm(): ReactNode {
  const { say } = usePageLanguage();
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const signIn = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    setProblem(undefined);
    const told = await askPeople('POST', '/api/sign-in', { name: name.trim(), password });
    setBusy(false);
    const secret = told.ok ? textOf(fieldsOf(told.value)['page_secret']) : undefined;
    if (secret === undefined) {
      setPassword('');
      setProblem(told.ok ? say('The server sent a response that this page does not understand.') : told.problem);
      return;
    }
    dropLinkSecrets();
    keepPageSecret(secret);
    location.reload();
  };
  return (
    <form className="sign-in" onSubmit={(event) => void signIn(event)}>
      <label>
        {say('Name')}
        <input
          name="username"
          autoComplete="username"
          autoFocus
          required
          maxLength={200}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </label>
      <label>
        {say('Password')}
        <input
          name="password"
          type="password"
          autoComplete="current-password"
          required
          maxLength={1000}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </label>
      <button type="submit" className="tt-button" data-primary disabled={busy || name.trim() === '' || password === ''}>
        {say('Sign in')}
      </button>
      {problem !== undefined && (
        <p className="problem" role="alert">
          {visible(problem)}
        </p>
      )}
    </form>
  );
}
