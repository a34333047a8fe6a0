import { describe, expect, it } from 'vitest';
import {
  LEAST_PASSAGES,
  closeness,
  directionOf,
  directionOfText,
  learnLatentSpace,
  type LatentSpace,
} from '../../src/knowledge/latent.ts';

const SUBJECTS = 120;

/** Eight texts a subject, with words of its own; in the first, `ram` and `memory` never stand in one text. */
function passages(): string[][] {
  return Array.from({ length: 8 * SUBJECTS }, (_, n) => {
    const [subject, round] = [n % SUBJECTS, Math.floor(n / SUBJECTS)];
    const words = Array.from({ length: 6 }, (__, k) => `word${subject}x${k}`).filter((___, k) => k !== round % 6);
    if (subject === 0) words.push(round % 2 === 0 ? 'ram' : 'memory');
    if (subject === 1) words.push('folder');
    return words;
  });
}

function learnt(): LatentSpace {
  const space = learnLatentSpace(passages());
  if (space === null) throw new Error('too little text');
  return space;
}

describe('learnLatentSpace', () => {
  it('brings words together that stand among the same words, though never with each other', () => {
    const space = learnt();
    const between = (a: string, b: string): number => {
      const [one, other] = [directionOf(space, [[a, 1]]), directionOf(space, [[b, 1]])];
      return one === null || other === null ? Number.NaN : closeness(one, other);
    };
    expect(between('ram', 'memory')).toBeGreaterThan(between('ram', 'folder') + 0.2);
    expect(between('ram', 'ram')).toBeCloseTo(1, 5);
  });

  it('points a text where its words point', () => {
    const space = learnt();
    const [question, near, far] = [
      directionOf(space, [['ram', 2]]),
      directionOfText(space, ['word0x1', 'word0x2', 'memory', 'memory']),
      directionOfText(space, ['word1x1', 'word1x2', 'folder']),
    ];
    if (question === null || near === null || far === null) throw new Error('no direction');
    expect(closeness(question, near)).toBeGreaterThan(closeness(question, far) + 0.2);
  });

  it('comes out the same each time', () => {
    expect(learnt()).toEqual(learnt());
  });

  it('learns nothing from too little text, and knows no direction for unknown words', () => {
    expect(learnLatentSpace(passages().slice(0, LEAST_PASSAGES - 1))).toBeNull();
    expect(learnLatentSpace(Array.from({ length: LEAST_PASSAGES }, () => ['same', 'words']))).toBeNull();
    expect(directionOf(learnt(), [['nowhere', 1]])).toBeNull();
  });
});
