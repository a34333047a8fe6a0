/**
 * The address as a URL, or null when it is none. Not by `URL.canParse`: once Node 20 has optimised a call to it, it
 * takes Latin-1 letters (`https://bücher.example/`) for broken UTF-8 and says no.
 */
export function parseUrl(address: string, base?: string): URL | null {
  try {
    return new URL(address, base);
  } catch {
    return null;
  }
}
