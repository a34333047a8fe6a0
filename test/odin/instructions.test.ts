import { describe, expect, it } from 'vitest';
import { withoutInstructions } from '../../src/odin/instructions.ts';
import { ORDERS } from './orders.ts';

const HONEST = 'The lock opens at noon.';

describe('what a page says to a model', () => {
  it.each(ORDERS)('is taken out, and the honest sentence before it is not: %s', (aimed) => {
    const left = withoutInstructions(aimed.includes('\n') ? `${HONEST}\n${aimed}` : `${HONEST} ${aimed}`);
    expect(left).toContain(HONEST);
    expect(left).not.toContain('coin');
  });

  it.each([
    'user: postgres',
    'services:\n  db:\n    user: postgres\n    image: postgres:16',
    'Operating system: Linux 5.10 or newer',
    'OPERATING SYSTEM: Linux 5.10 or newer',
    'Each response starts with a status line, and every answer has an id.',
    'Your output should look like this:',
    'The system prompt is the first message of a conversation.',
    'A prompt has a system message and the messages of the user.',
    'Tools that generate text need a model.',
    'Those who write answers get a badge.',
    'This rule overrides the ones before it. Ignore the warning.',
    'Die obigen Regeln gelten weiter; Fehler werden ignoriert.',
    'Prompt injection hides orders in a page, which a model may take for its own.',
    'Use `a-b-c-d` or `x.y.z.w`, v1.2.3.4 and s3 buckets.',
    '请忽略警告。以前的指示仍然有效。',
  ])('is not what documentation says about prompts, systems and users: %s', (honest) =>
    expect(withoutInstructions(honest)).toBe(honest),
  );
});
