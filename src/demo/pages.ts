/** The handbook of an invented lighthouse controller: what the demo crawls. Each entry is a page's main content. */
export interface DemoPage {
  readonly title: string;
  readonly html: string;
  readonly noindex?: boolean;
}

export const demoPages: Readonly<Record<string, DemoPage>> = {
  '/': {
    title: 'Pharos handbook',
    html: `<p>Pharos runs the lamp, the horn and the logbook of a small lighthouse. This handbook takes you from an empty
      tower to a light that ships can trust.</p>
      <h2 id="start-here">Start here</h2>
      <ul><li><a href="/install/">Installation</a></li><li><a href="/quick-start/">Quick start</a></li>
      <li><a href="/reference/settings/">Settings</a></li><li><a href="/reference/commands/">Commands</a></li></ul>
      <p>Older notes are in the <a href="/archive/2019/">archive</a>; plans of the crew are <a href="/internal/plans/">internal</a>.
      The <a href="/files/wiring.pdf">wiring plan</a> is a PDF, and the maker writes at <a href="https://maker.example/">maker.example</a>.</p>`,
  },
  '/install/': {
    title: 'Installation',
    html: `<p>Pharos needs a single-board computer with 512 MB of memory and a relay board.</p>
      <h2 id="packages">Packages</h2><pre><code class="language-bash">pharos-get install pharos\npharos doctor</code></pre>
      <h2 id="first-start">First start</h2><p>The first start asks for the position of the tower and writes
      <code>pharos.toml</code>. Go on with the <a href="/quick-start/">quick start</a>.</p>
      <blockquote><p>Never connect the lamp before <code>pharos doctor</code> is content.</p></blockquote>`,
  },
  '/quick-start/': {
    title: 'Quick start',
    html: `<p>Five minutes from installation to a turning light.</p>
      <ol><li>Set the character of the light, for example <code>Fl(2) 10s</code>.</li>
      <li>Start the service.</li><li>Watch the logbook.</li></ol>
      <pre><code class="language-bash">pharos set light "Fl(2) 10s"\npharos start --watch</code></pre>
      <p>How the character is written is explained under <a href="/guide/light-characters/">light characters</a>.</p>`,
  },
  '/guide/light-characters/': {
    title: 'Light characters',
    html: `<p>A light's character tells ships which tower they see.</p>
      <table><thead><tr><th>Character</th><th>Meaning</th><th>Example</th></tr></thead><tbody>
      <tr><td>F</td><td>fixed, always on</td><td><code>F</code></td></tr>
      <tr><td>Fl</td><td>flashes, longer dark than light</td><td><code>Fl(2) 10s</code></td></tr>
      <tr><td>Oc</td><td>occulting, longer light than dark</td><td><code>Oc 6s</code></td></tr>
      <tr><td>Iso</td><td>equal light and dark</td><td><code>Iso 4s</code></td></tr></tbody></table>
      <p>Periods below two seconds wear out the relay; see <a href="/guide/maintenance/">maintenance</a>.</p>`,
  },
  '/guide/fog-horn/': {
    title: 'Fog horn',
    html: `<p>The horn follows the visibility sensor.</p>
      <h2 id="threshold">Threshold</h2><p>It sounds when the visibility falls below <code>horn.threshold_m</code>
      (2,000 metres by default) and stops ten minutes after it has risen again.</p>
      <pre><code class="language-toml">[horn]\nthreshold_m = 2000\nquiet_hours = []</code></pre>`,
  },
  '/guide/logbook/': {
    title: 'Logbook',
    html: `<p>Every change of the lamp is written to the logbook with the time in UTC.</p>
      <h2 id="export">Exporting the logbook</h2><p>The harbour office takes comma-separated values:</p>
      <pre><code class="language-bash">pharos log export --from 2026-01-01 --format csv &gt; logbook.csv</code></pre>`,
  },
  '/guide/maintenance/': {
    title: 'Maintenance',
    html: `<p>Once a month, by daylight.</p>
      <dl><dt>Lens</dt><dd>Clean it with distilled water and a soft cloth.</dd>
      <dt>Relay</dt><dd>Replace it after two million switchings; <code>pharos stats relay</code> tells how many it has done.</dd></dl>
      <details><summary>The lamp stays dark after a power cut</summary><p>The interlock has tripped. Hold the reset button
      for five seconds and run <code>pharos doctor</code>.</p></details>`,
  },
  '/reference/settings/': {
    title: 'Settings',
    html: `<p>All settings of <code>pharos.toml</code>.</p>
      <table><thead><tr><th>Setting</th><th>Default</th><th>Meaning</th></tr></thead><tbody>
      <tr><td><code>light.character</code></td><td><code>F</code></td><td>the light's character</td></tr>
      <tr><td><code>light.max_intensity</code></td><td><code>80</code></td><td>percent of full power</td></tr>
      <tr><td><code>horn.threshold_m</code></td><td><code>2000</code></td><td>visibility below which the horn sounds</td></tr>
      <tr><td><code>log.keep_days</code></td><td><code>3650</code></td><td>how long the logbook is kept</td></tr></tbody></table>`,
  },
  '/reference/commands/': {
    title: 'Commands',
    html: `<p>What <code>pharos</code> can be asked for.</p>
      <h2 id="doctor">pharos doctor</h2><p>Checks the wiring, the clock and the interlock, and names what is wrong.</p>
      <h2 id="stats">pharos stats</h2><p>Counts switchings and hours of light.</p>
      <h2 id="log">pharos log</h2><p>Shows and exports the <a href="/guide/logbook/">logbook</a>.</p>`,
  },
  '/reference/errors/': {
    title: 'Error codes',
    html: `<p>Codes that the display shows.</p>
      <h2 id="e17">E17: interlock open</h2><p>The door of the lantern room is not closed. Close it, then hold the reset button.</p>
      <h2 id="e23">E23: clock drift</h2><p>The clock is more than two seconds off. Check the aerial of the time signal receiver.</p>`,
  },
  '/archive/2019/': {
    title: 'Notes of 2019',
    noindex: true,
    html: '<p>Superseded notes on the paraffin lamp. Kept for the museum, and not meant for search engines.</p>',
  },
  '/internal/plans/': {
    title: 'Plans of the crew',
    html: '<p>Rosters and telephone numbers. robots.txt keeps crawlers out of here.</p>',
  },
};
