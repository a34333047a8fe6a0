import { describe, expect, it } from 'vitest';
import { documentOf as document, refusalOf } from './reading.ts';

/** Rule 7.5: pages that say nothing of their own are refused; short pages are kept. */

const SCRIPTS = '<script src="/runtime.js"></script><script src="/main.js"></script>';

describe('an empty shell is refused', () => {
  it.each([
    ['an empty root', document('Docs', `<div id="root"></div>${SCRIPTS}`)],
    [
      'a root and a noscript',
      document(
        'Docs',
        `<noscript>You need to enable JavaScript to run this app.</noscript><div id="app"></div>${SCRIPTS}`,
      ),
    ],
    [
      'a sentence to wait',
      document(
        'Handbook',
        `<nav><a href="#/a">A</a> <a href="#/b">B</a></nav><div id="app">Please wait...</div><script>window.$docsify={name:'Handbook'}</script>`,
      ),
    ],
    ['a spinner', document('Loading', `<div id="__next"><div class="spinner">Loading…</div></div>${SCRIPTS}`)],
    [
      'a request in German',
      document('Doku', `<noscript>Bitte aktivieren Sie JavaScript.</noscript><div id="root"></div>${SCRIPTS}`),
    ],
    ['nothing at all', document('', '')],
    [
      'a page of frames',
      '<html><head><title>API</title></head><frameset cols="20%,80%"><frame src="a.html"><frame src="b.html"></frameset></html>',
    ],
    ['a custom element', document('App', `<app-root></app-root>${SCRIPTS}`)],
  ])('%s', (_name, html) => {
    expect(refusalOf(html)).toBe('empty-shell');
  });
});

describe('a "not found" that answers 200 is refused', () => {
  it.each([
    [
      'page not found',
      document(
        'Page Not Found | Docs',
        '<main><h1>Page Not Found</h1><p>We could not find what you were looking for.</p><p>Please contact the owner of the site that linked you to the original URL and let them know their link is broken.</p></main>',
      ),
    ],
    ['404', document('404', '<main><h1>404</h1><p>This page could not be found.</p></main>')],
    [
      '404 and a way home',
      document(
        '404: Not Found',
        '<main><h1>404 - Not Found</h1><p>The page you requested does not exist.</p><a href="/">Take me home</a></main>',
      ),
    ],
    [
      'oops',
      document(
        'Docs',
        '<main><h1>Oops! That page can’t be found.</h1><p>It looks like nothing was found at this location. Maybe try a search?</p></main>',
      ),
    ],
    [
      'without a heading',
      document('Error 404', '<div><p>Sorry, the page you are looking for has been moved or does not exist.</p></div>'),
    ],
    [
      "a server's own",
      document('404 Not Found', '<center><h1>404 Not Found</h1></center><hr><center>nginx/1.18.0</center>'),
    ],
    [
      'the words of a server',
      document(
        '404 Not Found',
        '<h1>Not Found</h1><p>The requested URL /guide/runs was not found on this server.</p><hr><address>Apache/2.4 Server at docs.test Port 80</address>',
      ),
    ],
    [
      'with what is often read',
      document(
        'Page not found | Docs',
        '<main><h1>Page not found</h1><p>Sorry, there is nothing at this address. It may have been moved.</p><h2>Often read</h2><ul><li><a href="/a">Install</a></li><li><a href="/b">Runs</a></li></ul><h2>Search</h2></main>',
      ),
    ],
    [
      'a status',
      document(
        'HTTP Status 404 – Not Found',
        '<h1>HTTP Status 404 – Not Found</h1><p>The origin server did not find a current representation for the target resource.</p>',
      ),
    ],
    [
      "a platform's own",
      document(
        '404: NOT_FOUND',
        '<p><b>404</b>: NOT_FOUND</p><p>Code: NOT_FOUND</p><a href="/x">Read our documentation</a>',
      ),
    ],
    [
      'under the heading of another error',
      document(
        '404 - File or directory not found.',
        '<h1>Server Error</h1><h2>404 - File or directory not found.</h2><p>The resource you are looking for might have been removed.</p>',
      ),
    ],
    [
      'with a way back',
      document('404', '<main><h1>Page not found</h1><p>Check the address, or return to the documentation.</p></main>'),
    ],
    [
      'with what the code means',
      document(
        '404',
        '<main><h1>404 error</h1><p>This means that the page you are looking for does not exist. Go back home.</p></main>',
      ),
    ],
    [
      'in German',
      document(
        'Seite nicht gefunden',
        '<main><h1>Seite nicht gefunden</h1><p>Die gewünschte Seite gibt es nicht.</p></main>',
      ),
    ],
    [
      'in French',
      document('Page introuvable', '<main><h1>Page introuvable</h1><p>Cette page n’existe pas.</p></main>'),
    ],
    [
      'in Japanese',
      document(
        'ページが見つかりません',
        '<main><h1>ページが見つかりません</h1><p>お探しのページは移動した可能性があります。</p></main>',
      ),
    ],
  ])('%s', (_name, html) => {
    expect(refusalOf(html)).toBe('soft-404');
  });
});

describe('a consent wall is refused', () => {
  it.each([
    [
      'before you continue',
      document(
        'Before you continue',
        '<div><h1>Before you continue to Docs</h1><p>We use cookies and data to deliver and maintain services.</p><form><button>Reject all</button><button>Accept all</button></form><p>Reject all or accept all to go on.</p></div>',
      ),
    ],
    [
      'a dialogue and nothing else',
      document(
        'Docs',
        '<div id="consent-wall" class="cookie-consent"><p>We and our partners use cookies to store information on your device. You can accept or reject them.</p><button>Accept</button><button>Reject</button></div>',
      ),
    ],
    [
      'with a choice of kinds',
      document(
        'Docs',
        '<main><h1>Your privacy</h1><p>We use cookies and process personal data as you accept.</p><h2>Necessary</h2><h2>Statistics</h2><div role="button">Accept all</div></main>',
      ),
    ],
    [
      'in German',
      document(
        'Bevor Sie fortfahren',
        '<div class="cmp-wall"><p>Wir verwenden Cookies. Sie können alle akzeptieren oder ablehnen.</p><button>Akzeptieren</button></div>',
      ),
    ],
  ])('%s', (_name, html) => {
    expect(refusalOf(html)).toBe('consent-wall');
  });
});

describe('a login wall is refused', () => {
  it.each([
    [
      'a form',
      document(
        'Sign in',
        '<main><h1>Sign in</h1><form><label>Email</label><input name="email"><input type="password"><button>Sign in</button></form><p>Forgot your password?</p></main>',
      ),
    ],
    [
      'a form under the title of the page',
      document(
        'Internal guide',
        '<main><h1>Please log in</h1><p>You must be logged in to view this page.</p><form><input type="password"></form></main>',
      ),
    ],
    [
      'a form without words for it',
      document(
        'Acme Portal',
        '<main><h1>Acme Portal</h1><form><label>User</label><input name="u"><label>Password</label><input type="password"><button>Go</button></form></main>',
      ),
    ],
    [
      'a first step',
      document(
        'Acme - Sign In',
        '<main><h2>Sign In</h2><form><input name="id" type="text"><input type="submit" value="Next"></form><a href="/h">Need help?</a></main>',
      ),
    ],
    [
      'a demand',
      document('Login required', '<main><h1>Login required</h1><p>Please log in to view other pages.</p></main>'),
    ],
    [
      'a choice of providers',
      document('Log in | Wiki', '<main><h1>Log in to continue</h1><p><a href="/sso">Log in with SSO</a></p></main>'),
    ],
  ])('%s', (_name, html) => {
    expect(refusalOf(html)).toBe('login-wall');
  });
});

describe('a challenge is refused', () => {
  it.each([
    [
      'just a moment',
      document(
        'Just a moment...',
        '<div class="main-wrapper"><h1>docs.test</h1><h2 id="challenge-running">Checking if the site connection is secure</h2><noscript>Enable JavaScript and cookies to continue</noscript></div><script src="/cdn-cgi/challenge-platform/x.js"></script>',
      ),
    ],
    [
      'attention required',
      document(
        'Attention Required!',
        '<h1>Sorry, you have been blocked</h1><div id="cf-challenge-stage"></div><p>Please complete the security check to access docs.test</p><script></script>',
      ),
    ],
    [
      'a proof of work',
      document(
        "Making sure you're not a bot!",
        "<h1>Making sure you're not a bot!</h1><p id=status>Loading...</p><script type=module src=/a.js></script>",
      ),
    ],
    [
      'a check under the name of the site',
      document(
        'docs.test',
        '<div><p>Checking your browser before accessing docs.test.</p><p>This process is automatic.</p></div><script src="/c.js"></script>',
      ),
    ],
    ['a captcha alone', document('docs.test', '<form id="captcha-form"><p>Type the letters.</p><input></form>')],
    [
      'a captcha',
      document(
        'Human Verification',
        '<form><div class="h-captcha"></div></form><p>Verify you are human by completing the action below.</p><script></script>',
      ),
    ],
    [
      'pardon our interruption',
      document(
        'Pardon Our Interruption',
        '<h1>Pardon Our Interruption</h1><p>As you were browsing something about your browser made us think you were a bot.</p><script></script>',
      ),
    ],
  ])('%s', (_name, html) => {
    expect(refusalOf(html)).toBe('challenge');
  });
});
