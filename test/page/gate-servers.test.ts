import { expect, it } from 'vitest';
import { documentOf as document, refusalOf } from './reading.ts';

/** Rule 7.5: walls as programs of servers put them up, with next to no words. */

const FORM =
  '<form><p>Enter it below.</p><label>Password: <input type="password"></label> <input type="submit"></form>';

it.each([
  [
    'soft-404',
    document(
      'Frob - Wiki',
      '<main><h1>Frob</h1><p>There is currently no text in this page. You can search for it.</p></main>',
    ),
  ],
  ['login-wall', document('Protected: Frob', `<article><h1>Protected: Frob</h1>${FORM}</article>`)],
  [
    'login-wall',
    document(
      'Frob',
      '<main><h1>Frob</h1><p>This content is password protected.</p><form><input type="password"></form></main>',
    ),
  ],
  ['challenge', document('403 Forbidden', '<h1>403 Forbidden</h1><p>nginx</p>')],
  [
    'challenge',
    document(
      'Access Denied',
      '<h1>Access Denied</h1>You don\'t have permission to access "/a" on this server.<p>Reference #18.abc</p>',
    ),
  ],
  [
    'consent-wall',
    document(
      'Frob',
      '<h1>Before you continue</h1><p>We use cookies and data.</p><form><input type="submit" value="Accept all"></form>',
    ),
  ],
])('%s: %s', (reason, html) => {
  expect(refusalOf(html)).toBe(reason);
});

it('a page with a way to sign in beside it is none', () => {
  const header = '<header><form><input type="password"></form></header>';
  expect(refusalOf(document('WAL', `${header}<main><h1>WAL</h1><p>Not supported.</p></main>`))).toBeNull();
});
