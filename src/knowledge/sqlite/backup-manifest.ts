import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { MANIFEST, MANIFEST_VERSION } from './backup-names.ts';

const manifest = z.object({
  kind: z.literal('heimdall-backup'),
  version: z.number(),
  madeAt: z.iso.datetime(),
  files: z
    .array(
      z.object({
        /** Below the data directory; nothing else is ever written by a restore. */
        name: z.string().regex(/^(?:heimdall|guilds\/[A-Za-z0-9_-]{1,64})\.sqlite$/),
        bytes: z.number(),
        sha256: z.string(),
      }),
    )
    .readonly(),
});

export type BackupManifest = z.infer<typeof manifest>;

/** Reads a backup's manifest, or says in one sentence why there is none to go by. */
export function readManifest(
  directory: string,
): { readonly ok: true; readonly manifest: BackupManifest } | { readonly ok: false; readonly sentence: string } {
  let value: unknown = null;
  try {
    value = JSON.parse(readFileSync(join(directory, MANIFEST), 'utf8'));
  } catch {
    return { ok: false, sentence: `${directory} is no complete backup: ${MANIFEST} is missing or damaged.` };
  }
  const read = manifest.safeParse(value);
  if (!read.success) return { ok: false, sentence: `${directory} is no complete backup: ${MANIFEST} is damaged.` };
  if (read.data.version > MANIFEST_VERSION) {
    return { ok: false, sentence: `The backup in ${directory} was made by a newer Heimdall: update this one first.` };
  }
  return { ok: true, manifest: read.data };
}
