import type { Page, PageRefusal, Reading } from '../../src/page/page.ts';
import { read } from '../../src/page/read.ts';

/** Short ways to read a page that a test has written down. */

export const FETCHED_AT = new Date('2026-06-01T12:00:00Z');
export const PAGE_URL = 'https://docs.test/page';

export function readText(text: string, { url = PAGE_URL, contentType = 'text/html; charset=utf-8' } = {}): Reading {
  return read({ body: Buffer.from(text), url, contentType, fetchedAt: FETCHED_AT });
}

/** The page of a document, or of what stands in its main part. */
export function pageOf(html: string, options?: { url?: string; contentType?: string }): Page {
  const isWhole = /<head|<html|<body/i.test(html) || options?.contentType !== undefined;
  const reading = readText(
    isWhole ? html : `<!doctype html><html><head><title>t</title></head><body><main>${html}</main>`,
    options,
  );
  if (reading.kind === 'refused') throw new Error(`refused as ${reading.reason}`);
  return reading.page;
}

export function markdownOf(html: string, options?: { url?: string; contentType?: string }): string {
  return pageOf(html, options).markdown;
}

/** Why a document is refused, or null when it is read. */
export function refusalOf(html: string, url?: string): PageRefusal | null {
  const reading = readText(html, url === undefined ? {} : { url });
  return reading.kind === 'refused' ? reading.reason : null;
}

/** A whole document. */
export function documentOf(title: string, body: string, head = ''): string {
  return `<!doctype html><html lang="en"><head><title>${title}</title>${head}</head><body>${body}</body></html>`;
}
