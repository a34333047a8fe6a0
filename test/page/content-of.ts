import { unfold } from '../../src/page/accordion.ts';
import { readFileSync } from 'node:fs';
import { dropChrome } from '../../src/page/boilerplate.ts';
import { findContent, type Content } from '../../src/page/content.ts';
import { parseHtml } from '../../src/page/html.ts';
import { surveyPage } from '../../src/page/survey.ts';
import { labelTabs } from '../../src/page/tabs.ts';
import { tellVersions } from '../../src/page/version-mark.ts';
import { SETS, type Expected } from './score.ts';

/** The content of a stored page as a tree, chrome dropped: what the Markdown writer is given. */
export function contentOf(set: keyof typeof SETS, { file }: Expected): Content {
  const document = parseHtml(readFileSync(new URL(`../data/pages/${SETS[set]}${file}`, import.meta.url), 'utf8'));
  if (!document) throw new Error('too complex');
  const survey = surveyPage(document);
  const body = survey.tagged('body')[0] ?? document;
  labelTabs(survey);
  unfold(survey);
  tellVersions(survey);
  dropChrome(survey, body);
  return findContent(survey, body, '');
}
