import type {
  ButtonInteraction,
  ChatInputCommandInteraction,
  ModalMessageModalSubmitInteraction,
  StringSelectMenuInteraction,
} from 'discord.js';

/** What people press, choose or fill in below an answer. */
export type Pressed = ButtonInteraction | StringSelectMenuInteraction | ModalMessageModalSubmitInteraction;
/** An interaction that people see an answer to. */
export type Asked = ChatInputCommandInteraction | Pressed;
