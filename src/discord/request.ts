import { DefaultRestOptions, type RESTOptions } from 'discord.js';

/**
 * One request to Discord, with its files as bytes. Two versions of undici live in this process, and whichever is loaded
 * first sends for both: the one does not know the other's forms, and refuses every file.
 */
export const makeRequest: RESTOptions['makeRequest'] = async (url, init) => {
  if (!(init.body instanceof FormData)) return DefaultRestOptions.makeRequest(url, init);
  const encoded = new Response(init.body);
  const headers = new Headers(init.headers);
  headers.set('content-type', encoded.headers.get('content-type') ?? '');
  const body = new Uint8Array(await encoded.arrayBuffer());
  return DefaultRestOptions.makeRequest(url, { ...init, headers: Object.fromEntries(headers), body });
};
