import type { Binding } from '../knowledge/bindings.ts';
import type { CommandContext, Given } from './command.ts';
import { place, role } from './id-option.ts';

/** The options and words of commands that keep knowledge for a channel or a role (rule 10.6). */

export const bindingOptions = {
  channel: place({ description: 'A channel with its threads, or all channels of a category' }),
  role: role({ description: 'Those who have this role' }),
};

/** What was named, none, one or both. */
export function bindingsIn(given: Given): readonly Binding[] {
  const [channel, roleId] = [given(bindingOptions.channel), given(bindingOptions.role)];
  return [
    ...(channel === undefined ? [] : [{ kind: 'channel', target: channel } as const]),
    ...(roleId === undefined ? [] : [{ kind: 'role', target: roleId } as const]),
  ];
}

/** For whom something is kept, in one line. */
export function bindingLine(bindings: readonly Binding[], nameOf: CommandContext['nameOf']): string {
  if (bindings.length === 0) return 'for everybody';
  const names = bindings.map(({ kind, target }) => `${kind} ${nameOf?.(target) ?? target}`);
  return `only for ${names.join(', ')}`;
}
