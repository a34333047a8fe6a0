import { expect, it } from 'vitest';
import { markdownOf } from './reading.ts';

/** Formulas that have no TeX beside them. */

const token = (text: string): string => `<${/\d/.test(text) ? 'mn' : 'mi'}>${text}</${/\d/.test(text) ? 'mn' : 'mi'}>`;
const sum = `<mrow>${token('a')}<mo>+</mo>${token('b')}</mrow>`;

it.each([
  [`<msup>${token('2')}${token('64')}</msup>`, '2^64'],
  [`<msub>${token('x')}${token('1')}</msub>`, 'x_1'],
  [`<mfrac>${sum}${token('2')}</mfrac>`, '(a+b)/2'],
  [`<msqrt>${token('n')}</msqrt>`, '√(n)'],
  [`<munderover><mo>∑</mo>${token('i')}${token('9')}</munderover>`, '∑\\_i^9'],
  [`${token('n')}<annotation encoding="text/plain">other words</annotation>`, 'n'],
])('%s', (mathml, words) => {
  expect(markdownOf(`<p>The size is <math>${mathml}</math> of them all.</p>`)).toBe(
    `The size is ${words} of them all.`,
  );
});
