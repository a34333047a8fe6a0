// Answers every page of every host (any 127.x.x.x address, one port) with 304, robots.txt with 404, and remembers how far
// apart the requests of each host came. `/__stats` says it and forgets. Ends when its standard input does.
import { createServer } from 'node:http';

let hosts = new Map();

const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
  if (request.url === '/__stats') return stats(response);
  const at = performance.now();
  const { host } = request.headers;
  const seen = hosts.get(host);
  if (seen === undefined) hosts.set(host, { last: at, least: Infinity, requests: 1, plain: 0 });
  else {
    seen.least = Math.min(seen.least, at - seen.last);
    seen.last = at;
    seen.requests += 1;
  }
  if (request.url === '/robots.txt') return response.writeHead(404).end();
  const etag = request.headers['if-none-match'];
  if (etag === undefined) {
    hosts.get(host).plain += 1;
    return response.writeHead(500).end();
  }
  response.writeHead(304, { etag, 'last-modified': request.headers['if-modified-since'] ?? '' }).end();
});

function stats(response) {
  const all = [...hosts.values()];
  const sum = (pick) => all.reduce((total, one) => total + pick(one), 0);
  const leastGapMs = Math.min(...all.map(({ least }) => least));
  response.end(
    JSON.stringify({
      hosts: all.length,
      requests: sum((one) => one.requests),
      plain: sum((one) => one.plain),
      leastGapMs,
    }),
  );
  hosts = new Map();
}

server.listen({ port: 0, host: '0.0.0.0', backlog: 4096 }, () => console.log(JSON.stringify(server.address().port)));
process.stdin.on('end', () => process.exit(0)).resume();
