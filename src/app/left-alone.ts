import type { Source } from '../knowledge/store.ts';
import type { App } from './app.ts';
import { hostsLeftAlone, type HostLeftAlone } from './watch-view.ts';

/** Which of the sources' own hosts are left alone now, by source. */
export async function leftAloneOf(
  { store, clock }: Pick<App, 'store' | 'clock'>,
  sources: readonly Source[],
): Promise<ReadonlyMap<number, readonly HostLeftAlone[]>> {
  const found = new Map<number, readonly HostLeftAlone[]>();
  for (const { id, spec } of sources) {
    const urls = spec.kind === 'page' ? [spec.url] : spec.startUrls;
    const hosts = [...new Set(urls.map((url) => new URL(url).host))];
    const records = await Promise.all(hosts.map((host) => store.hostChecks.host(host)));
    found.set(id, hostsLeftAlone(records, clock.now()));
  }
  return found;
}
