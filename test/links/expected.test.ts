import { describe, expect, it } from 'vitest';
import { sniffLink } from '../../src/links/sniff.ts';
import { generate } from './generate.ts';
import { probeCases } from './probe-cases.ts';

describe('the cases of the fixtures', () => {
  it('are all there', () => expect(probeCases).toHaveLength(75));

  it.each(probeCases.map((probe) => [`${probe.id} ${probe.why}`, probe] as const))('%s', (_, probe) => {
    const { body, truncated } = generate(probe);
    const { verdict, why } = sniffLink({ url: probe.url, headers: probe.headers, body, truncated });
    expect({ verdict, why }).toEqual({ verdict: probe.expected, why: expect.stringMatching(/\S/) });
  });
});
