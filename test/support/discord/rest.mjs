// The REST side: routing, authentication, validation, limits and error bodies.
import { createServer } from 'node:http';
import { addError, flattenErrors } from './validate.mjs';
import { choiceErrors, commandListErrors, Flag, messageErrors, modalErrors, Perm, walkComponents } from './rules.mjs';
import { clearTimer, iso, now, setTimer, sleep, snowflake } from './clock.mjs';

/** Fields discord.js adds by itself that the document does not list for every route. */
const CLIENT_EXTRAS = /(^|\.)(tts|enforce_nonce)$/;

export class ApiError extends Error {
  constructor(status, code, message, errors) {
    super(message);
    Object.assign(this, { status, code, errors });
  }
  get body() {
    return { message: this.message, code: this.code, ...(this.errors ? { errors: this.errors } : {}) };
  }
}
const notFound = (code, message) => new ApiError(404, code, message);
const formError = (tree) => new ApiError(400, 50035, 'Invalid Form Body', tree);
const missingAccess = () => new ApiError(403, 50001, 'Missing Access');
const missingPermissions = () => new ApiError(403, 50013, 'Missing Permissions');
const unknownInteraction = () => notFound(10062, 'Unknown interaction');

async function readBody(request) {
  const chunks = [];
  for await (const c of request) chunks.push(c);
  const raw = Buffer.concat(chunks);
  if (!raw.length) return { body: undefined, files: [] };
  const type = request.headers['content-type'] ?? '';
  if (type.startsWith('multipart/form-data')) {
    const form = await new Response(raw, { headers: { 'content-type': type } }).formData();
    const files = [];
    let body = {};
    for (const [key, value] of form) {
      if (key === 'payload_json') body = JSON.parse(value);
      else if (typeof value !== 'string') files.push({ key, name: value.name, type: value.type || 'application/octet-stream', data: Buffer.from(await value.arrayBuffer()) });
    }
    return { body, files };
  }
  try {
    return { body: JSON.parse(raw.toString()), files: [] };
  } catch {
    throw new ApiError(400, 50109, 'The request body contains invalid JSON.');
  }
}

export class Rest {
  requests = [];
  unknownRoutes = [];
  ownFaults = [];
  inFlight = 0;
  lastActivity = 0;
  #faults = [];
  #buckets = new Map();
  #files = new Map();
  #globalWindow = { at: 0, used: 0 };

  constructor(standin, options) {
    this.standin = standin;
    this.options = options;
    this.server = createServer((req, res) => this.#serve(req, res));
  }

  /** Make the next `times` matching requests fail; see README. */
  addFault(fault) {
    this.#faults.push({ times: 1, ...fault });
  }

  #takeFault(method, template, path) {
    const i = this.#faults.findIndex((f) => (!f.method || f.method === method) && (!f.route || f.route === template || (f.route instanceof RegExp && f.route.test(path))));
    if (i < 0) return null;
    const f = this.#faults[i];
    if (--f.times <= 0) this.#faults.splice(i, 1);
    return f;
  }

  async #serve(req, res) {
    const url = new URL(req.url, 'http://localhost');
    const entry = { at: now(), method: req.method, url: req.url, path: null, template: null, body: undefined, files: [], status: 0, response: undefined, warnings: [], doneAt: 0 };
    if (url.pathname.startsWith('/cdn/')) {
      const file = this.#files.get(url.pathname);
      res.writeHead(file ? 200 : 404, { 'content-type': file?.type ?? 'text/plain' });
      return res.end(file?.data ?? 'not found');
    }
    this.inFlight++;
    this.lastActivity = now();
    let headers = {};
    try {
      const m = /^\/api(?:\/v(\d+))?(\/.*)$/.exec(url.pathname);
      if (!m) throw notFound(0, '404: Not Found');
      if (m[1] && m[1] !== '10') throw new ApiError(400, 50041, 'Invalid API version');
      entry.path = m[2];
      this.requests.push(entry);
      const { body, files } = await readBody(req);
      entry.body = body;
      entry.files = files;
      const found = this.standin.spec.operation(req.method, entry.path);
      entry.template = found?.template ?? null;
      const key = `${req.method} ${entry.template}`;
      const open = /^\/(interactions|webhooks)\//.test(entry.path) || entry.path === '/gateway';
      if (!open && req.headers.authorization !== `Bot ${this.standin.token}`) throw new ApiError(401, 0, '401: Unauthorized');
      if (!/^DiscordBot \(/.test(req.headers['user-agent'] ?? '')) entry.warnings.push('user-agent is not of the form DiscordBot (url, version)');
      const fault = this.#takeFault(req.method, entry.template, entry.path);
      if (fault?.delay) await sleep(fault.delay);
      if (fault?.destroy) return void req.socket.destroy();
      if (fault?.retryAfter !== undefined) throw this.#tooMany(fault.retryAfter, fault.scope ?? 'user', headers);
      if (fault?.status) throw new ApiError(fault.status, fault.code ?? 0, fault.message ?? 'Injected failure', fault.errors);
      headers = this.#spend(key, found, entry.path);
      const unknown = [];
      if (found) {
        const tree = body === undefined ? this.standin.spec.checkRequest(found.op, body) : this.#checkBody(found.op, body, unknown);
        if (tree) throw formError(tree);
      }
      const extra = (k) => CLIENT_EXTRAS.test(k) || (k === 'type' && found.template.endsWith('/threads'));
      entry.warnings.push(...unknown.filter((k) => !extra(k)).map((k) => `field not in the specification: ${k}`));
      const result = await this.#route({ method: req.method, template: entry.template, params: found?.params ?? {}, query: url.searchParams, body, files, entry });
      entry.status = result === undefined ? 204 : 200;
      entry.response = result;
      if (found && result !== undefined && this.options.checkOwnResponses) {
        const tree = this.standin.spec.checkResponse(found.op, 200, JSON.parse(JSON.stringify(result)));
        if (tree) this.ownFaults.push({ route: key, problems: flattenErrors(tree) });
      }
    } catch (error) {
      const api = error instanceof ApiError ? error : new ApiError(500, 0, `stand-in fault: ${error.stack}`);
      if (api.status === 500 && !(error instanceof ApiError)) this.ownFaults.push({ route: `${req.method} ${entry.path}`, problems: [error.stack] });
      entry.status = api.status;
      entry.response = api.raw ?? api.body;
      headers = { ...headers, ...api.headers };
    } finally {
      this.inFlight--;
      this.lastActivity = now();
      entry.doneAt = now();
      if (!res.destroyed && !req.socket.destroyed) {
        if (entry.status === 204) res.writeHead(204, headers).end();
        else res.writeHead(entry.status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(entry.response));
      }
      this.standin.emit('request', entry);
    }
  }

  #checkBody(op, body, unknown) {
    const schema = op.requestBody?.content?.['application/json']?.schema;
    return schema ? this.standin.spec.check(schema, body, { coerce: true, unknown }) : null;
  }

  #tooMany(seconds, scope, headers = {}) {
    const e = new ApiError(429, 0, 'You are being rate limited.');
    e.raw = { message: scope === 'shared' ? 'The resource is being rate limited.' : 'You are being rate limited.', retry_after: seconds, global: scope === 'global' };
    e.headers = {
      ...headers, 'retry-after': String(Math.ceil(seconds)), 'x-ratelimit-scope': scope, 'x-ratelimit-reset-after': String(seconds),
      'x-ratelimit-reset': String((now() / 1000 + seconds).toFixed(3)), 'x-ratelimit-remaining': '0', 'x-ratelimit-limit': headers['x-ratelimit-limit'] ?? '1', 'x-ratelimit-bucket': headers['x-ratelimit-bucket'] ?? 'injected', via: '1.1 google',
      ...(scope === 'global' ? { 'x-ratelimit-global': 'true' } : {}),
    };
    return e;
  }

  #spend(key, found, path) {
    if (!this.options.rateLimits || !found) return {};
    const isCallback = found.template.startsWith('/interactions/');
    const t = now();
    if (!isCallback) {
      if (t - this.#globalWindow.at >= 1000) this.#globalWindow = { at: t, used: 0 };
      if (++this.#globalWindow.used > this.options.globalPerSecond) throw this.#tooMany((1000 - (t - this.#globalWindow.at)) / 1000, 'global');
    } else return {};
    const { limit, per } = this.options.buckets[key] ?? { limit: 50, per: 1000 };
    const p = found.params;
    const major = p.webhook_token ? `${p.webhook_id}/${p.webhook_token}` : (p.channel_id ?? p.guild_id ?? p.webhook_id ?? '');
    const id = `${key}|${major}`;
    let b = this.#buckets.get(id);
    if (!b || t >= b.resetAt) this.#buckets.set(id, (b = { used: 0, resetAt: t + per }));
    b.used++;
    const headers = {
      'x-ratelimit-limit': String(limit), 'x-ratelimit-remaining': String(Math.max(0, limit - b.used)), 'x-ratelimit-reset': (b.resetAt / 1000).toFixed(3),
      'x-ratelimit-reset-after': ((b.resetAt - t) / 1000).toFixed(3), 'x-ratelimit-bucket': Buffer.from(key).toString('hex').slice(-24), via: '1.1 google',
    };
    if (b.used > limit) throw this.#tooMany((b.resetAt - t) / 1000, 'user', headers);
    return headers;
  }

  // ---- shared helpers -------------------------------------------------------------

  #channel(id, { need = 0n } = {}) {
    const { world, bot } = this.standin;
    const channel = world.channels.get(id);
    if (!channel) throw notFound(10003, 'Unknown Channel');
    if (channel.guild_id) {
      if (!world.botMay(channel, bot.id, Perm.ViewChannel)) throw missingAccess();
      if (need && !world.botMay(channel, bot.id, need)) throw missingPermissions();
    }
    return channel;
  }

  #guild(id) {
    const g = this.standin.world.guilds.get(id);
    if (!g) throw notFound(10004, 'Unknown Guild');
    if (!g.members.has(this.standin.bot.id)) throw missingAccess();
    return g;
  }

  #message(channel, id) {
    const m = this.standin.world.messages.get(channel.id).get(id);
    if (!m || m.flags & Flag.Ephemeral) throw notFound(10008, 'Unknown Message');
    return m;
  }

  attachmentsFrom(files, body, channelId) {
    return files.map((f, i) => {
      const id = snowflake();
      const path = `/cdn/attachments/${channelId}/${id}/${encodeURIComponent(f.name)}`;
      this.#files.set(path, f);
      const about = body?.attachments?.find((a) => String(a.id) === (/\[(\d+)\]/.exec(f.key)?.[1] ?? String(i)));
      const url = `${this.standin.origin}${path}`;
      return { id, filename: about?.filename ?? f.name, size: f.data.length, url, proxy_url: url, content_type: f.type, ...(about?.description ? { description: about.description } : {}) };
    });
  }

  pings(content, allowed, { guild, mayEveryone, repliedTo, viaWebhook = false, components }) {
    const shown = [...walkComponents(components)].filter(({ component }) => component.type === 10).map(({ component }) => component.content);
    const text = [content ?? '', ...shown].join('\n');
    // Unset, interactions and webhooks parse only users; ordinary messages parse everything.
    const parse = allowed ? (allowed.parse ?? []) : viaWebhook ? ['users'] : ['everyone', 'roles', 'users'];
    const wanted = (kind, list) => (id) => parse.includes(kind) || (list ?? []).map(String).includes(id);
    const unique = (re) => [...new Set([...text.matchAll(re)].map((m) => m[1]))];
    const users = unique(/<@!?(\d+)>/g).filter(wanted('users', allowed?.users));
    const roles = unique(/<@&(\d+)>/g)
      .filter((id) => guild?.roles.has(id) && (mayEveryone || guild.roles.get(id).mentionable))
      .filter(wanted('roles', allowed?.roles));
    if (repliedTo && (!allowed || allowed.replied_user === true)) users.push(repliedTo);
    return { everyone: /@(everyone|here)\b/.test(text) && parse.includes('everyone') && Boolean(mayEveryone), roles, users: [...new Set(users)] };
  }

  #checkMentions(allowed) {
    if (!allowed) return;
    for (const kind of ['users', 'roles'])
      if (allowed.parse?.includes(kind) && allowed[kind]?.length)
        throw formError(addError({}, ['allowed_mentions', kind], 'MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE', `parse:["${kind}"] and ${kind}: [ids...] are mutually exclusive.`));
  }

  /** Validate and store a message the bot (or one of its interactions) makes. */
  createMessage({ channel, body, files = [], flags = 0, extra = {}, loading = false }) {
    const { world, bot } = this.standin;
    const data = body ?? {};
    const guild = channel.guild_id && world.guilds.get(channel.guild_id);
    this.#checkMentions(data.allowed_mentions);
    if (!loading) {
      const { tree, isEmpty } = messageErrors(data, { hasFiles: files.length > 0 });
      if (tree) throw formError(tree);
      if (isEmpty) throw new ApiError(400, 50006, 'Cannot send an empty message');
    }
    const repliedTo = data.message_reference && world.messages.get(channel.id).get(data.message_reference.message_id);
    if (data.message_reference && !repliedTo && data.message_reference.fail_if_not_exists !== false)
      throw formError(addError({}, ['message_reference'], 'REPLIES_UNKNOWN_MESSAGE', 'Unknown message'));
    const mayEveryone = guild ? Boolean(world.permissions(guild, bot.id, channel) & Perm.MentionEveryone) : false;
    const pings = this.pings(data.content, data.allowed_mentions, { guild, mayEveryone, repliedTo: repliedTo?.author.id, viaWebhook: Boolean(extra.webhook_id), components: data.components });
    const message = {
      id: snowflake(), type: repliedTo ? 19 : 0, channel_id: channel.id, author: bot, content: data.content ?? '', timestamp: iso(), edited_timestamp: null, tts: false,
      mention_everyone: pings.everyone, mentions: pings.users.map((id) => world.users.get(id)).filter(Boolean), mention_roles: pings.roles,
      attachments: this.attachmentsFrom(files, data, channel.id), embeds: this.#embeds(data.embeds), components: this.#components(data.components), pinned: false,
      flags: flags | ((data.flags ?? 0) & (Flag.SuppressEmbeds | Flag.SuppressNotifications | Flag.ComponentsV2 | Flag.Ephemeral)),
      ...(repliedTo ? { message_reference: { type: 0, channel_id: channel.id, message_id: repliedTo.id, ...(channel.guild_id ? { guild_id: channel.guild_id } : {}) }, referenced_message: repliedTo } : {}),
      ...(data.nonce !== undefined ? { nonce: data.nonce } : {}),
      ...extra,
    };
    world.messages.get(channel.id).set(message.id, message);
    if (!(message.flags & Flag.Ephemeral)) channel.last_message_id = message.id;
    this.standin.track(message, pings);
    if (!(message.flags & Flag.Ephemeral)) this.standin.gateway.dispatch('MESSAGE_CREATE', this.standin.gatewayMessage(message), channel.guild_id);
    return message;
  }

  editMessage(message, body, files = []) {
    const { world, bot } = this.standin;
    const data = body ?? {};
    const channel = world.channels.get(message.channel_id);
    const guild = channel.guild_id && world.guilds.get(channel.guild_id);
    this.#checkMentions(data.allowed_mentions);
    const pick = (key) => (data[key] === undefined ? message[key] : (data[key] ?? (key === 'content' ? '' : [])));
    const kept = data.attachments === undefined ? message.attachments : message.attachments.filter((a) => (data.attachments ?? []).some((x) => String(x.id) === a.id));
    const after = { content: pick('content'), embeds: pick('embeds'), components: pick('components'), flags: data.flags ?? message.flags, attachments: kept };
    const { tree, isEmpty } = messageErrors(after, { hasFiles: files.length > 0 });
    if (tree) throw formError(tree);
    if (isEmpty) throw new ApiError(400, 50006, 'Cannot send an empty message');
    const mayEveryone = guild ? Boolean(world.permissions(guild, bot.id, channel) & Perm.MentionEveryone) : false;
    const pings = this.pings(after.content, data.allowed_mentions, { guild, mayEveryone, viaWebhook: Boolean(message.webhook_id), components: after.components });
    Object.assign(message, {
      content: after.content, embeds: this.#embeds(after.embeds), components: this.#components(after.components), edited_timestamp: iso(),
      attachments: [...kept, ...this.attachmentsFrom(files, data, channel.id)],
      flags: ((message.flags & ~(Flag.Loading | Flag.SuppressEmbeds)) | ((data.flags ?? message.flags) & (Flag.SuppressEmbeds | Flag.ComponentsV2))) >>> 0,
      mentions: pings.users.map((id) => world.users.get(id)).filter(Boolean), mention_roles: pings.roles,
    });
    // Edits never notify anyone, so record what would show, not what would ping.
    this.standin.track(message, { everyone: false, roles: [], users: [] });
    if (!(message.flags & Flag.Ephemeral)) this.standin.gateway.dispatch('MESSAGE_UPDATE', this.standin.gatewayMessage(message), channel.guild_id);
    return message;
  }

  removeMessage(message, by) {
    const { world } = this.standin;
    const channel = world.channels.get(message.channel_id);
    world.messages.get(message.channel_id).delete(message.id);
    this.standin.trackDeletion(message, by);
    if (!(message.flags & Flag.Ephemeral))
      this.standin.gateway.dispatch('MESSAGE_DELETE', { id: message.id, channel_id: message.channel_id, ...(channel.guild_id ? { guild_id: channel.guild_id } : {}) }, channel.guild_id);
  }

  #embeds(list) {
    return (list ?? []).map((e) => {
      const out = Object.fromEntries(Object.entries({ ...e, type: 'rich' }).filter(([, v]) => v !== null && v !== undefined));
      if (out.fields) out.fields = out.fields.map((f) => ({ ...f, inline: Boolean(f.inline) }));
      if (out.timestamp) out.timestamp = new Date(out.timestamp).toISOString();
      if (out.color !== undefined) out.color = Number(out.color);
      return out;
    });
  }

  #components(list) {
    let id = 0;
    const walk = (c) => {
      const out = { ...c, id: c.id ?? ++id };
      for (const key of ['components']) if (c[key]) out[key] = c[key].map(walk);
      for (const key of ['accessory', 'component']) if (c[key]) out[key] = walk(c[key]);
      return out;
    };
    return (list ?? []).map(walk);
  }

  // ---- routes ---------------------------------------------------------------------

  async #route(ctx) {
    const key = `${ctx.method} ${ctx.template}`;
    const handler = ROUTES[key];
    if (!handler) {
      this.unknownRoutes.push(`${ctx.method} ${ctx.entry.path}`);
      throw notFound(0, '404: Not Found (route not simulated by the stand-in)');
    }
    return handler.call(this, ctx);
  }

  #commandStore(params) {
    const { standin } = this;
    if (params.application_id !== standin.applicationId) throw new ApiError(403, 20012, 'You are not authorized to perform this action on this application');
    if (params.guild_id) {
      this.#guild(params.guild_id);
      if (!standin.commands.guild.has(params.guild_id)) standin.commands.guild.set(params.guild_id, new Map());
      return standin.commands.guild.get(params.guild_id);
    }
    return standin.commands.global;
  }

  #storedCommand(c, params, previous) {
    const type = Number(c.type ?? 1);
    const options = (list) => list?.map((o) => ({ ...o, ...(o.options ? { options: options(o.options) } : {}), ...(o.required === false ? { required: undefined } : {}) }));
    return {
      id: previous?.id ?? c.id ?? snowflake(), application_id: this.standin.applicationId, version: snowflake(), type, name: c.name, description: c.description ?? '',
      name_localizations: c.name_localizations ?? null, description_localizations: c.description_localizations ?? null,
      default_member_permissions: c.default_member_permissions === null || c.default_member_permissions === undefined ? null : String(c.default_member_permissions),
      nsfw: Boolean(c.nsfw), ...(c.options?.length ? { options: options(c.options) } : {}),
      ...(params.guild_id ? { guild_id: params.guild_id } : { dm_permission: c.dm_permission ?? true, contexts: c.contexts?.map(Number) ?? null, integration_types: c.integration_types?.map(Number) ?? [0] }),
    };
  }

  putCommands({ params, body }) {
    const store = this.#commandStore(params);
    const list = body ?? [];
    const bad = commandListErrors(list);
    if (bad?.tree) throw formError(bad.tree);
    if (bad) throw new ApiError(400, bad.code, bad.message);
    const old = new Map([...store.values()].map((c) => [`${c.type}:${c.name}`, c]));
    const next = list.map((c) => this.#storedCommand(c, params, old.get(`${Number(c.type ?? 1)}:${c.name}`)));
    store.clear();
    for (const c of next) store.set(c.id, c);
    this.standin.commandWrites.push({ at: now(), scope: params.guild_id ?? 'global', names: next.map((c) => c.name) });
    return next;
  }

  upsertCommand({ params, body }) {
    const store = this.#commandStore(params);
    const current = params.command_id ? store.get(params.command_id) : [...store.values()].find((c) => c.name === body.name && c.type === Number(body.type ?? 1));
    if (params.command_id && !current) throw notFound(10063, 'Unknown application command');
    const merged = { ...current, ...body };
    const bad = commandListErrors([merged]);
    if (bad?.tree) throw formError(bad.tree[0] ?? bad.tree);
    const stored = this.#storedCommand(merged, params, current);
    store.set(stored.id, stored);
    this.standin.commandWrites.push({ at: now(), scope: params.guild_id ?? 'global', names: [stored.name] });
    return stored;
  }

  command({ params }) {
    const c = this.#commandStore(params).get(params.command_id);
    if (!c) throw notFound(10063, 'Unknown application command');
    return c;
  }

  // ---- interactions -----------------------------------------------------------------

  callback({ params, body, files, query }) {
    const { standin } = this;
    const it = standin.interactions.get(params.interaction_id);
    if (!it || it.token !== params.interaction_token) throw unknownInteraction();
    if (it.state === 'expired') throw unknownInteraction();
    if (it.state === 'acked') throw new ApiError(400, 40060, 'Interaction has already been acknowledged.');
    const type = Number(body.type);
    const allowed = { 2: [4, 5, 9, 12], 3: [4, 5, 6, 7, 9, 12], 4: [8], 5: it.message ? [4, 5, 6, 7] : [4, 5] }[it.type] ?? [];
    if (!allowed.includes(type)) throw formError(addError({}, ['type'], 'INTERACTION_APPLICATION_COMMAND_INVALID_VERSION', `Callback type ${type} cannot answer an interaction of type ${it.type}`));
    const channel = standin.world.channels.get(it.channelId);
    const flags = Number(body.data?.flags ?? 0);
    let message = null;
    const about = {
      application_id: standin.applicationId, webhook_id: standin.applicationId,
      ...(it.type === 2 ? { interaction: { id: it.id, type: 2, name: it.commandName, user: it.user } } : {}),
      interaction_metadata: this.#metadata(it),
    };
    if (type === 4) message = this.createMessage({ channel, body: body.data, files, flags: flags & Flag.Ephemeral, extra: { type: it.type === 2 ? 20 : it.message ? 19 : 0, ...about, ...(it.type !== 2 && it.message ? { message_reference: { type: 0, channel_id: channel.id, message_id: it.message.id } } : {}) } });
    if (type === 5) message = this.createMessage({ channel, body: {}, flags: Flag.Loading | (flags & Flag.Ephemeral), extra: { type: it.type === 2 ? 20 : 0, ...about }, loading: true });
    if (type === 6) message = it.message;
    if (type === 7) message = this.editMessage(it.message, body.data, files);
    if (type === 9) {
      const tree = modalErrors(body.data);
      if (tree) throw formError({ data: tree });
      it.modal = body.data;
    }
    if (type === 8 && choiceErrors(body.data.choices)) throw formError(choiceErrors(body.data.choices));
    if (type === 8) it.choices = body.data.choices ?? [];
    it.state = 'acked';
    it.ackedAt = now();
    it.ackType = type;
    clearTimer(it.expiry);
    it.lifetime = setTimer(() => (it.tokenDead = true), this.options.tokenLifetimeMs);
    it.lifetime.unref?.();
    it.ephemeral = message && type !== 6 && type !== 7 ? Boolean(message.flags & Flag.Ephemeral) : it.ephemeral;
    if (message) {
      it.originalId = message.id;
      it.own.add(message.id);
      it.deferred = type === 5 || type === 6;
    }
    standin.record(it, { 4: 'reply', 5: 'defer', 6: 'deferUpdate', 7: 'update', 8: 'autocomplete', 9: 'modal', 12: 'activity' }[type], { messageId: message?.id ?? null, body: body.data ?? null });
    if (query.get('with_response') !== 'true') return undefined;
    return {
      interaction: { id: it.id, type: it.type, ...(message ? { response_message_id: message.id, response_message_loading: type === 5, response_message_ephemeral: Boolean(message.flags & Flag.Ephemeral) } : {}) },
      // A deferred answer has no resource: only its message's id is told.
      ...(message && type !== 5 && type !== 6 ? { resource: { type, message } } : {}),
    };
  }

  #metadata(it) {
    const owners = it.guildId ? { 0: it.guildId } : { 0: '0' };
    const base = { id: it.id, type: it.type, user: it.user, authorizing_integration_owners: owners };
    if (it.type === 2) return { ...base, name: it.commandName, command_type: it.commandType };
    return it.type === 3 ? { ...base, interacted_message_id: it.message?.id ?? '0' } : { ...base, triggering_interaction_metadata: { id: it.id, type: 2, user: it.user, authorizing_integration_owners: owners, name: it.commandName ?? 'command', command_type: 1 } };
  }

  #byToken(params, { acked = true } = {}) {
    const { standin } = this;
    if (params.webhook_id !== standin.applicationId) throw notFound(10015, 'Unknown Webhook');
    const it = standin.byToken.get(params.webhook_token);
    if (!it) throw new ApiError(401, 50027, 'Invalid Webhook Token');
    if (it.tokenDead) throw new ApiError(401, 50027, 'Invalid Webhook Token');
    if (acked && it.state !== 'acked') throw notFound(10015, 'Unknown Webhook');
    return it;
  }

  #webhookMessage(it, id) {
    const wanted = id === '@original' || id === undefined ? it.originalId : id;
    const m = wanted && it.own.has(wanted) && this.standin.world.messages.get(it.channelId)?.get(wanted);
    if (!m) throw notFound(10008, 'Unknown Message');
    return m;
  }

  followup({ params, body, files }) {
    const it = this.#byToken(params);
    const channel = this.standin.world.channels.get(it.channelId);
    const original = it.originalId && this.standin.world.messages.get(it.channelId)?.get(it.originalId);
    if (original && original.flags & Flag.Loading) {
      // The first follow-up to a deferred reply fills that reply.
      const filled = this.editMessage(original, body, files);
      this.standin.record(it, 'edit', { messageId: filled.id, body, viaFollowup: true });
      return filled;
    }
    const message = this.createMessage({
      channel, body, files, flags: Number(body.flags ?? 0) & Flag.Ephemeral,
      extra: { application_id: this.standin.applicationId, webhook_id: this.standin.applicationId, interaction_metadata: this.#metadata(it), type: 19, ...(original ? { message_reference: { type: 0, channel_id: channel.id, message_id: original.id } } : {}) },
    });
    it.own.add(message.id);
    this.standin.record(it, 'followup', { messageId: message.id, body });
    return message;
  }

  webhookEdit({ params, body, files }) {
    const it = this.#byToken(params);
    const m = this.editMessage(this.#webhookMessage(it, params.message_id), body, files);
    this.standin.record(it, 'edit', { messageId: m.id, body });
    return m;
  }

  webhookDelete({ params }) {
    const it = this.#byToken(params);
    const m = this.#webhookMessage(it, params.message_id);
    this.removeMessage(m, 'bot');
    this.standin.record(it, 'delete', { messageId: m.id });
    return undefined;
  }

  // ---- channels ----------------------------------------------------------------------

  sendMessage({ params, body, files }) {
    const { world, bot, standin } = { ...this.standin, standin: this.standin, world: this.standin.world, bot: this.standin.bot };
    const channel = this.#channel(params.channel_id);
    if (channel.guild_id) {
      const need = channel.thread_metadata ? Perm.SendMessagesInThreads : Perm.SendMessages;
      if (!world.botMay(channel, bot.id, need)) throw missingPermissions();
      if (body?.embeds?.length && !world.botMay(channel, bot.id, Perm.EmbedLinks)) throw missingPermissions();
      if (files.length && !world.botMay(channel, bot.id, Perm.AttachFiles)) throw missingPermissions();
      if (body?.message_reference && !world.botMay(channel, bot.id, Perm.ReadMessageHistory)) throw missingPermissions();
      if (channel.thread_metadata?.locked) throw new ApiError(403, 50083, 'Thread is archived');
    }
    if (body?.flags && Number(body.flags) & Flag.Ephemeral) body = { ...body, flags: Number(body.flags) & ~Flag.Ephemeral };
    const message = this.createMessage({ channel, body, files });
    standin.record(null, 'send', { messageId: message.id, channelId: channel.id, body });
    return message;
  }

  patchMessage({ params, body, files }) {
    const channel = this.#channel(params.channel_id);
    const m = this.#message(channel, params.message_id);
    if (m.author.id !== this.standin.bot.id) {
      const touched = ['content', 'embeds', 'components', 'attachments', 'poll'].some((k) => body?.[k] !== undefined && body[k] !== null) || files.length > 0;
      if (touched) throw new ApiError(403, 50005, 'Cannot edit a message authored by another user');
      if (!this.standin.world.botMay(channel, this.standin.bot.id, Perm.ManageMessages)) throw missingPermissions();
      // Moderators may hide the previews of somebody else's message, nothing more.
      m.flags = (m.flags & ~Flag.SuppressEmbeds) | (Number(body?.flags ?? 0) & Flag.SuppressEmbeds);
      if (m.flags & Flag.SuppressEmbeds) m.embeds = [];
      this.standin.track(m, { everyone: false, roles: [], users: [] });
      this.standin.gateway.dispatch('MESSAGE_UPDATE', this.standin.gatewayMessage(m), channel.guild_id);
      this.standin.record(null, 'suppressEmbeds', { messageId: m.id, channelId: channel.id });
      return m;
    }
    const edited = this.editMessage(m, body, files);
    this.standin.record(null, 'messageEdit', { messageId: m.id, channelId: channel.id, body });
    return edited;
  }

  deleteMessage({ params }) {
    const channel = this.#channel(params.channel_id);
    const m = this.#message(channel, params.message_id);
    const { bot, world } = this.standin;
    if (m.author.id !== bot.id && (!channel.guild_id || !world.botMay(channel, bot.id, Perm.ManageMessages))) {
      if (!channel.guild_id) throw new ApiError(403, 50003, 'Cannot execute action on a DM channel');
      throw missingPermissions();
    }
    this.removeMessage(m, 'bot');
    this.standin.record(null, 'messageDelete', { messageId: m.id, channelId: channel.id });
    return undefined;
  }

  bulkDelete({ params, body }) {
    const channel = this.#channel(params.channel_id, { need: Perm.ManageMessages });
    const oldest = BigInt(now() - 14 * 86400_000 - 1420070400000) << 22n;
    if (body.messages.some((id) => BigInt(id) < oldest)) throw new ApiError(400, 50034, 'A message provided was too old to bulk delete');
    for (const id of body.messages) {
      const m = this.standin.world.messages.get(channel.id).get(String(id));
      if (m) this.removeMessage(m, 'bot');
    }
    return undefined;
  }

  listMessages({ params, query }) {
    const channel = this.#channel(params.channel_id);
    if (channel.guild_id && !this.standin.world.botMay(channel, this.standin.bot.id, Perm.ReadMessageHistory)) return [];
    const limit = Number(query.get('limit') ?? 50);
    if (!(limit >= 1 && limit <= 100)) throw formError(addError({}, ['limit'], 'NUMBER_TYPE_MAX', 'int value should be less than or equal to 100.'));
    let list = [...this.standin.world.messages.get(channel.id).values()].filter((m) => !(m.flags & Flag.Ephemeral)).reverse();
    if (query.get('before')) list = list.filter((m) => BigInt(m.id) < BigInt(query.get('before')));
    if (query.get('after')) list = list.filter((m) => BigInt(m.id) > BigInt(query.get('after')));
    return list.slice(0, limit);
  }

  getMessage({ params }) {
    const channel = this.#channel(params.channel_id, { need: Perm.ReadMessageHistory });
    return this.#message(channel, params.message_id);
  }

  react({ params }, add) {
    const channel = this.#channel(params.channel_id, { need: add ? Perm.AddReactions | Perm.ReadMessageHistory : Perm.ReadMessageHistory });
    const m = this.#message(channel, params.message_id);
    const emoji = decodeURIComponent(params.emoji_name);
    const [name, id = null] = emoji.includes(':') ? emoji.split(':') : [emoji];
    const data = { user_id: this.standin.bot.id, channel_id: channel.id, message_id: m.id, ...(channel.guild_id ? { guild_id: channel.guild_id } : {}), emoji: { id, name } };
    this.standin.record(null, add ? 'reaction' : 'reactionRemove', { messageId: m.id, channelId: channel.id, emoji });
    this.standin.gateway.dispatch(add ? 'MESSAGE_REACTION_ADD' : 'MESSAGE_REACTION_REMOVE', data, channel.guild_id);
    return undefined;
  }

  thread({ params, body }) {
    const channel = this.#channel(params.channel_id, { need: Perm.CreatePublicThreads });
    if (channel.thread_metadata) throw new ApiError(400, 50024, 'Cannot execute action on this channel type');
    const from = params.message_id && this.#message(channel, params.message_id);
    if (from?.thread) throw new ApiError(400, 160004, 'A thread has already been created for this message');
    const t = this.standin.world.addThread(channel, { name: body.name, ownerId: this.standin.bot.id, archive: body.auto_archive_duration ?? 1440, ...(from ? { id: from.id } : {}), type: from ? 11 : Number(body.type ?? 12) });
    if (from) from.thread = t;
    this.standin.record(null, 'thread', { channelId: channel.id, threadId: t.id, name: t.name });
    this.standin.gateway.dispatch('THREAD_CREATE', { ...t, newly_created: true }, t.guild_id);
    return t;
  }

  typing({ params }) {
    const channel = this.#channel(params.channel_id, { need: Perm.SendMessages });
    this.standin.record(null, 'typing', { channelId: channel.id });
    return undefined;
  }

  patchMember({ params, body }) {
    const guild = this.#guild(params.guild_id);
    const { world, bot } = this.standin;
    const m = guild.members.get(params.user_id);
    if (!m) throw notFound(10007, 'Unknown Member');
    const mine = world.permissions(guild, bot.id);
    if (body.communication_disabled_until !== undefined) {
      if (!(mine & Perm.ModerateMembers) || guild.ownerId === m.user.id || world.permissions(guild, m.user.id) & Perm.Administrator) throw missingPermissions();
      m.communication_disabled_until = body.communication_disabled_until;
      this.standin.record(null, 'timeout', { userId: m.user.id, until: body.communication_disabled_until });
    }
    if (body.nick !== undefined) {
      if (!(mine & Perm.ManageNicknames)) throw missingPermissions();
      m.nick = body.nick;
    }
    if (body.roles) {
      if (!(mine & Perm.ManageRoles)) throw missingPermissions();
      m.roles = body.roles;
    }
    this.standin.gateway.dispatch('GUILD_MEMBER_UPDATE', { ...m, guild_id: guild.id }, guild.id);
    return m;
  }

  member(guildId, userId) {
    const m = this.#guild(guildId).members.get(userId);
    if (!m) throw notFound(10007, 'Unknown Member');
    return m;
  }
  user(id) {
    const u = this.standin.world.users.get(id);
    if (!u) throw notFound(10013, 'Unknown User');
    return u;
  }
  guildOf(id) {
    return this.#guild(id);
  }
  channelOf(id) {
    return this.#channel(id);
  }
  webhookGet({ params }) {
    return this.#webhookMessage(this.#byToken(params), params.message_id);
  }
  commandsOf(params) {
    return this.#commandStore(params);
  }
}

const C = '/channels/{channel_id}';
const A = '/applications/{application_id}';
const W = '/webhooks/{webhook_id}/{webhook_token}';
const gatewayBot = function () {
  return { url: this.standin.gatewayUrl, shards: this.options.shards, session_start_limit: { total: 1000, remaining: Math.max(0, 1000 - this.standin.sessionStarts), reset_after: 86_400_000, max_concurrency: 1 } };
};
const commandRoutes = (base) => ({
  [`GET ${base}`]({ params }) { return [...this.commandsOf(params).values()]; },
  [`PUT ${base}`](ctx) { return this.putCommands(ctx); },
  [`POST ${base}`](ctx) { return this.upsertCommand(ctx); },
  [`GET ${base}/{command_id}`](ctx) { return this.command(ctx); },
  [`PATCH ${base}/{command_id}`](ctx) { return this.upsertCommand(ctx); },
  [`DELETE ${base}/{command_id}`](ctx) { this.command(ctx); this.commandsOf(ctx.params).delete(ctx.params.command_id); return undefined; },
});
const ROUTES = {
  'GET /gateway'() { return { url: this.standin.gatewayUrl }; },
  'GET /gateway/bot': gatewayBot,
  'GET /users/@me'() { return { ...this.standin.bot, mfa_enabled: false, locale: 'en-US', verified: true, email: null }; },
  'GET /users/{user_id}'({ params }) { return this.user(params.user_id); },
  'GET /users/@me/guilds'() { return [...this.standin.world.guilds.values()].filter((g) => g.members.has(this.standin.bot.id)).map((g) => ({ id: g.id, name: g.name, icon: null, banner: null, owner: false, permissions: String(this.standin.world.permissions(g, this.standin.bot.id)), features: [] })); },
  'POST /users/@me/channels'({ body }) { return this.standin.world.addDm(this.user(String(body.recipient_id))); },
  'GET /applications/@me'() { return this.standin.application(); },
  'GET /oauth2/applications/@me'() { return this.standin.application(); },
  ...commandRoutes(`${A}/commands`),
  ...commandRoutes(`${A}/guilds/{guild_id}/commands`),
  [`GET ${A}/guilds/{guild_id}/commands/permissions`]() { return []; },
  'POST /interactions/{interaction_id}/{interaction_token}/callback'(ctx) { return this.callback(ctx); },
  [`POST ${W}`](ctx) { return this.followup(ctx); },
  [`GET ${W}/messages/@original`](ctx) { return this.webhookGet(ctx); },
  [`PATCH ${W}/messages/@original`](ctx) { return this.webhookEdit(ctx); },
  [`DELETE ${W}/messages/@original`](ctx) { return this.webhookDelete(ctx); },
  [`GET ${W}/messages/{message_id}`](ctx) { return this.webhookGet(ctx); },
  [`PATCH ${W}/messages/{message_id}`](ctx) { return this.webhookEdit(ctx); },
  [`DELETE ${W}/messages/{message_id}`](ctx) { return this.webhookDelete(ctx); },
  [`GET ${C}`]({ params }) { return this.channelOf(params.channel_id); },
  [`GET ${C}/messages`](ctx) { return this.listMessages(ctx); },
  [`POST ${C}/messages`](ctx) { return this.sendMessage(ctx); },
  [`GET ${C}/messages/{message_id}`](ctx) { return this.getMessage(ctx); },
  [`PATCH ${C}/messages/{message_id}`](ctx) { return this.patchMessage(ctx); },
  [`DELETE ${C}/messages/{message_id}`](ctx) { return this.deleteMessage(ctx); },
  [`POST ${C}/messages/bulk-delete`](ctx) { return this.bulkDelete(ctx); },
  [`PUT ${C}/messages/{message_id}/reactions/{emoji_name}/@me`](ctx) { return this.react(ctx, true); },
  [`DELETE ${C}/messages/{message_id}/reactions/{emoji_name}/@me`](ctx) { return this.react(ctx, false); },
  [`POST ${C}/messages/{message_id}/threads`](ctx) { return this.thread(ctx); },
  [`POST ${C}/threads`](ctx) { return this.thread(ctx); },
  [`POST ${C}/typing`](ctx) { return this.typing(ctx); },
  'GET /guilds/{guild_id}'({ params }) { return this.standin.world.guildRest(this.guildOf(params.guild_id)); },
  'GET /guilds/{guild_id}/channels'({ params }) { return this.guildOf(params.guild_id).channelIds.map((id) => this.standin.world.channels.get(id)); },
  'GET /guilds/{guild_id}/roles'({ params }) { return [...this.guildOf(params.guild_id).roles.values()]; },
  'GET /guilds/{guild_id}/members/{user_id}'({ params }) { return this.member(params.guild_id, params.user_id); },
  'PATCH /guilds/{guild_id}/members/{user_id}'(ctx) { return this.patchMember(ctx); },
};
export { ROUTES };
