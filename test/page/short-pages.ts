/** Short pages with something to say, many about the very things the content gate looks for. */
export interface ShortPage {
  readonly title: string;
  readonly body: string;
  readonly url?: string;
}

function page(title: string, text: string): ShortPage {
  return {
    title,
    body: `<nav><a href="/">Home</a> <a href="/b">Next</a></nav><main><h1>${title}</h1>${text}</main><script src="/app.js"></script>`,
  };
}

function bare(title: string, body: string): ShortPage {
  return { title, body };
}

export const shortPages: readonly ShortPage[] = [
  // short answers
  page('max-age', '<p>Seconds a response may be reused.</p>'),
  page('Glossary: slab', '<p>A piece of one file, between 512 KiB and 4 MiB.</p>'),
  page('Exit code 9', '<p>Another run holds the lock. Wait, then try again.</p>'),
  page('kestvik who', '<pre><code>kestvik who --json</code></pre>'),
  page('Changelog 3.4.1', '<ul><li>Fixed a crash on start.</li></ul>'),
  page('Moved', '<p>This guide moved to <a href="/new">the new handbook</a>.</p>'),
  page('FAQ: price', '<p>It is free for five machines.</p>'),
  page('Contact', '<p>Write to help@kestvik.test.</p>'),
  page('License', '<p>MIT. See the file LICENSE for the whole text.</p>'),
  page('Status', '<p>All systems normal.</p>'),
  page('Deprecated: --fast', '<p>The switch does nothing since 3.0.</p>'),
  page('API key limits', '<table><tr><th>Plan</th><th>Keys</th></tr><tr><td>Free</td><td>1</td></tr></table>'),
  page('Requirements', '<ul><li>Node.js 20</li><li>2 GB of memory</li></ul>'),
  page('Version', '<p>3.4</p>'),
  page('Supported systems', '<p>Linux, macOS, Windows</p>'),
  page('Diagram', '<p><img src="/d.png" alt="How a run proceeds"></p><p>Figure 1.</p>'),
  page('用語', '<p>台帳とは、一回の実行の一覧です。</p>'),
  page('Лимиты', '<p>Не больше ста страниц за раз.</p>'),
  page('الحدود', '<p>مئة صفحة في كل مرة.</p>'),
  page('Über uns', '<p>Ein kleines Team in Bergen.</p>'),
  bare('ABI', '<main><h1>ABI</h1><p>Binary interface.</p></main><div id="app"></div><script src="/a.js"></script>'),
  // about pages that are missing
  page('404 page', '<p>Create 404.md in docs to change it.</p>'),
  page('Error 404: Not found', '<p>The key does not exist. Check the bucket name.</p>'),
  page('File not found', '<p>The compiler reports this when an include path is wrong. Add the folder with -I.</p>'),
  page('Page not found errors', '<p>Set the base path in config to fix these.</p>'),
  page(
    '404 Not Found',
    `<p>The server sends this status when it has nothing at an address. ${'Check the path, the case of its letters and the rewrite rules of the server, in that order. '.repeat(5)}</p>`,
  ),
  page(
    '404 Not Found',
    '<p>The server found nothing at the address it was asked for. It is sent with an empty body.</p>',
  ),
  page(
    '404 Not Found',
    '<p>This status means that the server could not find the requested page. Check the path and the rewrite rules.</p>',
  ),
  page(
    'Page not found',
    '<p>Export a component of this name to draw your own page:</p><pre><code>export default NotFound</code></pre><p>It is shown when the page you requested does not exist.</p>',
  ),
  page(
    'Custom 404 pages',
    '<p>Put a file 404.html into the folder public, and it is served for every unknown address.</p>',
  ),
  page(
    'How to fix "page not found" errors',
    '<p>Check the spelling of the address, then the redirects in your settings.</p>',
  ),
  page('Error 74: disk not found', '<p>Plug the disk in again and start the run anew.</p>'),
  page('Handling missing files', '<p>The function returns null when the file was not found.</p>'),
  page('HTTP status codes', '<p>200 fine, 304 unchanged, 404 not found, 503 later.</p>'),
  page('Not found handler', '<pre><code>app.notFound((c) => c.text("no", 404))</code></pre>'),
  page('KEY_NOT_FOUND', '<p>Raised when the ring has no such key.</p>'),
  // about logging in
  page('Signing in', '<p>Open the menu, choose Sign in and enter the address of your team.</p>'),
  page('Log in with SSO', '<p>Admins can switch single sign-on on under Settings, Security.</p>'),
  page('Reset your password', '<p>Choose "Forgot password" on the sign-in page and follow the mail.</p>'),
  page('Login API', '<pre><code>POST /login {"user": "ina", "password": "…"}</code></pre>'),
  page('kestvik login', '<p>Stores a token in the key ring.</p>'),
  page(
    'Password input',
    '<p>A field whose letters are hidden.</p><p><input type="password" placeholder="try it"></p><p>Its value is a string; use the option <code>reveal</code> to show a button that makes it readable for a moment.</p><p>The component fires <code>change</code> after each letter, and <code>submit</code> on the enter key of the keyboard.</p>',
  ),
  page('Sign in', '<p>To sign in with GitHub, run the command login and follow the link that it prints.</p>'),
  page(
    'Sign in',
    '<p>Open the menu and choose <a href="/google">Sign in with Google</a>, or enter the address of your team and a code.</p>',
  ),
  page(
    'Sign in',
    '<p>Forgot your password? Ask an admin.</p><pre><code>await client.signIn("ina")</code></pre><form><input><input type="password"></form>',
  ),
  bare(
    'Sign in',
    '<header><form><input type="search"><input name="q"><button>Next</button></form></header><main><h1>Sign in</h1><p>Choose Sign in in the menu at the top.</p></main>',
  ),
  page('PasswordField', '<input type="password"><p>A field whose letters are hidden.</p>'),
  page('Session length', '<p>You must sign in again after 30 days.</p>'),
  // about cookies and consent
  page(
    'Cookies we set',
    '<p>We use cookies for the session only: <code>sid</code>, kept for one day. There is nothing to accept, and nothing is shared with anybody. You can delete it at any time in the settings of your browser, which ends the session at once and does no other harm.</p>',
  ),
  page('Cookies', '<p>We use cookies to keep you signed in. You can reject them in the settings of your browser.</p>'),
  bare(
    'Cookies',
    '<div id="cookie-banner"><p>We use cookies.</p><button>Accept all</button><button>Reject</button></div><main><h1>Cookies</h1><p>This site uses cookies for its own statistics. You can decline them.</p></main>',
  ),
  page(
    'Cookie consent',
    '<p>The banner says that we use cookies, and waits until the visitor clicks on Accept or Decline.</p>',
  ),
  page('Consent mode', '<p>The tag waits until the visitor has made a choice.</p>'),
  page('setCookie()', '<p>Adds a Set-Cookie header to the answer.</p>'),
  bare(
    'Quick start',
    '<div id="cookie-banner"><p>We use cookies. You can accept or reject them.</p><button>Accept all cookies</button></div><main><h1>Quick start</h1><p>Install the program, write four lines of settings, and start the first run by hand to watch it.</p></main>',
  ),
  // about scripts and bots
  page('JavaScript API', '<p>The client needs JavaScript modules and a browser of this decade.</p>'),
  page(
    'Enable JavaScript',
    '<p>Open the settings of your browser, search for JavaScript and allow it for the site. Then reload the page; the editor starts by itself within a second or two, and keeps your text.</p>',
  ),
  page('Loading states', '<p>Show a spinner only after 300 ms.</p>'),
  page('Lazy loading', '<p>Loading begins when the picture is near the screen.</p>'),
  page(
    'Bot protection',
    '<p>Allow the user agent in your firewall, or add a rule that skips the challenge for it.</p>',
  ),
  page('captcha()', '<p>Asks the visitor to complete the captcha before the form is sent.</p>'),
  bare(
    'captcha()',
    '<main><section id="captcha"><h1>captcha()</h1><p>Draws a box to tick.</p></section></main><script src="/a.js"></script>',
  ),
  page(
    'Turnstile',
    '<p>The widget verifies that you are human:</p><pre><code>&lt;div class="cf-turnstile">&lt;/div></code></pre><div class="cf-turnstile"></div>',
  ),
  page('CAPTCHA widget', '<p>Add the script and a div with your site key to the form.</p>'),
  page('Access denied', '<p>Error 13 means the user lacks the privilege.</p>'),
  page('Please wait', '<p>Message shown by the spinner component. Set text to change it.</p>'),
  page('Unusual traffic', '<p>When we see unusual traffic from your account we slow it down for an hour.</p>'),
  page('Exit code 7', '<p>The disk is full.</p><form><textarea></textarea><div class="g-recaptcha"></div></form>'),
  page('Changing your password', '<p>Fill this in.</p><form><input type="text"><input type="password"></form>'),
  page('Access denied errors', '<p>Grant the role "reader" to the account, then wait a minute.</p>'),
  page('Security checks', '<p>Every release is scanned before it is signed.</p>'),
  page('Mounting to #app', '<p>Call <code>mount("#app")</code> once, after all plug-ins.</p>'),
  // built in other ways
  bare('kestvik(1)', '<pre>NAME\n  kestvik - backups that can be proven\n\nSYNOPSIS\n  kestvik VERB</pre>'),
  bare('Notes', '<center><font size=2>Version 2 of the protocol adds one byte.</font></center>'),
  bare('note.txt', 'The port is 7171.'),
  bare(
    'Kestvik',
    `<div id="root"><div><h1>Kestvik</h1><p>Rendered on the server, and then made lively by a script.</p></div></div><script src="/a.js"></script>`,
  ),
  bare(
    'Tips',
    '<article><header><h1>Tip of the day</h1></header><p>Tag your runs.</p><footer>by Ina</footer></article>',
  ),
  bare(
    'Post',
    '<div class="post"><h2>Release day</h2><p>Version 3.4 is out, with signed ledgers.</p></div><noscript>Comments need JavaScript.</noscript>',
  ),
  { ...page('Retention', '<p>Newest first.</p>'), url: 'https://docs.test/en/retention' },
];
