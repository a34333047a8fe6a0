import { expect, it } from 'vitest';
import { NO_POLICY, withExempt, withHost, withMarks, WAYS } from '../../src/links/policy.ts';
import { file, gif, none } from '../../src/links/verdict.ts';
import type { OpenStore } from './describe-store.ts';
import { guildOf } from './samples.ts';
import { temporaryDirectory } from './temporary-directory.ts';

const at = (minutes: number): Date => new Date(Date.UTC(2026, 2, 1, 12, minutes));

export function describeAttachments(open: OpenStore): void {
  it('keeps a policy as it was given, each guild its own, over a restart', async () => {
    const place = temporaryDirectory();
    const first = await open(place);
    const one = await guildOf(first, 'one');
    expect(await one.attachmentPolicy()).toBeNull();
    const policy = withHost(
      withExempt(withMarks(NO_POLICY, 'server', 'block', ['gif'], WAYS, 'tell'), 'roles', '1', true),
      'media.example',
      'gif',
    );
    expect(await one.changeAttachmentPolicy((before) => (before === null ? policy : NO_POLICY))).toEqual(policy);
    expect(await (await guildOf(first, 'other')).attachmentPolicy()).toBeNull();
    await first.close();
    const second = await open(place);
    expect(await (await guildOf(second, 'one')).attachmentPolicy()).toEqual(policy);
    await second.close();
  });

  it('changes a policy in turn: none of two changes at once is lost', async () => {
    const store = await open(temporaryDirectory());
    const guild = await guildOf(store);
    await Promise.all(
      ['1', '2', '3'].map((id) =>
        guild.changeAttachmentPolicy((policy) => withExempt(policy ?? NO_POLICY, 'members', id, true)),
      ),
    );
    expect((await guild.attachmentPolicy())?.exempt.members.toSorted()).toEqual(['1', '2', '3']);
    await store.close();
  });

  it('counts what became of messages', async () => {
    const store = await open(temporaryDirectory());
    const guild = await guildOf(store);
    for (const [what, by] of [
      ['deleted', 1],
      ['deleted', 2],
      ['unknown', 1],
    ] as const) {
      await guild.countAttachments(what, by);
    }
    expect(Object.fromEntries(await guild.attachmentCounts())).toEqual({ deleted: 3, unknown: 1 });
    await store.close();
  });

  it('remembers verdicts until they expire, the newest word on each link', async () => {
    const store = await open(temporaryDirectory());
    const { linkVerdicts } = store;
    await linkVerdicts.set('a', none('a page'), at(0), at(10));
    await linkVerdicts.set('a', gif('a GIF'), at(1), at(5));
    await linkVerdicts.set('b', file('a PDF document'), at(0), at(10));
    expect(await linkVerdicts.get('a', at(4))).toEqual(gif('a GIF'));
    expect(await linkVerdicts.get('b', at(4))).toEqual(file('a PDF document'));
    expect(await linkVerdicts.get('a', at(5))).toBeNull();
    expect(await linkVerdicts.get('c', at(0))).toBeNull();
    await store.close();
  });
}
