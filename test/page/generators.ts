/**
 * Pages in the manner of generators that no stored page comes from, written by hand from what is known of their
 * markup. They are unverified: the real ones may differ. Each holds the same few things to find and to leave out.
 */
export interface GeneratorPage {
  readonly name: string;
  readonly html: string;
}

const TITLE = 'Rate limits';
const FIRST = 'Every key may send sixty requests a minute, and a burst of ten more is forgiven.';
const SECOND = 'When the limit is reached the server answers 429 and says when to come back.';

function page(head: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${TITLE} | Docs</title>${head}</head><body>${body}</body></html>`;
}

const LINKS =
  '<ul><li><a href="/a">Welcome</a></li><li><a href="/b">Quick start</a></li><li><a href="/c">Webhooks</a></li></ul>';

export const generatorPages: readonly GeneratorPage[] = [
  {
    name: 'Mintlify',
    html: page(
      '<meta name="generator" content="Mintlify">',
      `<div id="navbar"><a href="/">Docs</a><button>Search...</button></div><div id="sidebar">${LINKS}</div>
       <div id="content-area"><header id="header"><div class="eyebrow">Guides</div><h1 id="page-title">${TITLE}</h1></header>
       <div class="mdx-content prose"><p>${FIRST}</p><h2 class="flex" id="after"><div class="absolute"><a href="#after" aria-label="Navigate to header">​</a></div><span>After the limit</span></h2>
       <div class="callout my-4"><div data-component-part="callout-content"><p>${SECOND}</p></div></div>
       <div class="code-block"><div data-component-part="code-block-header"><button>Copy</button></div><pre class="shiki" language="bash"><code language="bash"><span class="line">curl -i https://api.test/keys</span></code></pre></div></div>
       <div class="feedback-toolbar"><p>Was this page helpful?</p><button>Yes</button><button>No</button></div>
       <div id="pagination"><a href="/a">Webhooks</a></div></div><div id="table-of-contents"><p>On this page</p><ul><li><a href="#after">After the limit</a></li></ul></div>
       <footer id="footer"><a href="https://mintlify.com">Powered by Mintlify</a></footer>`,
    ),
  },
  {
    name: 'GitBook',
    html: page(
      '<meta name="generator" content="GitBook">',
      `<header><a href="/">Docs</a><button>Ask or search</button></header><aside data-testid="table-of-contents">${LINKS}</aside>
       <main><header><h1>${TITLE}</h1></header><div><p>${FIRST}</p><h2 id="after"><div><a href="#after" aria-label="Direct link to heading">#</a></div><div>After the limit</div></h2>
       <div class="hint"><div>${SECOND}</div></div><div class="group/codeblock"><button>Copy</button><pre><code class="language-bash"><span>curl -i https://api.test/keys</span></code></pre></div></div>
       <div><a href="/a"><span>Previous</span><span>Webhooks</span></a></div><p>Last updated 3 months ago</p><div><p>Was this helpful?</p></div></main>`,
    ),
  },
  {
    name: 'ReadMe',
    html: page(
      '',
      `<div class="rm-Header"><a href="/">Docs</a></div><nav class="rm-Sidebar">${LINKS}</nav>
       <article class="rm-Article" id="content"><header id="content-head"><h1>${TITLE}</h1><div class="excerpt"></div><a href="/edit">Suggest Edits</a></header>
       <div class="rm-Markdown markdown-body"><p>${FIRST}</p><h2 class="heading header-scroll"><div class="heading-anchor anchor waypoint" id="after"></div><div class="heading-text">After the limit</div><a aria-label="Skip link to After the limit" class="heading-anchor-icon fa fa-anchor" href="#after"></a></h2>
       <p>${SECOND}</p><div class="CodeTabs"><div class="CodeTabs-toolbar"><button>Shell</button></div><pre><button class="rdmd-code-copy">Copy</button><code class="rdmd-code lang-bash" data-lang="bash">curl -i https://api.test/keys</code></pre></div></div>
       <div class="UpdatedAt"><p>Updated 4 months ago</p></div><div class="PageThumbs">Did this page help you?<button>Yes</button></div></article>
       <section class="content-toc"><nav><ul><li><a href="#after">After the limit</a></li></ul></nav></section>`,
    ),
  },
  {
    name: 'Zendesk Guide',
    html: page(
      '',
      `<header class="header"><a href="/">Docs</a><a href="/login">Sign in</a></header><main role="main"><nav class="sub-nav"><ol class="breadcrumbs"><li><a href="/">Help</a></li></ol></nav>
       <div class="article-container"><aside class="article-sidebar">${LINKS}</aside><article class="article"><header class="article-header"><h1 class="article-title">${TITLE}</h1><div class="article-author"><ul class="meta-group"><li class="meta-data"><time datetime="2026-01-05T10:00:00Z">4 months ago</time></li><li>Updated</li></ul></div></header>
       <section class="article-info"><div class="article-content"><div class="article-body"><p>${FIRST}</p><h2 id="after">After the limit</h2><p>${SECOND}</p><pre>curl -i https://api.test/keys</pre></div></div></section>
       <footer><div class="article-footer"></div><div class="article-votes"><span class="article-votes-question">Was this article helpful?</span><a href="#">Yes</a></div></footer>
       <div class="article-relatives"><section class="related-articles"><h2>Related articles</h2>${LINKS}</section></div><div class="article-comments"><h2>Comments</h2><p>0 comments</p><p>Please sign in to leave a comment.</p></div></article></div></main>`,
    ),
  },
  {
    name: 'Intercom Articles',
    html: page(
      '',
      `<div class="header"><a href="/">Docs</a><form><input placeholder="Search for articles..."></form></div><div class="content"><div class="section__article"><div class="breadcrumb"><a href="/">All Collections</a></div>
       <article><div class="article__meta"><h1 class="t__h1">${TITLE}</h1><div class="article__desc"></div><div class="avatar">Written by Ina. Updated over a week ago</div></div>
       <div class="article_body"><p>${FIRST}</p><h2 id="after">After the limit</h2><p>${SECOND}</p><pre><code>curl -i https://api.test/keys</code></pre></div></article>
       <div class="jump-links"></div><div class="article__reactions intercom-reaction-picker"><div class="intercom-reaction-prompt">Did this answer your question?</div><button>😞</button></div></div></div><footer class="footer">Docs, <a href="https://intercom.test">We run on Intercom</a></footer>`,
    ),
  },
  {
    name: 'Notion export',
    html: page(
      '<style>body{margin:2em}</style>',
      `<article id="1a2b" class="page sans"><header><div class="page-header-icon undefined"><span class="icon">🚦</span></div><h1 class="page-title">${TITLE}</h1><p class="page-description"></p></header>
       <div class="page-body"><p id="x1" class="">${FIRST}</p><nav id="t" class="block-color-gray table_of_contents"><div class="table_of_contents-item"><a href="#after">After the limit</a></div></nav><h2 id="after" class="">After the limit</h2>
       <figure class="block-color-gray_background callout"><div class="icon">💡</div><div>${SECOND}</div></figure><pre id="c" class="code"><code class="language-Bash">curl -i https://api.test/keys</code></pre></div></article>`,
    ),
  },
  {
    name: 'Discourse (crawler view)',
    html: page(
      '',
      `<header><a href="/">Forum</a></header><div id="main-outlet" class="wrap" role="main"><div id="topic-title"><h1><a href="/t/rate-limits/7">${TITLE}</a></h1><div class="topic-category"><a href="/c/help">Help</a></div></div>
       <div itemscope class="topic-body crawler-post"><div class="crawler-post-meta"><span class="creator"><a href="/u/ina">ina</a></span><span class="crawler-post-infos"><time datetime="2026-02-03T08:00:00Z" class="post-time">February 3, 2026, 8:00am</time></span></div>
       <div class="post" itemprop="text"><p>${FIRST}</p><h2><a name="after-1" class="anchor" href="#after-1"></a>After the limit</h2><p>${SECOND}</p><pre><code class="lang-bash">curl -i https://api.test/keys</code></pre></div><div class="interaction"><span class="post-likes">3 Likes</span></div></div>
       <div class="topic-body crawler-post"><div class="post" itemprop="text"><p>Thank you, that is exactly what we saw yesterday.</p></div></div></div>
       <footer class="container wrap"><nav class="crawler-nav">${LINKS}</nav></footer><noscript>Powered by Discourse, best viewed with JavaScript enabled</noscript>`,
    ),
  },
  {
    name: 'GitHub wiki',
    html: page(
      '',
      `<header class="Header"><a href="/">GitHub</a></header><main id="js-repo-pjax-container"><div id="repository-container-header"><nav>${LINKS}</nav></div>
       <div id="wiki-wrapper"><div class="gh-header"><h1 class="gh-header-title">${TITLE}</h1><div class="gh-header-meta">ina edited this page Mar 3, 2026 · <a href="_history">4 revisions</a></div></div>
       <div id="wiki-content"><div id="wiki-body" class="markdown-body"><p>${FIRST}</p><div class="markdown-heading"><h2 class="heading-element">After the limit</h2><a id="user-content-after" class="anchor" aria-label="Permalink: After the limit" href="#after"><svg class="octicon octicon-link"></svg></a></div><p>${SECOND}</p>
       <div class="highlight highlight-source-shell"><pre>curl -i https://api.test/keys</pre><div class="zeroclipboard-container"><clipboard-copy></clipboard-copy></div></div></div><div id="wiki-rightbar" class="wiki-rightbar"><nav>Pages 3 ${LINKS}</nav></div></div></div></main>
       <footer class="footer"><h2 class="sr-only">Footer</h2>© 2026 GitHub, Inc.</footer>`,
    ),
  },
  {
    name: 'javadoc',
    html: page(
      '<meta name="generator" content="javadoc">',
      `<div class="flex-box"><header role="banner" class="flex-header"><nav role="navigation"><div class="top-nav" id="navbar-top"><div class="skip-nav"><a href="#skip-navbar-top">Skip navigation links</a></div>${LINKS}</div><div class="sub-nav"><div>Summary: Nested | Field</div></div></nav></header>
       <div class="flex-content"><main role="main"><div class="header"><div class="sub-title"><span class="package-label-in-type">Package</span> <a href="package-summary.html">test.api</a></div><h1 title="${TITLE}" class="title">${TITLE}</h1></div>
       <section class="class-description" id="class-description"><div class="block">${FIRST}</div></section>
       <section class="details"><ul class="details-list"><li><section class="method-details" id="method-detail"><h2>After the limit</h2><ul class="member-list"><li><section class="detail" id="wait()"><h3>wait</h3><div class="member-signature"><span class="modifiers">public</span> <span class="return-type">void</span> <span class="element-name">wait</span>()</div><div class="block">${SECOND}</div><pre><code>curl -i https://api.test/keys</code></pre></section></li></ul></section></li></ul></section></main></div></div>`,
    ),
  },
  {
    name: 'Doxygen',
    html: page(
      '<meta name="generator" content="Doxygen 1.9.8">',
      `<div id="top"><div id="titlearea"><table><tr><td id="projectalign"><div id="projectname">Docs<span id="projectnumber">3.4</span></div></td></tr></table></div><div id="main-nav">${LINKS}</div></div>
       <div id="side-nav" class="ui-resizable side-nav-resizable"><div id="nav-tree"><div id="nav-tree-contents"></div></div></div>
       <div id="doc-content"><div class="header"><div class="headertitle"><div class="title">${TITLE}</div></div></div><div class="contents"><div class="textblock"><p>${FIRST}</p><h1><a class="anchor" id="after"></a>After the limit</h1><p>${SECOND}</p><div class="fragment"><div class="line">curl -i https://api.test/keys</div></div></div></div></div>
       <div id="nav-path" class="navpath"><ul><li class="footer">Generated by <a href="https://www.doxygen.org/">doxygen</a> 1.9.8</li></ul></div>`,
    ),
  },
  {
    name: 'Jekyll (just-the-docs)',
    html: page(
      '',
      `<a class="skip-to-main" href="#main-content">Skip to main content</a><div class="side-bar"><div class="site-header" role="banner"><a href="/" class="site-title">Docs</a></div><nav aria-label="Main" id="site-nav" class="site-nav">${LINKS}</nav><div class="site-footer">This site uses <a href="https://x.test">Just the Docs</a>.</div></div>
       <div class="main" id="top"><div id="main-header" class="main-header"><div class="search" role="search"><input type="text"></div></div><div class="main-content-wrap"><nav aria-label="Breadcrumb" class="breadcrumb-nav"></nav>
       <div id="main-content" class="main-content"><main><h1 id="rate-limits">${TITLE}</h1><p>${FIRST}</p><h2 id="after"><a href="#after" class="anchor-heading" aria-labelledby="after"><svg viewBox="0 0 16 16"></svg></a> After the limit</h2><p>${SECOND}</p>
       <div class="language-bash highlighter-rouge"><div class="highlight"><pre class="highlight"><code>curl <span class="nt">-i</span> https://api.test/keys</code></pre></div></div></main><hr><footer><p><a href="#top" id="back-to-top">Back to top</a></p><p class="text-small">Copyright © 2026 Docs</p></footer></div></div></div>`,
    ),
  },
  {
    name: 'Hugo (docsy)',
    html: page(
      '<meta name="generator" content="Hugo">',
      `<header><nav class="td-navbar">${LINKS}</nav></header><div class="container-fluid td-outer"><div class="td-main"><div class="row"><aside class="td-sidebar"><div id="td-sidebar-menu">${LINKS}</div></aside>
       <aside class="td-sidebar-toc"><div class="td-page-meta"><a href="/e">Edit this page</a></div><nav id="TableOfContents"><ul><li><a href="#after">After the limit</a></li></ul></nav></aside>
       <main role="main"><nav aria-label="breadcrumb" class="td-breadcrumbs"><ol class="breadcrumb"><li><a href="/d">Documentation</a></li></ol></nav><div class="td-content"><h1>${TITLE}</h1><div class="lead">All you need to know.</div><p>${FIRST}</p><h2 id="after">After the limit<a class="td-heading-self-link" href="#after" aria-label="Heading self-link"></a></h2>
       <div class="alert alert-info" role="alert"><h4 class="alert-heading">Note</h4>${SECOND}</div><div class="highlight"><pre tabindex="0" class="chroma"><code class="language-bash" data-lang="bash"><span class="line"><span class="cl">curl -i https://api.test/keys</span></span></code></pre></div>
       <div class="td-page-meta__lastmod">Last modified March 3, 2026: <a href="/c">Fix typo (1a2b3c)</a></div></div></main></div></div><footer class="td-footer"><span class="td-footer__copyright">© 2026 The Docs Authors</span></footer></div>`,
    ),
  },
];

export const expected = {
  title: TITLE,
  contains: [FIRST, SECOND, 'curl -i https://api.test/keys'],
  absent: [
    'Quick start',
    'Was this',
    'Powered by',
    'Edit this page',
    'Copy',
    'Sign in',
    'Skip',
    'On this page',
    'Back to top',
  ],
} as const;
