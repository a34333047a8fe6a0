import {
  ComponentType,
  TextInputStyle,
  type APIModalInteractionResponseCallbackData,
  type APITextInputComponent,
  type ButtonInteraction,
  type ModalMessageModalSubmitInteraction,
} from 'discord.js';
import { goFirst } from '../event-loop.ts';
import { notYours } from './again-press.ts';
import { saySentence } from './answer.ts';
import type { Press, Question } from './custom-id.ts';
import type { Surface } from './surface.ts';
import { shortened } from './text.ts';

/** Characters of a form's parts (Discord's documentation, "Modal" and "Text Input"). */
const MAX_TITLE = 45;
const MAX_PLACEHOLDER = 100;
const MAX_VALUE = 4000;

type Change = Extract<Press, { kind: 'change' }>;

/** A form with the options as they are, to be written anew. */
export async function showForm(surface: Surface, interaction: ButtonInteraction, change: Change): Promise<void> {
  const { path, names, options, userId } = change;
  if (interaction.user.id !== userId) return saySentence(interaction, notYours(change));
  const command = surface.commands.find((known) => known.path.join(' ') === path.join(' '));
  if (names.some((name) => (options[name] ?? '').length > MAX_VALUE)) {
    return saySentence(interaction, `That is too long for a form; ask again with /${path.join(' ')}.`);
  }
  const form: APIModalInteractionResponseCallbackData = {
    // The form means what the button meant.
    custom_id: interaction.customId,
    title: shortened(`Change /${path.join(' ')}`, MAX_TITLE),
    components: names.map((name) => ({
      type: ComponentType.ActionRow,
      components: [inputOf(name, command?.options[name]?.description ?? name, options[name])],
    })),
  };
  await goFirst(interaction.showModal(form));
}

function inputOf(name: string, description: string, value: string | undefined): APITextInputComponent {
  return {
    type: ComponentType.TextInput,
    custom_id: name,
    label: name,
    style: TextInputStyle.Short,
    placeholder: shortened(description, MAX_PLACEHOLDER),
    required: false,
    max_length: MAX_VALUE,
    ...(value === undefined || value === '' ? {} : { value }),
  };
}

/** The question with what was written; what was left empty is not given. */
export function fillIn(
  interaction: ModalMessageModalSubmitInteraction,
  { names, options, ...asked }: Change,
): Question {
  const filled = new Map(Object.entries(options));
  for (const name of names) {
    const text = interaction.fields.getTextInputValue(name).trim();
    if (text === '') filled.delete(name);
    else filled.set(name, text);
  }
  return { path: asked.path, userId: asked.userId, options: Object.fromEntries(filled) };
}
