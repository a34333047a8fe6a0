import type { JobSpec } from '../knowledge/ledger.ts';
import { counted } from './wording.ts';

/** How a job is called where it is shown: `crawl of https://…`. */
export function jobName(spec: JobSpec): string {
  switch (spec.kind) {
    case 'import':
      return `import of ${counted(spec.urls.length, 'address', 'addresses')}`;
    case 'crawl':
      return `crawl of ${spec.startUrls.join(' ')}`;
    case 'watch':
      return `weekly look at ${spec.startUrls.join(' ')}`;
    case 'sync':
      return `sitemap sync of ${spec.startUrls.join(' ')}`;
    case 'refresh':
      return `check of ${spec.urls.join(' ')}`;
    default:
      return spec satisfies never;
  }
}
