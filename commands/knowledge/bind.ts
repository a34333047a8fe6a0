import { bindingLine, bindingOptions, bindingsIn } from '../../src/app/binding-options.ts';
import { defineCommand } from '../../src/app/command.ts';
import { findSource, guildToRead, sourceName } from '../../src/app/guild.ts';
import { flag, required, text } from '../../src/app/option.ts';
import { problem, wrongUsage } from '../../src/app/view.ts';

const options = {
  source: required(text({ description: 'The source: its number or address', hint: 'SOURCE', completes: 'source' })),
  ...bindingOptions,
  remove: flag({ description: 'No longer for this channel or role' }),
};

export default defineCommand({
  path: ['knowledge', 'bind'],
  description: 'Let Odin use a source only in a channel, or only for a role',
  access: 'admin',
  options,
  async *run(given, context) {
    const named = bindingsIn(given);
    if (named.length === 0) return yield wrongUsage('Name a channel or a role that the source is for.');
    const guild = await guildToRead(context);
    if (!guild.ok) return yield problem(guild.sentence);
    const source = await findSource(guild.value, given(options.source));
    if (!source.ok) return yield problem(source.sentence);
    const { id } = source.value;
    for (const binding of named) {
      await (given(options.remove) ? guild.value.unbind(id, binding) : guild.value.bind(id, binding));
    }
    const bindings = (await guild.value.bindings()).get(id) ?? [];
    return yield {
      kind: 'result',
      view: {
        tone: 'good',
        title: `Source ${id} is ${bindingLine(bindings, context.nameOf)}`,
        text: [
          sourceName(source.value),
          ...(bindings.length === 0
            ? []
            : [
                'For a role: in answers that only those who have it can see. Pages that a source for everybody has too stay for everybody.',
              ]),
        ],
      },
      data: { sourceId: id, bindings: bindings.map((binding) => ({ ...binding })) },
    };
  },
});
