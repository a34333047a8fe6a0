import type { JobSpec } from '../knowledge/ledger.ts';

/** The addresses that a job was given. */
export function jobUrls(spec: JobSpec): readonly string[] {
  return spec.kind === 'import' || spec.kind === 'refresh' ? spec.urls : spec.startUrls;
}

/** The hosts that a job was sent to, name and port. */
export function jobHosts(spec: JobSpec): ReadonlySet<string> {
  return new Set(jobUrls(spec).map((url) => new URL(url).host));
}
