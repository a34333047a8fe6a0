// Proves the stand-in against a real discord.js client. Run it in a project that
// has discord.js 14 installed:  node test/support/discord/selftest.mjs
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createStandin, Intent, Perm } from './standin.mjs';
import { sleep } from './clock.mjs';

const require = createRequire(join(process.cwd(), 'package.json'));
const dj = require('discord.js');
const { Client, GatewayIntentBits: I, SlashCommandBuilder, EmbedBuilder, ActionRowBuilder, ButtonBuilder, ButtonStyle, StringSelectMenuBuilder, ModalBuilder, TextInputBuilder, TextInputStyle, MessageFlags, PermissionFlagsBits, InteractionContextType, ContextMenuCommandBuilder, ApplicationCommandType, TextDisplayBuilder, ContainerBuilder } = dj;

const INTENTS = [I.Guilds, I.GuildMessages, I.MessageContent];
const commands = [
  new SlashCommandBuilder().setName('ping').setDescription('Answer at once'),
  new SlashCommandBuilder().setName('kb').setDescription('Knowledge').setDefaultMemberPermissions(PermissionFlagsBits.ManageGuild).setContexts(InteractionContextType.Guild)
    .addSubcommand((c) => c.setName('import').setDescription('Import').addStringOption((o) => o.setName('url').setDescription('Page').setRequired(true).setAutocomplete(true)).addIntegerOption((o) => o.setName('pages').setDescription('Cap').setMinValue(1).setMaxValue(100)).addUserOption((o) => o.setName('for').setDescription('Who')))
    .addSubcommand((c) => c.setName('list').setDescription('List')),
  new SlashCommandBuilder().setName('slow').setDescription('Too slow'),
  new SlashCommandBuilder().setName('form').setDescription('Modal'),
  new SlashCommandBuilder().setName('bad').setDescription('Breaks limits').addStringOption((o) => o.setName('how').setDescription('how').setRequired(true)),
  new SlashCommandBuilder().setName('v2').setDescription('Components V2'),
  new ContextMenuCommandBuilder().setName('Probe links').setType(ApplicationCommandType.Message),
];
const row = (...c) => new ActionRowBuilder().addComponents(...c);
const button = (id, label, disabled = false) => new ButtonBuilder().setCustomId(id).setLabel(label).setStyle(ButtonStyle.Primary).setDisabled(disabled);
const caught = [];

function makeBot(standin, { intents = INTENTS, ...rest } = {}) {
  const client = new Client({ intents, rest: { api: standin.restUrl }, allowedMentions: { parse: [] }, ...rest });
  client.on('error', (e) => caught.push(e));
  client.once('clientReady', (c) => c.application.commands.set(commands));
  client.on('interactionCreate', async (i) => {
    try {
      await answer(i);
    } catch (e) {
      caught.push(e);
    }
  });
  client.on('messageCreate', async (m) => {
    if (m.author.bot) return;
    if (m.content.includes('blocked.example')) await m.delete();
    if (m.content === 'edit storm') {
      const sent = await m.channel.send('0');
      for (let n = 1; n <= 7; n++) await sent.edit(String(n));
    }
    if (m.content === 'greet') await m.reply({ content: 'hello @everyone', allowedMentions: { parse: ['everyone'] } });
    if (m.content === 'long') await m.channel.send('x'.repeat(2001)).catch((e) => caught.push(e));
    if (m.content === 'file') await m.channel.send({ content: 'take', files: [{ attachment: Buffer.from('abc'), name: 'a.txt' }] });
    if (m.content === 'thread') await m.startThread({ name: 'answers' }).then((t) => t.send('in thread'));
  });
  return client;
}

async function answer(i, standin = s) {
  if (i.isAutocomplete() && i.options.getFocused() === 'long') return i.respond([{ name: 'too long', value: `https://a.example/${'x'.repeat(90)}` }]);
  if (i.isAutocomplete()) return i.respond(['https://a.example/', 'https://b.example/'].filter((u) => u.includes(i.options.getFocused())).map((u) => ({ name: u, value: u })));
  if (i.isMessageContextMenuCommand()) return i.reply({ content: `probed ${i.targetMessage.content}`, flags: MessageFlags.Ephemeral });
  if (i.isModalSubmit()) return i.reply({ content: `form said ${i.fields.getTextInputValue('why')}`, flags: MessageFlags.Ephemeral });
  if (i.isStringSelectMenu()) return i.update({ content: `picked ${i.values.join('+')}`, components: [] });
  if (i.isButton()) {
    if (i.customId === 'later') {
      await i.deferUpdate();
      await sleep(60);
      return i.editReply({ content: 'deferred page', components: [row(button('next', 'Next', true))] });
    }
    return i.update({ content: 'page 2', components: [row(button('later', 'Later'), button('off', 'Off', true))] });
  }
  if (i.commandName === 'ping') return i.reply({ content: 'pong', flags: MessageFlags.Ephemeral });
  if (i.commandName === 'slow') {
    await sleep(900);
    return i.reply('late');
  }
  if (i.commandName === 'form') return i.showModal(new ModalBuilder().setCustomId('f').setTitle('Why').addComponents(row(new TextInputBuilder().setCustomId('why').setLabel('Why').setStyle(TextInputStyle.Short).setMaxLength(20))));
  if (i.commandName === 'v2') return i.reply({ flags: MessageFlags.IsComponentsV2, components: [new ContainerBuilder().addTextDisplayComponents(new TextDisplayBuilder().setContent('boxed')), row(button('next', 'Go'))] });
  if (i.commandName === 'bad') {
    const how = i.options.getString('how');
    const raw = {
      embed: { embeds: [{ title: 't', description: 'd'.repeat(4097) }] },
      total: { embeds: Array.from({ length: 2 }, () => ({ description: 'd'.repeat(3001) })) },
      rows: { content: 'c', components: Array.from({ length: 6 }, (_, n) => ({ type: 1, components: [{ type: 2, style: 1, custom_id: `c${n}`, label: 'x' }] })) },
      id: { content: 'c', components: [{ type: 1, components: [{ type: 2, style: 1, custom_id: 'c'.repeat(101), label: 'x' }] }] },
      twin: { content: 'c', components: [{ type: 1, components: [{ type: 2, style: 1, custom_id: 'c', label: 'x' }, { type: 2, style: 1, custom_id: 'c', label: 'y' }] }] },
      fields: { embeds: [{ fields: Array.from({ length: 26 }, () => ({ name: 'n', value: 'v' })) }] },
      blank: { embeds: [{ fields: [{ name: 'n', value: '' }] }] },
      empty: { content: '' },
      everyone: { content: `@everyone <@${standin.owner.id}>` },
    };
    if (how === 'follow') {
      await i.deferReply({ flags: MessageFlags.Ephemeral });
      return i.followUp('filled');
    }
    if (how === 'twice') return i.reply('one').then(() => i.client.rest.post(`/interactions/${i.id}/${i.token}/callback`, { body: { type: 4, data: { content: 'two' } }, auth: false }));
    return i.client.rest.post(`/interactions/${i.id}/${i.token}/callback`, { body: { type: 4, data: raw[how] }, auth: false });
  }
  if (i.options.getSubcommand() === 'list') return i.reply({ embeds: [new EmbedBuilder().setTitle('Page 1').setColor(0x3b82f6).addFields({ name: 'n', value: 'v' })], components: [row(button('next', 'Next')), row(new StringSelectMenuBuilder().setCustomId('pick').addOptions({ label: 'A', value: 'a' }, { label: 'B', value: 'b' }))] });
  await i.deferReply();
  for (const n of [1, 2, 3]) {
    await sleep(40);
    await i.editReply(`${n}/3 ${i.options.getString('url')} ${i.options.getUser('for')?.username ?? ''} ${i.options.getMember('for')?.id ? 'member' : ''}`);
  }
  await i.followUp({ content: 'done', flags: MessageFlags.Ephemeral });
}

const results = [];
async function check(name, fn) {
  const t = Date.now();
  caught.length = 0;
  try {
    await fn();
    results.push([true, name]);
    console.log(`ok   ${name} (${Date.now() - t} ms)`);
  } catch (e) {
    results.push([false, name]);
    console.log(`FAIL ${name}\n     ${String(e.stack).split('\n').slice(0, 6).join('\n     ')}`);
  }
}

const s = await createStandin({ checkOwnResponses: true, ackTimeoutMs: 600, heartbeatInterval: 300, guilds: [{ name: 'One', channels: ['general', { name: 'log' }] }, { name: 'Two' }] });
s.setBotPermissions([Perm.ManageMessages, Perm.ViewChannel, Perm.SendMessages]);
const bot = makeBot(s);
await bot.login(s.token);
await s.ready({ commands: true });
const logChannel = s.world.guilds.get(s.guildId).channelIds[1];
const admin = { user: 'root', permissions: ['ManageGuild'] };

await check('READY, guilds, channels and own member reach the client cache', async () => {
  assert.equal(bot.guilds.cache.size, 2);
  const g = bot.guilds.cache.get(s.guildId);
  assert.equal(g.channels.cache.size, 2);
  assert.ok(g.members.me.permissions.has(PermissionFlagsBits.ManageMessages));
  assert.equal(g.members.me.permissionsIn(g.channels.cache.first()).has(PermissionFlagsBits.ManageGuild), false);
});
await check('commands registered in one PUT, with stored fields', async () => {
  assert.deepEqual(s.commandWrites.map((w) => w.names.length), [7]);
  const kb = [...s.commands.global.values()].find((c) => c.name === 'kb');
  assert.equal(kb.default_member_permissions, '32');
  assert.deepEqual(kb.contexts, [0]);
  assert.equal((await bot.application.commands.fetch()).size, 7);
});
await check('slash reply, ephemeral', async () => {
  const t = await s.slash({ command: 'ping' });
  assert.equal(t.ackKind, 'reply');
  assert.equal(t.content, 'pong');
  assert.equal(t.ephemeral, true);
  assert.ok(t.ackMs < 600);
});
await check('deferred reply, three edits, follow-up, resolved user option', async () => {
  const t = await s.slash({ ...admin, command: 'kb import', options: { url: 'https://a.example/', pages: 7, for: s.addMember({ username: 'bob' }) }, until: (x) => x.messages.length === 2 });
  assert.equal(t.ackKind, 'defer');
  assert.deepEqual(t.history.map((h) => h.content), ['', '1/3 https://a.example/ bob member', '2/3 https://a.example/ bob member', '3/3 https://a.example/ bob member']);
  assert.equal(t.history[0].loading, true);
  assert.equal(t.last.content, 'done');
  assert.deepEqual(t.events.map((e) => e.kind), ['defer', 'edit', 'edit', 'edit', 'followup']);
});
await check('a member without Manage Server is not offered the command; DMs neither', async () => {
  assert.equal((await s.slash({ user: 'eve', command: 'kb list' })).denied, 'default_member_permissions');
  assert.equal((await s.slash({ user: 'eve', dm: true, command: 'kb list' })).denied, 'context');
  assert.equal((await s.slash({ user: 'eve', dm: true, command: 'ping' })).content, 'pong');
});
await check('client-side option rules (required, range, unknown, missing sub-command)', async () => {
  assert.throws(() => s.beginSlash({ ...admin, command: 'kb import' }), /require option url/);
  assert.throws(() => s.beginSlash({ ...admin, command: 'kb import', options: { url: 'x', pages: 101 } }), /above 100/);
  assert.throws(() => s.beginSlash({ ...admin, command: 'kb import', options: { url: 'x', nope: 1 } }), /no option nope/);
  assert.throws(() => s.beginSlash({ ...admin, command: 'kb' }), /needs one of/);
  assert.throws(() => s.beginSlash({ ...admin, command: 'gone' }), /no command/);
});
await check('autocomplete', async () => {
  const t = await s.autocomplete({ ...admin, command: 'kb import', focused: 'url', value: 'b.ex' });
  assert.deepEqual(t.choices, [{ name: 'https://b.example/', value: 'https://b.example/' }]);
});
await check('limit enforced: a suggestion whose value has over 100 characters', async () => {
  const t = await s.autocomplete({ ...admin, command: 'kb import', focused: 'url', value: 'long' });
  assert.equal(caught[0]?.code, 50035);
  assert.equal(t.choices, null);
});
await check('buttons: update, deferUpdate, disabled; select menu', async () => {
  const t = await s.slash({ ...admin, command: 'kb list' });
  assert.equal(t.embed.title, 'Page 1');
  const p = await s.press('Next', { on: t });
  assert.equal(p.ackKind, 'update');
  assert.equal(p.content, 'page 2');
  assert.throws(() => s.beginPress('off', { on: t }), /disabled/);
  const d = await s.press('later', { on: t });
  assert.equal(d.ackKind, 'deferUpdate');
  assert.equal(d.content, 'deferred page');
  const t2 = await s.slash({ ...admin, command: 'kb list' });
  assert.equal((await s.select('pick', 'b', { on: t2 })).content, 'picked b');
});
await check('modal round trip', async () => {
  const t = await s.slash({ command: 'form' });
  assert.equal(t.ackKind, 'modal');
  assert.throws(() => s.submit(t, { why: 'y'.repeat(21) }), /length/);
  assert.equal((await s.submit(t, { why: 'because' })).content, 'form said because');
});
await check('context menu command; Components V2 message', async () => {
  const m = await s.say({ content: 'look https://a.example/x.gif', watchMs: 50 });
  const t = await s.menu({ command: 'Probe links', message: m.message });
  assert.equal(t.content, 'probed look https://a.example/x.gif');
  const v = await s.slash({ command: 'v2' });
  assert.match(v.text, /boxed/);
  assert.equal(v.buttons[0].label, 'Go');
});
await check('3-second rule: late answer gets 10062', async () => {
  const t = await s.slash({ command: 'slow' });
  assert.match(t.failed, /no response/);
  await sleep(600);
  assert.equal(caught[0]?.code, 10062);
});
await check('second acknowledgement gets 40060', async () => {
  await s.slash({ command: 'bad', options: { how: 'twice' } });
  assert.equal(caught[0]?.code, 40060);
});
for (const [how, where] of [['embed', /description/], ['total', /MAX_EMBED_SIZE/], ['rows', /components/], ['id', /custom_id/], ['twin', /DUPLICATED/], ['fields', /fields/], ['blank', /BASE_TYPE_REQUIRED/]])
  await check(`limit enforced: ${how}`, async () => {
    const t = await s.slash({ command: 'bad', options: { how } });
    assert.equal(caught[0]?.code, 50035);
    assert.match(JSON.stringify(caught[0].rawError), where);
    assert.equal(t.refused.length, 1);
  });
await check('limit enforced: empty message 50006, 2001 characters 50035', async () => {
  await s.slash({ command: 'bad', options: { how: 'empty' } });
  assert.equal(caught[0]?.code, 50006);
  await s.say({ content: 'long' });
  assert.equal(caught[1]?.code, 50035);
});
await check('message is deleted by the bot; without the permission it is not', async () => {
  const t = await s.say({ user: 'eve', content: 'see http://blocked.example/a.gif' });
  assert.equal(t.deleted, true);
  s.setBotPermissions([]);
  let refused;
  const old = bot.listeners('messageCreate')[0];
  bot.removeAllListeners('messageCreate');
  bot.once('messageCreate', (m) => m.delete().catch((e) => (refused = e)));
  assert.equal((await s.say({ user: 'eve', content: 'again' })).deleted, false);
  assert.equal(refused.code, 50013);
  bot.on('messageCreate', old);
  s.setBotPermissions([Perm.ManageMessages]);
});
await check('a channel the bot cannot see gives 50001', async () => {
  const hidden = s.addChannel({ name: 'hidden', overwrites: [{ id: s.guildId, deny: ['ViewChannel'] }] });
  await assert.rejects(() => bot.rest.post(`/channels/${hidden.id}/messages`, { body: { content: 'x' } }), (e) => e.code === 50001);
});
await check('previews of another\'s message can be suppressed, its text cannot be edited', async () => {
  const t = await s.say({ user: 'eve', content: 'http://x.example/a.gif', embeds: [{ type: 'gifv', url: 'http://x.example/a.gif' }], watchMs: 50 });
  const m = await bot.channels.cache.get(s.channelId).messages.fetch(t.message.id);
  assert.equal(m.embeds.length, 1);
  await m.suppressEmbeds(true);
  assert.deepEqual(s.view(m.id).embeds, []);
  await assert.rejects(() => bot.rest.patch(`/channels/${s.channelId}/messages/${m.id}`, { body: { content: 'mine now' } }), (e) => e.code === 50005);
});
await check('a link preview arrives as a later update', async () => {
  const updated = new Promise((resolve) => bot.once('messageUpdate', (_, m) => resolve(m)));
  await s.say({ content: 'http://x.example/b.gif', unfurl: [{ type: 'gifv', url: 'http://x.example/b.gif' }], watchMs: 120 });
  assert.equal((await updated).embeds[0].data.type, 'gifv');
});
await check('@everyone is inert without the permission and pings with it', async () => {
  const answered = (x) => x.messages.length > 0;
  const quiet = await s.say({ content: 'greet', until: answered });
  assert.equal(quiet.messages[0].history[0].pings.everyone, false);
  assert.equal(quiet.pinged, false); // replied_user is off unless asked for
  s.setBotPermissions([Perm.MentionEveryone, Perm.ManageMessages]);
  assert.equal((await s.say({ content: 'greet', until: answered })).messages[0].history[0].pings.everyone, true);
  // Unset allowed_mentions: an ordinary message pings everyone, an interaction reply only users.
  const raw = await bot.rest.post(`/channels/${s.channelId}/messages`, { body: { content: '@everyone' } });
  assert.equal(s.view(raw.id).history[0].pings.everyone, true);
  await s.slash({ command: 'bad', options: { how: 'everyone' } });
  assert.deepEqual(s.messagesIn().at(-1).history[0].pings, { everyone: false, roles: [], users: [s.owner.id] });
  s.setBotPermissions([Perm.ManageMessages]);
});
await check('first follow-up fills a deferred reply and keeps its visibility', async () => {
  const t = await s.slash({ command: 'bad', options: { how: 'follow' } });
  assert.equal(t.messages.length, 1);
  assert.equal(t.content, 'filled');
  assert.equal(t.ephemeral, true);
});
await check('attachment upload (multipart) and thread', async () => {
  const t = await s.say({ content: 'file', until: (x) => x.messages.length > 0 });
  const [a] = t.messages[0].attachments;
  assert.equal(a.filename, 'a.txt');
  assert.equal(await (await fetch(a.url)).text(), 'abc');
  assert.equal((await s.say({ content: 'thread', until: (x) => x.threads.length > 0 })).threads[0].name, 'answers');
});
await check('edit storm: discord.js waits out 5 edits per 5 s; no 429', async () => {
  const before = s.problems().rateLimited;
  const t0 = Date.now();
  await s.say({ channel: logChannel, content: 'edit storm', until: (x) => x.messages[0]?.content === '7', timeoutMs: 12_000 });
  const took = Date.now() - t0;
  assert.ok(took > 3500, `took ${took}`);
  assert.equal(s.problems().rateLimited, before);
  assert.ok(s.peakEdits().count <= 5);
});
await check('429 with Retry-After is retried and succeeds', async () => {
  s.fault({ method: 'POST', route: '/channels/{channel_id}/messages', retryAfter: 0.5 });
  const t0 = Date.now();
  const m = await bot.channels.cache.get(s.channelId).send('after 429');
  assert.ok(Date.now() - t0 >= 450);
  assert.equal(m.content, 'after 429');
});
await check('500 is retried; 403 is not', async () => {
  s.fault({ method: 'POST', route: '/channels/{channel_id}/typing', status: 500 });
  await bot.channels.cache.get(s.channelId).sendTyping();
  s.fault({ method: 'POST', route: '/channels/{channel_id}/typing', status: 403, code: 50013 });
  await assert.rejects(() => bot.channels.cache.get(s.channelId).sendTyping(), (e) => e.code === 50013);
});
await check('socket cut: the client resumes and missed events are replayed', async () => {
  const before = s.gateway.log.filter((l) => l.kind === 'resume').length;
  const seen = [];
  const onMessage = (m) => seen.push(m.content);
  bot.on('messageCreate', onMessage);
  s.cut();
  await sleep(30);
  const said = s.say({ content: 'while away', until: () => seen.includes('while away'), timeoutMs: 8000 });
  await said;
  const resumes = s.gateway.log.filter((l) => l.kind === 'resume');
  assert.equal(resumes.length, before + 1);
  assert.ok(resumes.at(-1).replayed >= 1);
  assert.equal((await s.slash({ command: 'ping' })).content, 'pong');
  bot.off('messageCreate', onMessage);
});
await check('server asks for reconnect (op 7): resumed', async () => {
  const before = s.gateway.log.filter((l) => l.kind === 'resume').length;
  s.gateway.requestReconnect();
  await s.waitFor(() => s.gateway.log.filter((l) => l.kind === 'resume').length > before, { timeoutMs: 8000 });
});
await check('session lost: the client identifies afresh', async () => {
  const before = s.sessionStarts;
  s.gateway.forgetSessions();
  s.cut();
  await s.waitFor(() => s.sessionStarts > before, { timeoutMs: 15_000 });
  await sleep(200);
  assert.equal((await s.slash({ command: 'ping' })).content, 'pong');
});
await check('no heartbeat ack: the client notices the zombie and reconnects', async () => {
  const before = s.gateway.log.filter((l) => l.kind === 'connect').length;
  s.gateway.ackHeartbeats = false;
  await s.waitFor(() => s.gateway.log.filter((l) => l.kind === 'connect').length > before, { timeoutMs: 8000 });
  s.gateway.ackHeartbeats = true;
  await s.waitFor(() => s.gateway.identified.length > 0, { timeoutMs: 8000 });
});
await check('expired interaction token gives 50027', async () => {
  const t = await s.slash({ command: 'ping' });
  s.interactions.get(t.interactionId).tokenDead = true;
  await assert.rejects(() => bot.rest.patch(`/webhooks/${s.applicationId}/${s.interactions.get(t.interactionId).token}/messages/@original`, { body: { content: 'x' }, auth: false }), (e) => e.code === 50027);
});
await check('invalid command sets are refused', async () => {
  const put = (body) => bot.rest.put(`/applications/${s.applicationId}/commands`, { body });
  const bad = (body) => assert.rejects(() => put(body), (e) => e.code === 50035);
  await bad([{ name: 'Upper', description: 'x' }]);
  await bad([{ name: 'a', description: 'x'.repeat(101) }]);
  await bad([{ name: 'a', description: 'x' }, { name: 'a', description: 'y' }]);
  await sleep(4000); // the PUT bucket
  await bad([{ name: 'a', description: 'x', options: [{ type: 3, name: 'o', description: 'o' }, { type: 3, name: 'p', description: 'p', required: true }] }]);
  await bad([{ name: 'a', description: 'x', options: Array.from({ length: 26 }, (_, n) => ({ type: 3, name: `o${n}`, description: 'o' })) }]);
});
await bot.destroy();

await check('without the Message Content intent other people\'s content is empty', async () => {
  const c = makeBot(s, { intents: [I.Guilds, I.GuildMessages] });
  await c.login(s.token);
  await s.ready();
  const got = new Promise((resolve) => c.once('messageCreate', resolve));
  await s.say({ content: 'secret', watchMs: 50 });
  assert.equal((await got).content, '');
  const mention = new Promise((resolve) => c.once('messageCreate', resolve));
  await s.say({ content: `<@${s.applicationId}> hi`, watchMs: 50 });
  assert.match((await mention).content, /hi/);
  await c.destroy();
});
await check('disallowed intent closes with 4014; wrong token with 401', async () => {
  const strict = await createStandin({ privilegedIntents: [] });
  const c = new Client({ intents: INTENTS, rest: { api: strict.restUrl } });
  const fault = new Promise((resolve) => c.on('error', resolve));
  const outcome = await Promise.race([c.login(strict.token).then(() => fault), fault, new Promise((r) => process.once('uncaughtException', r))]).catch((e) => e);
  assert.match(String(outcome?.message ?? outcome), /disallowed intents/i);
  assert.equal(strict.gateway.log.some((l) => l.kind === 'hangUp' && l.code === 4014), true);
  await c.destroy();
  const d = new Client({ intents: [I.Guilds], rest: { api: strict.restUrl } });
  await assert.rejects(() => d.login('bad.token.value'), /token/i);
  await strict.stop();
});
await check('two shards: each guild reaches its own shard', async () => {
  const sharded = await createStandin({ shards: 2, guilds: [{ id: String(1n << 22n) }, { id: String(2n << 22n) }] });
  const c = new Client({ intents: [I.Guilds], shards: 'auto', rest: { api: sharded.restUrl } });
  await c.login(sharded.token);
  await sharded.waitFor(() => sharded.gateway.identified.length === 2, { timeoutMs: 15_000 });
  await sleep(300);
  assert.deepEqual(c.guilds.cache.map((g) => g.shardId).sort(), [0, 1]);
  await c.destroy();
  await sharded.stop();
});
await check("every answer the stand-in gave conforms to Discord's own schema; no route was missing", async () => {
  const p = s.problems();
  assert.deepEqual(p.ownFaults, []);
  assert.deepEqual(p.unknownRoutes, []);
  assert.deepEqual(p.unknownFields, []);
});
await s.stop();
const failed = results.filter(([ok]) => !ok).length;
console.log(`${results.length - failed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
