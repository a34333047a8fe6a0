import { expect, it } from 'vitest';
import { importPages, serve, startApp } from '../support/app.ts';
import { askOdin } from '../support/asking.ts';

const FILLER = 'Nothing that matters here is said by this sentence, which only takes the room that pages take. '.repeat(
  9,
);
const TEXT = `The rotation of signing keys is done by the vault. ${FILLER}Rotation can be disabled for single keys. ${FILLER}`;

it.each([
  ['a turn of everyday English', 'How do I turn rotation off?'],
  ['a slip of the fingers', 'How is rotation disabeld?'],
])('quotes what is meant by %s', async (_, question) => {
  const app = await startApp();
  const site = await serve({ '/keys': `<html><title>Keys</title><main><h1>Keys</h1><p>${TEXT}</p></main></html>` });
  await importPages(app, [`${site.origin}/keys`]);
  const { answer } = await askOdin(app, question);
  expect(answer.kind === 'answered' && answer.text).toContain('Rotation can be disabled for single keys.');
});

it('does not answer a message of which a word stands nowhere', async () => {
  const app = await startApp();
  const text = 'FATAL means that too many clients already wait. Clients that wait already are many.';
  const site = await serve({ '/log': `<html><title>Log</title><main><h1>Log</h1><p>${text}</p></main></html>` });
  await importPages(app, [`${site.origin}/log`]);
  const { answer } = await askOdin(app, 'FATAL: sorry, too many clients already wait');
  expect(answer.kind).toBe('unknown');
  expect((await askOdin(app, 'FATAL: too many clients already wait')).answer.kind).toBe('answered');
});
