import { defineCommand, type CommandContext } from '../../src/app/command.ts';
import { choice, text } from '../../src/app/option.ts';
import { policyData, policyView } from '../../src/app/policy-view.ts';
import { wrongUsage, type Output } from '../../src/app/view.ts';
import { KNOWN_HOSTS, KNOWN_HOSTS_AS_OF } from '../../src/links/hosts.ts';
import { withHost, type Policy } from '../../src/links/policy.ts';
import { parseUrl } from '../../src/parse-url.ts';

const options = {
  host: text({ description: 'A host name, like media.example.org; names below it are meant too', hint: 'HOST' }),
  shows: choice({
    description: 'What its links show; allowed: let through; forget: no word on it',
    choices: ['gif', 'video', 'image', 'allowed', 'forget'],
  }),
};

export default defineCommand({
  path: ['attachments', 'hosts'],
  description: 'List the hosts that are known without a look, or say what a host shows',
  access: 'admin',
  options,
  async *run(given, { app, guildId, nameOf }) {
    const named = given(options.host);
    const shows = given(options.shows);
    if (named === undefined && shows === undefined) return yield list(await app.attachments.policyOf(guildId), nameOf);
    const host = hostOf(named ?? '');
    if (host === null || shows === undefined) {
      return yield wrongUsage('Name a host and what it shows: host:media.example.org shows:gif.');
    }
    const policy = await app.attachments.change(guildId, (before) =>
      withHost(before, host, shows === 'forget' ? null : shows),
    );
    return yield { kind: 'result', view: policyView(`Noted for ${host}`, policy, nameOf), data: policyData(policy) };
  },
});

function list(policy: Policy, nameOf: CommandContext['nameOf']): Output {
  return {
    kind: 'result',
    view: {
      ...policyView(`Hosts known without a look, as of ${KNOWN_HOSTS_AS_OF}`, policy, nameOf),
      tone: 'neutral',
      text: [...grouped()].map(([name, hosts]) => `${name}: ${[...hosts].join(', ')}`),
    },
    data: {
      asOf: KNOWN_HOSTS_AS_OF,
      known: KNOWN_HOSTS.map(({ name, hosts, verdict }) => ({ name, hosts, verdict })),
      hosts: policy.hosts.map(({ host, shows }) => ({ host, shows })),
    },
  };
}

/** Host names by what people call them. */
function grouped(): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const { name, hosts } of KNOWN_HOSTS) {
    const known = found.get(name) ?? new Set<string>();
    for (const host of hosts) known.add(host);
    found.set(name, known);
  }
  return found;
}

/** The host of what an admin wrote: a name, or an address that has it. */
function hostOf(written: string): string | null {
  const url = parseUrl(/^https?:\/\//i.test(written) ? written : `https://${written}`);
  const host = url?.hostname.replace(/\.$/, '') ?? '';
  return host.includes('.') ? host : null;
}
