import { answering } from '../src/app/answering.ts';
import { defineCommand } from '../src/app/command.ts';
import { flag, required, text } from '../src/app/option.ts';

const options = {
  question: required(text({ description: 'What you want to know' })),
  private: flag({ description: 'Show the answer to me alone' }),
};

export default defineCommand({
  path: ['ask'],
  description: 'Ask Odin; he answers from what he has read here, with sources',
  access: 'member',
  options,
  isPublic: (given) => !given(options.private),
  run: (given, context) =>
    answering({ question: given(options.question), isPrivate: given(options.private), parent: null }, context),
});
