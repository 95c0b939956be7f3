import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto'
import { z } from 'zod'
import { sql } from 'kysely'
import { Refused } from '#kernel/errors.ts'
import type { FieldDefinition, Fields } from '#kernel/fields.ts'
import type { Flow } from '#kernel/flow.ts'
import { offeredReferences, type Plugin } from '#kernel/plugin.ts'
import type { Directory } from '#approval/directory.ts'
import { canonical, hashOf } from '#server/canonical.ts'
import type { Db } from '#server/database/tables.ts'
import { flowInput } from '#server/documents/flow-analysis/flow-input.ts'
import { counterparts, flowFile, importedFlow } from '#server/documents/flow-designs/flow-file.ts'
import type { Host } from '#server/host.ts'
import type { FormContent, FormFile, FormMapping, MissingName } from '../../wire.ts'
import '../tables.ts'

/** A signature with the key that verifies it, both base64. */
interface Signature {
  readonly key: string
  readonly value: string
}

/** Signs a text with the key of this installation, which is made with the first signature (Ed25519). */
async function signed(db: Db, text: string): Promise<Signature> {
  const known = await ownKey(db)
  const secret = createPrivateKey({ key: Buffer.from(known.secret, 'base64'), format: 'der', type: 'pkcs8' })
  return { key: known.key, value: sign(null, Buffer.from(text), secret).toString('base64') }
}

async function ownKey(db: Db): Promise<{ readonly key: string; readonly secret: string }> {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const fresh = { key: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
    secret: privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64') }
  // of several processes, the first one's key is kept
  await db.insertInto('form_transfer_key').values({ id: 1, ...fresh }).onConflict((conflict) => conflict.column('id').doNothing()).execute()
  return db.selectFrom('form_transfer_key').select(['key', 'secret']).where('id', '=', sql<number>`1`).executeTakeFirstOrThrow()
}

/** Returns whether a text was signed with the key that the signature names. */
function isSigned(text: string, { key, value }: Signature): boolean {
  try {
    return verify(null, Buffer.from(text), createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' }),
      Buffer.from(value, 'base64'))
  } catch {
    // no key at all
    return false
  }
}

/** A short name of a key for people to compare, in groups of four. */
export const fingerprint = (key: string): string =>
  (createHash('sha256').update(Buffer.from(key, 'base64')).digest('hex').slice(0, 16).match(/.{4}/g) ?? []).join(' ')

/** Parts of a file, each with its own hash so that a refusal can name the one that was edited. */
const partNames = ['form', 'flow', 'examples', 'names'] as const

/** Makes a signed file of a design: people by user name, roles by key, departments by id. */
export async function formFile(db: Db, host: Pick<Host, 'organisation' | 'directory'>, content: FormContent): Promise<FormFile> {
  const { form, examples = [], ...settled } = content
  const { flow, names } = flowFile(form, startedBy(content), await host.organisation(db), await host.directory(db))
  const parts = { form: { ...settled, form: { ...form, flow: undefined } }, flow, examples, names } as unknown as FormFile['parts']
  const hashes = Object.fromEntries(partNames.map((name) => [name, hashOf(parts[name])])) as FormFile['hashes']
  return JSON.parse(
    JSON.stringify({ format: 'form', formatVersion: 1, hashes, signature: await signed(db, canonical(hashes)), parts }),
  ) as FormFile
}

/** The starters go with the flow: they name people, departments and roles, too. */
const startedBy = ({ form: { flow }, starters }: FormContent) => ({ ...flow, settings: { ...flow.settings, starters } })

const hash = z.string().length(64)
const named = z.record(z.string().max(64), z.string().max(200))
const column = z.looseObject({ dict: z.string().optional(), to: z.string().optional() })
const form = z.looseObject({ group: z.string().max(64), form: z.looseObject({
  fields: z.record(z.string(), column.extend({ columns: z.record(z.string(), column).optional() })),
}) })
const file = z.looseObject({ format: z.literal('form'), formatVersion: z.literal(1),
  hashes: z.strictObject({ form: hash, flow: hash, examples: hash, names: hash }),
  signature: z.strictObject({ key: z.string().max(200), value: z.string().max(200) }),
  parts: z.strictObject({ form, flow: z.unknown(), examples: z.array(z.unknown()).max(20),
    names: z.strictObject({ roles: named, people: named, departments: named, fields: named }) }) })

/** Reads a file. @throws Refused where it is none, or was edited: then the part is named */
export function readFormFile(input: unknown): FormFile {
  const { data, error } = file.safeParse(input)
  const place = error?.issues[0]?.path.join('.') ?? ''
  if (!data) throw refused(place === '' ? 'designer.noFormFile' : 'designer.damagedFormFile', { place })
  const edited = partNames.find((name) => hashOf(data.parts[name]) !== data.hashes[name])
  if (edited) throw refused('designer.fileEdited', { part: edited })
  if (!isSigned(canonical(data.hashes), data.signature)) throw refused('designer.fileUnsigned', {})
  return { ...data, parts: { ...data.parts, flow: flowOf(data.parts.flow) } } as unknown as FormFile
}

function flowOf(sent: unknown): Flow {
  const { data, error } = flowInput.safeParse(sent)
  if (data) return data
  throw refused('designer.noFormFile', { place: ['flow', ...(error.issues[0]?.path ?? [])].join('.') })
}

const refused = (code: string, parameters: Readonly<Record<string, string>>): Refused =>
  new Refused(code, parameters, [{ field: 'file', code, parameters }])

/** The content of a file with the names of this installation, and those that have no counterpart here. */
export async function contentOfFile(db: Db, host: Pick<Host, 'organisation' | 'directory' | 'plugins'>, { parts }: FormFile,
  mapping: FormMapping): Promise<{ readonly content: unknown; readonly missing: readonly MissingName[] }> {
  const here = await counterparts(db, await host.organisation(db), await host.directory(db) as Directory)
  const { flow, unknown } = importedFlow({ flow: parts.flow, names: parts.names }, here, { mapping, fields: parts.form.form.fields })
  const { starters = { people: [], departments: [], roles: [] }, ...settings } = flow.settings
  const { form, group: before, ...settled } = parts.form
  const group = mapping.groups?.[before] ?? before
  const fields = withDictionaries(form.fields, mapping.dictionaries ?? {})
  const content = { ...settled, group, starters, ...(parts.examples.length > 0 && { examples: parts.examples }),
    form: { ...form, group, fields, flow: { ...flow, settings } } }
  return { content, missing: [
    // fields come with the form: the checks of a design name those that are missing
    ...unknown.flatMap(({ kind, id, name }): readonly MissingName[] => (kind === 'field' ? [] : [{ kind, id, name }])),
    ...(await missingDictionaries(db, host.plugins, fields)),
    ...(host.plugins.some(({ formGroups }) => formGroups.some(({ id }) => id === group))
      ? []
      : [{ kind: 'group', id: before, name: before } as const]),
    ...missingRecords(host.plugins, fields),
  ] }
}

const everyField = (fields: Fields): readonly FieldDefinition[] =>
  Object.values(fields).flatMap((field) => [field, ...Object.values(field.columns ?? {})])

const withDictionaries = (fields: Fields, mapping: Readonly<Record<string, string>>): Fields =>
  Object.fromEntries(
    Object.entries(fields).map((
      [key, { columns, dict, ...field }],
    ) => [key, { ...field, ...(dict !== undefined && { dict: mapping[dict] ?? dict }),
      ...(columns && { columns: withDictionaries(columns, mapping) }) }]
    ),
  )

async function missingDictionaries(db: Db, plugins: readonly Plugin[], fields: Fields): Promise<readonly MissingName[]> {
  const used = [...new Set(everyField(fields).flatMap(({ dict }) => dict ?? []))]
  const declared = new Set(plugins.flatMap(({ dictionaries }) => dictionaries.map(({ key }) => key)))
  return used.filter((key) => !declared.has(key)).map((id) => ({ kind: 'dictionary', id, name: id }))
}

/** Records that no module offers here: they cannot be mapped, the field has to be changed. */
function missingRecords(plugins: readonly Plugin[], fields: Fields): readonly MissingName[] {
  const offered = new Set(offeredReferences(plugins))
  const used = [...new Set(everyField(fields).flatMap(({ to }) => to ?? []))]
  return used.filter((name) => !offered.has(name)).map((id) => ({ kind: 'records', id, name: id }))
}
