import { once } from 'node:events';
import { createServer } from 'node:http';
import { systemClock } from '../src/clock.ts';
import { parseNetworks } from '../src/fetch/address.ts';
import { createWebClient } from '../src/fetch/client.ts';
import { judgeKnownHost } from '../src/links/hosts.ts';
import { createProbe } from '../src/links/probe.ts';
import type { Judgement } from '../src/links/verdict.ts';
import { onTheWire } from '../test/links/generate.ts';
import { probeCases, type ProbeCase } from '../test/links/probe-cases.ts';
import { markdownTable } from './table.ts';

/** Every case of the link check over loopback: which layer decides, how much is read, how long it takes. */
export async function linkCases(): Promise<number> {
  let current: ProbeCase | null = null;
  const server = createServer((_request, response) => {
    if (current === null) return response.end();
    const { body, encoding } = onTheWire(current);
    const coding = encoding === null ? {} : { 'content-encoding': encoding };
    return response.writeHead(current.status, { ...current.headers, ...coding }).end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('not listening on a port');
  const networks = parseNetworks('127.0.0.1');
  const client = createWebClient({
    policy: { networks: networks.ok ? networks.networks : [] },
    now: () => performance.now(),
  });
  const probe = createProbe({ client, pace: { admitLinkCheck: () => true }, clock: systemClock });
  const rows: string[][] = [];
  let wrong = 0;
  for (const each of probeCases) {
    current = each;
    // What a case needs is built before the clock starts.
    onTheWire(each);
    const started = performance.now();
    const { judgement, layer, bytesRead } = await decide(each);
    const ms = performance.now() - started;
    if (judgement.verdict !== each.expected) wrong += 1;
    rows.push([
      each.id,
      each.why,
      judgement.verdict,
      each.expected,
      layer,
      String(bytesRead),
      ms.toFixed(1),
      judgement.why,
    ]);
  }
  server.close();
  console.log(markdownTable(['case', 'what', 'verdict', 'expected', 'layer', 'bytes', 'ms', 'why'], rows));
  console.log(`\n${wrong} of ${rows.length} wrong`);
  return wrong === 0 ? 0 : 1;

  async function decide({ url, file }: ProbeCase): Promise<{ judgement: Judgement; layer: string; bytesRead: number }> {
    const known = judgeKnownHost(new URL(url));
    if (known !== null) return { judgement: known, layer: 'host', bytesRead: 0 };
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    return { ...(await probe(new URL(`http://127.0.0.1:${port}/${file ?? 'x'}`))), layer: 'bytes' };
  }
}
