import { PRODUCT_TOKEN } from '../../fetch/identity.ts';
import { REQUESTS_PER_MINUTE_PER_DOMAIN } from '../../promises.ts';
import { code, heading, steps, text, type Section } from '../document.ts';

export const allowing: Section = {
  id: 'allow',
  title: 'Let us through',
  blocks: [
    text(
      'Bot protection often answers 403 or a challenge to everything that is no browser. When you want your pages to be read, make an exception for our user agent. As anybody can send it, leave your rate limits switched on: ' +
        `we stay below ${REQUESTS_PER_MINUTE_PER_DOMAIN} requests a minute.`,
    ),
    heading('cloudflare', 'Cloudflare'),
    steps(
      'Open **Security**, then **Security rules** (in older dashboards **WAF**, **Custom rules**), and create a custom rule.',
      `Use the expression \`(http.user_agent contains "${PRODUCT_TOKEN}")\`.`,
      'Choose the action **Skip**, and tick the remaining custom rules, managed rules and Super Bot Fight Mode rules. Put the rule first.',
    ),
    text(
      '**Bot Fight Mode**, the one of the free plan, cannot be skipped by a rule: it does not run in the rules engine. Switch it off under **Security**, **Settings** (in older dashboards **Security**, **Bots**), or move to Super Bot Fight Mode, which a rule can skip.',
    ),
    heading('aws', 'AWS WAF'),
    steps(
      'In your web ACL (protection pack) add a rule of your own before the managed rule groups: the lower priority number is evaluated first.',
      `Statement: inspect the single header \`user-agent\`, match type **Contains string**, string \`${PRODUCT_TOKEN}\`.`,
      'Action: **Allow**. Rules behind it are not asked any more, so put rate-based rules before it.',
    ),
    heading('nginx', 'nginx'),
    text('Where a `map` decides who is taken for a bot, our line comes first:'),
    code(
      'nginx',
      'map $http_user_agent $blocked_bot {',
      '  default 0;',
      `  "~*${PRODUCT_TOKEN}" 0;`,
      '  "~*(bot|crawler|spider)" 1;',
      '}',
    ),
    heading('apache', 'Apache 2.4'),
    text('Where bots are marked by their user agent, take the mark away again for ours:'),
    code(
      'apache',
      'SetEnvIfNoCase User-Agent "(bot|crawler|spider)" blocked_bot',
      `SetEnvIfNoCase User-Agent "${PRODUCT_TOKEN}" !blocked_bot`,
      '<RequireAll>',
      '  Require all granted',
      '  Require not env blocked_bot',
      '</RequireAll>',
    ),
  ],
};
