import cases from '../data/pages/stress.json' with { type: 'json' };

/** Pages that break readers, put together from what is stored of each. */
export interface StressPage {
  readonly id: string;
  readonly html: string;
  /** Time it may take on a machine of its own, in milliseconds. */
  readonly maxMs: number;
  readonly mustContain: string;
}

export const STRESS_IDS: readonly string[] = cases.cases.map(({ id }) => id);

export function stressPage(id: string): StressPage {
  const found = cases.cases.find((stored) => stored.id === id);
  if (!found) throw new Error(`there is no stress page ${id}`);
  const { prefix, unit, repeat, suffix, maxMs, mustContain } = found;
  const units = unit.includes('__N__')
    ? Array.from({ length: repeat }, (_, i) => unit.replace('__N__', String(i))).join('')
    : unit.repeat(repeat);
  const html = `<!doctype html><html><head><title>t</title></head><body><main>${prefix}${units}${suffix}</main></body></html>`;
  return { id, html, maxMs, mustContain };
}
