/**
 * Pages in the manner of generators and themes of whole sites, written by hand from what is known of their markup and
 * held against no real page: unverified. Each says the same, in the generator's own way.
 */
export interface Imitation {
  readonly name: string;
  readonly html: string;
  /** Words beyond the common ones that must be kept. */
  readonly keeps?: readonly string[];
  /** Pages of these have neither; a wiki's infobox, say. */
  readonly without?: readonly ('code' | 'table' | 'note' | 'anchor' | 'language' | 'levels')[];
}

export const TITLE = 'Webhook retries';
export const FIRST = 'A delivery that fails is tried again for three days, each time after a longer pause than before.';
export const NOTE =
  'A delivery counts as failed when no answer comes within ten seconds, or when the answer says that something went wrong on the side of the receiver.';
export const CODE = 'curl -X POST https://api.test/hooks \\\n  -d "{\\"retry\\": true}"';
export const ROWS = '<tbody><tr><td>First</td><td>1 minute</td></tr><tr><td>Second</td><td>1 hour</td></tr></tbody>';
export const TABLE = `<table><thead><tr><th>Attempt</th><th>Pause</th></tr></thead>${ROWS}</table>`;
export const LINKS =
  '<ul><li><a href="/a">Quick start</a></li><li><a href="/b">Events</a></li><li><a href="/c">Signatures</a></li></ul>';

export function site(body: string, head = ''): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${TITLE} | Acme</title>${head}</head><body>${body}</body></html>`;
}

export const siteImitations: readonly Imitation[] = [
  {
    name: 'Docusaurus 2 with tabs',
    keeps: ['npm install acme', 'yarn add acme', 'Details of a pause'],
    html: site(
      `<div id="__docusaurus"><div role="region" aria-label="Skip to main content"><a class="skipToContent_fXgn" href="#x">Skip to main content</a></div><nav class="navbar navbar--fixed-top"><a href="/">Acme</a></nav><div class="announcementBar_mb4j" role="banner">Version 3 is out</div>
       <div class="main-wrapper"><aside class="theme-doc-sidebar-container"><nav class="menu thin-scrollbar">${LINKS}</nav></aside><main class="docMainContainer_gTbr"><div class="container"><div class="row"><div class="col docItemCol_VOVn"><div class="theme-doc-version-banner alert alert--warning" role="alert"><div>This is documentation for Acme 1.x, which is no longer actively maintained.</div></div><div class="docItemContainer_Djhp"><article><nav class="theme-doc-breadcrumbs" aria-label="Breadcrumbs"><ul class="breadcrumbs"><li><a href="/">Home</a></li></ul></nav><span class="theme-doc-version-badge badge badge--secondary">Version: 1.x</span>
       <div class="theme-doc-markdown markdown"><header><h1>${TITLE}</h1></header><p>${FIRST}</p><h2 class="anchor anchorWithStickyNavbar_LWe7" id="pauses">Pauses<a class="hash-link" href="#pauses" title="Direct link to heading">​</a></h2>${TABLE}
       <div class="theme-admonition theme-admonition-note alert alert--secondary admonition_LlT9"><div class="admonitionHeading_tbUL"><span class="admonitionIcon_kALy"><svg></svg></span>note</div><div class="admonitionContent_S0QG"><p>${NOTE}</p></div></div>
       <div class="tabs-container tabList__CuJ"><ul role="tablist" aria-orientation="horizontal" class="tabs"><li role="tab" tabindex="0" aria-selected="true" class="tabs__item tabItem_LNqP tabs__item--active">npm</li><li role="tab" tabindex="-1" class="tabs__item tabItem_LNqP">Yarn</li></ul><div class="margin-top--md"><div role="tabpanel" class="tabItem_Ymn6"><p>npm install acme</p></div><div role="tabpanel" class="tabItem_Ymn6" hidden=""><p>yarn add acme</p></div></div></div>
       <div class="language-bash codeBlockContainer_Ckt0 theme-code-block"><div class="codeBlockContent_biex"><pre tabindex="0" class="prism-code language-bash codeBlock_bY9V thin-scrollbar"><code class="codeBlockLines_e6Vv"><span class="token-line" style="color:#393A34"><span class="token function">curl</span><span class="token plain"> -X POST https://api.test/hooks </span><span class="token punctuation">\\</span><br></span><span class="token-line" style="color:#393A34"><span class="token plain">  -d "{\\"retry\\": true}"</span><br></span></code></pre><div class="buttonGroup__atx"><button type="button" aria-label="Copy code to clipboard" class="clean-btn"><span>Copy</span></button></div></div></div>
       <details class="details_lb9f alert alert--info"><summary>Details of a pause</summary><div><div class="collapsibleContent_i85q"><p>Pauses double.</p></div></div></details></div>
       <footer class="theme-doc-footer docusaurus-mt-lg"><div class="col"><a href="/e" class="theme-edit-this-page">Edit this page</a></div></footer></article><nav class="pagination-nav docusaurus-mt-lg" aria-label="Docs pages navigation"><a class="pagination-nav__link" href="/b"><div class="pagination-nav__sublabel">Previous</div><div class="pagination-nav__label">Events</div></a></nav></div></div><div class="col col--3"><div class="tableOfContents_bqdL thin-scrollbar"><ul class="table-of-contents"><li><a href="#pauses">Pauses</a></li></ul></div></div></div></div></main></div><footer class="footer footer--dark"><div class="footer__copyright">Copyright © 2026 Acme. Built with Docusaurus.</div></footer></div>`,
    ),
  },
  {
    name: 'Material for MkDocs with annotations and content tabs',
    keeps: ['npm install acme', 'yarn add acme', 'The endpoint of the hook.'],
    html: site(
      `<a href="#webhook-retries" class="md-skip">Skip to content</a><div data-md-component="outdated" hidden><aside class="md-banner md-banner--warning">You're not viewing the latest version.</aside></div><header class="md-header"><nav class="md-header__inner"><a class="md-header__button md-logo" href="/">Acme</a></nav></header>
       <div class="md-container"><main class="md-main"><div class="md-main__inner md-grid"><div class="md-sidebar md-sidebar--primary"><nav class="md-nav md-nav--primary">${LINKS}</nav></div><div class="md-sidebar md-sidebar--secondary"><nav class="md-nav md-nav--secondary" aria-label="On this page"><ul><li><a href="#pauses">Pauses</a></li></ul></nav></div>
       <div class="md-content"><article class="md-content__inner md-typeset"><a href="/e" title="Edit this page" class="md-content__button md-icon"><svg></svg></a><h1 id="webhook-retries">${TITLE}<a class="headerlink" href="#webhook-retries" title="Permanent link">&para;</a></h1><p>${FIRST}</p><h2 id="pauses">Pauses<a class="headerlink" href="#pauses" title="Permanent link">&para;</a></h2><div class="md-typeset__scrollwrap"><div class="md-typeset__table">${TABLE}</div></div>
       <div class="admonition note"><p class="admonition-title">Note</p><p>${NOTE}</p></div>
       <div class="tabbed-set tabbed-alternate" data-tabs="1:2"><input checked="checked" id="__tabbed_1_1" name="__tabbed_1" type="radio"><input id="__tabbed_1_2" name="__tabbed_1" type="radio"><div class="tabbed-labels"><label for="__tabbed_1_1">npm</label><label for="__tabbed_1_2">Yarn</label></div><div class="tabbed-content"><div class="tabbed-block"><p>npm install acme</p></div><div class="tabbed-block"><p>yarn add acme</p></div></div></div>
       <div class="language-bash highlight"><pre><span></span><code><span id="__span-0-1"><a id="__codelineno-0-1" name="__codelineno-0-1" href="#__codelineno-0-1"></a>curl<span class="w"> </span>-X<span class="w"> </span>POST<span class="w"> </span>https://api.test/hooks<span class="w"> </span><span class="se">\\</span>
</span><span id="__span-0-2"><a id="__codelineno-0-2" name="__codelineno-0-2" href="#__codelineno-0-2"></a>  -d<span class="w"> </span><span class="s2">"{\\"retry\\": true}"</span>
</span></code></pre></div><div class="annotate"><ol><li>The endpoint of the hook.</li></ol></div>
       <aside class="md-source-file"><span class="md-source-file__fact"><span class="md-icon" title="Last update"></span><span class="git-revision-date-localized-plugin">March 3, 2026</span></span></aside><form class="md-feedback" name="feedback"><fieldset><legend class="md-feedback__title">Was this page helpful?</legend></fieldset></form></article></div></div></main><footer class="md-footer"><nav class="md-footer__inner"><a href="/b" class="md-footer__link md-footer__link--prev">Previous Events</a></nav><div class="md-copyright">Made with <a href="https://squidfunk.test">Material for MkDocs</a></div></footer></div>`,
    ),
  },
  {
    name: 'VitePress with custom blocks and a code group',
    keeps: ['npm install acme', 'yarn add acme'],
    html: site(
      `<div id="app"><div class="Layout"><span tabindex="-1"></span><a href="#VPContent" class="VPSkipLink visually-hidden"> Skip to content </a><header class="VPNav"><div class="VPNavBar"><a href="/">Acme</a></div></header><div class="VPLocalNav"><button class="VPLocalNavOutlineDropdown">On this page</button></div><aside class="VPSidebar"><nav class="nav">${LINKS}</nav></aside>
       <div class="VPContent has-sidebar" id="VPContent"><div class="VPDoc has-sidebar has-aside"><div class="container"><div class="aside"><div class="aside-container"><nav class="VPDocAsideOutline"><div class="outline-title">On this page</div><ul><li><a class="outline-link" href="#pauses">Pauses</a></li></ul></nav></div></div><div class="content"><div class="content-container"><main class="main"><div class="vp-doc _guide_retries"><div><h1 id="retries" tabindex="-1">${TITLE} <a class="header-anchor" href="#retries" aria-label="Permalink to &quot;${TITLE}&quot;">​</a></h1><p>${FIRST}</p><h2 id="pauses" tabindex="-1">Pauses <a class="header-anchor" href="#pauses" aria-label="Permalink to &quot;Pauses&quot;">​</a></h2>${TABLE}
       <div class="note custom-block github-alert"><p class="custom-block-title">NOTE</p><p>${NOTE}</p></div>
       <div class="vp-code-group vp-adaptive-theme"><div class="tabs"><input type="radio" name="group-1" id="tab-1" checked><label data-title="npm" for="tab-1">npm</label><input type="radio" name="group-1" id="tab-2"><label data-title="yarn" for="tab-2">yarn</label></div><div class="blocks"><div class="language-sh vp-adaptive-theme active"><button title="Copy Code" class="copy"></button><span class="lang">sh</span><pre class="shiki"><code><span class="line">npm install acme</span></code></pre></div><div class="language-sh vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">sh</span><pre class="shiki"><code><span class="line">yarn add acme</span></code></pre></div></div></div>
       <div class="language-bash vp-adaptive-theme line-numbers-mode"><button title="Copy Code" class="copy"></button><span class="lang">bash</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span>curl</span><span> -X POST https://api.test/hooks \\</span></span>
<span class="line"><span>  -d "{\\"retry\\": true}"</span></span></code></pre><div class="line-numbers-wrapper" aria-hidden="true"><span class="line-number">1</span><br><span class="line-number">2</span><br></div></div></div></div></main><footer class="VPDocFooter"><div class="edit-info"><div class="edit-link"><a href="/e">Edit this page on GitHub</a></div><div class="last-updated"><p class="VPLastUpdated">Last updated: <time datetime="2026-03-03T00:00:00Z"></time></p></div></div><nav class="prev-next"><a class="pager-link prev" href="/b"><span class="desc">Previous page</span><span class="title">Events</span></a></nav></footer></div></div></div></div></div><footer class="VPFooter"><p class="copyright">Copyright © 2026 Acme</p></footer></div></div>`,
    ),
  },
  {
    name: 'Starlight',
    html: site(
      `<a href="#_top" class="sl-skip-link">Skip to content</a><div class="page sl-flex"><header class="header"><div class="header sl-flex"><a href="/" class="site-title">Acme</a></div></header><nav class="sidebar print:hidden" aria-label="Main"><div id="starlight__sidebar">${LINKS}</div></nav><div class="main-frame"><div class="lg:sl-flex"><aside class="right-sidebar-container print:hidden"><div class="right-sidebar"><starlight-toc><nav><h2 id="starlight__on-this-page">On this page</h2><ul><li><a href="#pauses">Pauses</a></li></ul></nav></starlight-toc></div></aside>
       <div class="main-pane"><main data-pagefind-body lang="en" dir="ltr"><div class="content-panel"><div class="sl-container"><h1 id="_top">${TITLE}</h1></div></div><div class="content-panel"><div class="sl-container"><div class="sl-markdown-content"><p>${FIRST}</p><div class="sl-heading-wrapper level-h2"><h2 id="pauses">Pauses</h2><a class="sl-anchor-link" href="#pauses"><span aria-hidden="true" class="sl-anchor-icon"><svg></svg></span><span class="sr-only">Section titled “Pauses”</span></a></div>${TABLE}
       <aside aria-label="Note" class="starlight-aside starlight-aside--note"><p class="starlight-aside__title" aria-hidden="true"><svg></svg>Note</p><div class="starlight-aside__content"><p>${NOTE}</p></div></aside>
       <div class="expressive-code"><figure class="frame is-terminal not-content"><figcaption class="header"><span class="title"></span><span class="sr-only">Terminal window</span></figcaption><pre data-language="bash"><code><div class="ec-line"><div class="code"><span>curl -X POST https://api.test/hooks \\</span></div></div><div class="ec-line"><div class="code"><span class="indent">  </span><span>-d "{\\"retry\\": true}"</span></div></div></code></pre><div class="copy"><button title="Copy to clipboard"><div></div></button></div></figure></div></div>
       <footer class="sl-flex"><div class="meta sl-flex"><a href="/e" class="sl-flex">Edit page</a></div><div class="pagination-links print:hidden"><a href="/b" rel="prev"><span>Previous<br><span class="link-title">Events</span></span></a></div></footer></div></div></main></div></div></div></div>`,
    ),
  },
  {
    name: 'Nextra',
    html: site(
      `<div class="nextra-banner">Acme 3 is out</div><div class="nextra-nav-container"><nav><a href="/">Acme</a></nav></div><div class="x:mx-auto x:flex"><aside class="nextra-sidebar-container nextra-sidebar">${LINKS}</aside><nav class="nextra-toc" aria-label="table of contents"><p>On This Page</p><ul><li><a href="#pauses">Pauses</a></li></ul><div><a href="/f">Question? Give us feedback</a><a href="/e">Edit this page</a></div></nav>
       <article class="x:w-full nextra-content"><main data-pagefind-body><div class="nextra-breadcrumb"><span>Docs</span></div><h1 class="x:mt-2">${TITLE}</h1><p>${FIRST}</p><h2 class="x:mt-10">Pauses<a href="#pauses" id="pauses" class="subheading-anchor" aria-label="Permalink for this section"></a></h2>${TABLE}
       <div class="nextra-callout x:overflow-x-auto" data-pagefind-ignore="none"><div class="x:select-none" data-pagefind-ignore="all">💡</div><div class="x:w-full"><p>${NOTE}</p></div></div>
       <div class="nextra-code x:relative"><pre class="x:group" data-language="bash" data-word-wrap=""><code class="nextra-code" dir="ltr"><span><span>curl -X POST https://api.test/hooks \\</span></span>
<span><span>  -d "{\\"retry\\": true}"</span></span></code></pre><div class="x:opacity-0"><button title="Copy code" class="nextra-button"></button></div></div><div class="x:mt-12">Last updated on<!-- --> <time datetime="2026-03-03">March 3, 2026</time></div></main><div class="nextra-pagination"><a href="/b" title="Events">Events</a></div></article></div><footer class="x:bg-gray-100">MIT © Acme.</footer>`,
    ),
    without: ['note'],
    keeps: [NOTE],
  },
  {
    name: 'Sphinx furo',
    html: site(
      `<div class="visually-hidden" aria-hidden="true"><a href="#furo-main-content">Skip to content</a></div><div class="page"><header class="mobile-header"><div class="header-center"><a href="/"><div class="brand">Acme</div></a></div></header><aside class="sidebar-drawer"><div class="sidebar-container"><div class="sidebar-sticky"><a class="sidebar-brand" href="/">Acme</a><div class="sidebar-tree">${LINKS}</div></div></div></aside>
       <div class="main"><div class="content"><div class="article-container"><a href="#" class="back-to-top muted-link"><svg></svg><span>Back to top</span></a><div class="content-icon-container"><div class="edit-this-page"><a class="muted-link" href="/e" rel="edit" title="Edit this page"><span class="visually-hidden">Edit this page</span></a></div></div><article role="main" id="furo-main-content"><section id="webhook-retries"><h1>${TITLE}<a class="headerlink" href="#webhook-retries" title="Link to this heading">¶</a></h1><p>${FIRST}</p><section id="pauses"><h2>Pauses<a class="headerlink" href="#pauses" title="Link to this heading">¶</a></h2><div class="table-wrapper docutils container"><table class="docutils align-default"><thead><tr class="row-odd"><th class="head"><p>Attempt</p></th><th class="head"><p>Pause</p></th></tr></thead><tbody><tr class="row-even"><td><p>First</p></td><td><p>1 minute</p></td></tr><tr><td><p>Second</p></td><td><p>1 hour</p></td></tr></tbody></table></div>
       <div class="admonition note"><p class="admonition-title">Note</p><p>${NOTE}</p></div><div class="highlight-bash notranslate"><div class="highlight"><pre><span></span>curl<span class="w"> </span>-X<span class="w"> </span>POST<span class="w"> </span>https://api.test/hooks<span class="w"> </span><span class="se">\\</span>
<span class="w">  </span>-d<span class="w"> </span><span class="s2">"{\\"retry\\": true}"</span>
</pre></div></div></section></section></article></div><footer><div class="related-pages"><a class="prev-page" href="/b"><div class="page-info"><div class="context">Previous</div><div class="title">Events</div></div></a></div><div class="bottom-of-page"><div class="left-details"><div class="copyright">Copyright &#169; 2026, Acme</div>Made with <a href="https://www.sphinx-doc.org/">Sphinx</a></div></div></footer></div><aside class="toc-drawer"><div class="toc-sticky toc-scroll"><div class="toc-title-container"><span class="toc-title">On this page</span></div><div class="toc-tree-container"><div class="toc-tree">${LINKS}</div></div></div></aside></div></div>`,
    ),
  },
  {
    name: 'Read the Docs with its flyout and version banner',
    html: site(
      `<div class="wy-grid-for-nav"><nav data-toggle="wy-nav-shift" class="wy-nav-side"><div class="wy-side-scroll"><div class="wy-side-nav-search"><a href="/" class="icon icon-home"> Acme</a><div class="version">1.0</div></div><div class="wy-menu wy-menu-vertical">${LINKS}</div></div></nav><section class="wy-nav-content-wrap"><nav class="wy-nav-top"><a href="/">Acme</a></nav><div class="wy-nav-content"><div class="rst-content"><div role="navigation" aria-label="Page navigation"><ul class="wy-breadcrumbs"><li><a href="/" class="icon icon-home"></a></li><li class="wy-breadcrumbs-aside"><a href="/e" class="fa fa-github"> Edit on GitHub</a></li></ul><hr></div><div class="version-warning admonition warning"><p class="admonition-title">Warning</p><p>You are reading an old version of this documentation. The latest is <a href="/latest">2.0</a>.</p></div>
       <div role="main" class="document" itemscope><div itemprop="articleBody"><section id="webhook-retries"><h1>${TITLE}<a class="headerlink" href="#webhook-retries" title="Permalink to this heading"></a></h1><p>${FIRST}</p><section id="pauses"><h2>Pauses<a class="headerlink" href="#pauses" title="Permalink to this heading"></a></h2>${TABLE}<div class="admonition note"><p class="admonition-title">Note</p><p>${NOTE}</p></div><div class="highlight-bash notranslate"><div class="highlight"><pre><span></span>${CODE}
</pre></div></div></section></section></div></div><footer><div class="rst-footer-buttons" role="navigation" aria-label="Footer"><a href="/b" class="btn btn-neutral float-left" title="Events" accesskey="p" rel="prev"><span class="fa fa-arrow-circle-left"></span> Previous</a></div><hr><div role="contentinfo"><p>&#169; Copyright 2026, Acme. <span class="commit">Revision <code>1a2b3c</code>.</span></p></div>Built with <a href="https://www.sphinx-doc.org/">Sphinx</a> using a <a href="https://x.test">theme</a> provided by <a href="https://readthedocs.org">Read the Docs</a>.</footer></div></div></section></div>
       <div class="rst-versions" data-toggle="rst-versions" role="note"><span class="rst-current-version"><span class="fa fa-book"> Read the Docs</span> v: 1.0</span><div class="rst-other-versions"><dl><dt>Versions</dt><dd><a href="/latest">latest</a></dd><dd><a href="/v1">1.0</a></dd></dl></div></div>`,
    ),
  },
];
