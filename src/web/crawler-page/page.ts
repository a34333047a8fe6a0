import { PRODUCT_TOKEN } from '../../fetch/identity.ts';
import { code, text, type Document } from '../document.ts';
import { allowing } from './allowing.ts';
import { contact, copies, troubleshooting } from './copies.ts';
import { limiting } from './limiting.ts';
import { visits, why } from './visits.ts';

/**
 * What site owners are told (rule 1.4).
 *
 * @param operator how to reach whoever runs this instance: an e-mail address or a page's; null where nobody said
 */
export function crawlerPage(operator: string | null): Document {
  return {
    title: PRODUCT_TOKEN,
    description: `What ${PRODUCT_TOKEN} fetches from web sites, why, how often, and how to limit, block or allow it.`,
    lead: [
      text(
        `You found **${PRODUCT_TOKEN}** in your log. This page says what it fetched and why, what it promises, and how to limit it, block it or let it through. To keep it off your whole site, put this into your robots.txt:`,
      ),
      code('text', `User-agent: ${PRODUCT_TOKEN}`, 'Disallow: /'),
    ],
    sections: [why, visits, limiting, allowing, copies, troubleshooting, contact(operator)],
  };
}
