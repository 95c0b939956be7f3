import { sql } from 'kysely'
import type { Decimal } from 'decimal.js'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { bilingual } from '#kernel/wording/names.ts'
import type { Dictionary, Plugin } from '#kernel/plugin.ts'
import { parameterOf } from '#kernel/parameters/parameters.ts'
import { Missing } from '#kernel/errors.ts'
import type { Db } from '#server/database/tables.ts'
import { signedIn } from '#server/http/access.ts'
import { newId } from './id.ts'
import { containing } from './organisation/search-text.ts'
import type { Organisations } from './organisation/organisation.ts'

/** One choice on the wire. */
interface DictionaryAnswer {
  readonly type: string
  readonly value: string
  readonly label: string
  /** English label. */
  readonly localName: string
  readonly localKtext: string | null
  /** Value and label under their former names. */
  readonly dictValue: string
  readonly dictLabel: string
  readonly disabled: boolean
  readonly description: string | null
  readonly fullName: string | null
}

/** Key of the dictionary of business types, whose items are the forms. */
export const businessTypes = 'business-type'

/** Closed lists of choices; runs inside the caller's transaction when `db` is one. */
export const dictionaries = (db: Db) => ({
  /** Choices of one dictionary, or of all; including disabled ones, which existing documents show. */
  async list(type?: string): Promise<DictionaryAnswer[]> {
    return (await found(db, { type }).execute()).map(answerOf)
  },

  /** A page of items; `label` is a part of the label, in either language. */
  async page({ type, label, current, size }: { type?: string; label?: string; current: number; size: number }) {
    const rows = await found(db, { type, label }).limit(size).offset((current - 1) * size).execute()
    const { total } = await matching(db, { type, label }).select((eb) => eb.fn.countAll<string>().as('total')).executeTakeFirstOrThrow()
    return { records: rows.map(answerOf), total: Number(total), current, size, pages: Math.ceil(Number(total) / size) }
  },

  /**
   * Writes the declared dictionaries. Changes and additions by administrators are kept, and nothing is deleted, since documents may hold
   * the value.
   */
  async synchronise(declared: readonly Dictionary[], at: Date): Promise<void> {
    await synchroniseAll(db, declared, at)
  },
})

interface ItemFilter {
  readonly type?: string
  readonly label?: string
}

function matching(db: Db, { type, label }: ItemFilter) {
  let query = db.selectFrom('sys_dict_data').innerJoin('sys_dict_type', 'sys_dict_type.code', 'sys_dict_data.type').where(
    'sys_dict_data.del_flag',
    '=',
    0,
  )
    .where('sys_dict_type.del_flag', '=', 0)
  if (type !== undefined) query = query.where('type', '=', type)
  if (!label?.trim()) return query
  const pattern = containing(label)
  return query.where((eb) => eb.or([eb(sql<string>`lower(label)`, 'like', pattern), eb(sql<string>`lower(local_name)`, 'like', pattern)]))
}

const found = (db: Db, filter: ItemFilter) =>
  matching(db, filter)
    .select(['type', 'value', 'label', 'local_name', 'local_ktext', 'disabled', 'description', 'full_name', 'sys_dict_type.enable'])
    .orderBy('type')
    .orderBy('sys_dict_data.sort')
    .orderBy('value')

const answerOf = (row: Awaited<ReturnType<ReturnType<typeof found>['execute']>>[number]): DictionaryAnswer => ({
  type: row.type,
  value: row.value,
  label: row.label,
  localName: row.local_name,
  localKtext: row.local_ktext,
  dictValue: row.value,
  dictLabel: row.label,
  // Items of a disabled dictionary are not offered, but still label values of documents.
  disabled: row.disabled || !row.enable,
  description: row.description,
  fullName: row.full_name,
})

/** The dictionaries of all plugins, and the one that names their forms. */
export function declaredDictionaries(plugins: readonly Plugin[]): Dictionary[] {
  const forms = plugins.flatMap((plugin) => plugin.forms)
  const types = { key: businessTypes, cn: '业务类型', en: 'Business type', items: forms.map(({ key, cn, en }) => ({ value: key, cn, en })) }
  return [types, ...plugins.flatMap((plugin) => plugin.dictionaries)]
}

/** Rows per statement. */
const batch = 1_000

async function synchroniseAll(db: Db, declared: readonly Dictionary[], at: Date) {
  if (declared.length === 0) return
  const made = { create_time: at, update_time: at }
  await db.insertInto('sys_dict_type').values(
    declared.map(({ key, cn, en }) => ({ id: key, code: key, name: cn, name_en: en, built_in: true, ...made })),
  ).onConflict((conflict) => conflict.column('code').doNothing()).execute()
  const stored = await db.selectFrom('sys_dict_data').select(['id', 'type', 'value', 'label', 'local_name', 'declared']).where('type', 'in',
    declared.map(({ key }) => key)).execute()
  const known = new Map(stored.map((row) => [`${row.type} ${row.value}`, row]))
  const items = declared.flatMap(({ key, items: own }) => own.map((item, sort) => ({ type: key, item, sort })))
  const missing = items.filter(({ type, item }) => !known.has(`${type} ${item.value}`)).map(({ type, item, sort }) => ({ id: newId(), type,
    value: item.value, label: item.cn, local_name: item.en, sort, description: item.meaning ? bilingual(item.meaning) : null,
    built_in: true, declared: JSON.stringify({ cn: item.cn, en: item.en }), ...made })
  )
  for (let from = 0; from < missing.length; from += batch)
    await db.insertInto('sys_dict_data').values(missing.slice(from, from + batch))
      .onConflict((conflict) => conflict.columns(['type', 'value']).doNothing()).execute()
  for (const { type, item } of items) {
    const row = known.get(`${type} ${item.value}`)
    if (row) await relabel(db, row, item)
  }
}

/** Updates a label whose declaration has changed, unless an administrator has changed it. */
async function relabel(db: Db, row: { id: string; label: string; local_name: string; declared: unknown },
  { cn, en }: { cn: string; en: string }) {
  const before = row.declared as { cn: string; en: string } | null
  if (before?.cn === cn && before.en === en) return
  const label = before === null || row.label === before.cn ? cn : row.label
  const localName = before === null || row.local_name === before.en ? en : row.local_name
  await db.updateTable('sys_dict_data').set({ label, local_name: localName, declared: JSON.stringify({ cn, en }), built_in: true }).where(
    'id',
    '=',
    row.id,
  ).execute()
}

/** Reads the parameters of a dictionary without the facts of a form, such as in a job; null for an absent or non-numeric one. */
export async function parametersOf(db: Db, dictionary: string): Promise<(name: string) => Decimal | null> {
  const rows = await dictionaries(db).list()
  const dict = (key: string, value: string) => rows.find((row) => row.type === key && row.value === value)?.label ?? null
  return (name) => parameterOf({ dict }, dictionary, name)
}

const ListInput = z.object({ type: z.string().max(60).optional(), _t: z.string().optional() })

const PageInput = z.strictObject({
  current: z.int().min(1).max(1_000_000).default(1),
  size: z.int().min(1).max(200).default(20),
  type: z.string().max(60).optional(),
  label: z.string().max(100).optional(),
})

/** Calls for dictionaries, open to everybody signed in; every answer of the host contains their version. */
export function registerDictionaries(app: FastifyInstance, { db, organisations }: { db: Db; organisations: Organisations }): void {
  const config = { access: signedIn, resource: 'dictionary' } as const

  app.addHook('onSend', async (request, reply) => {
    if (request.signedIn) reply.header('x-dict-version', organisations.dictionaryVersion())
  })

  app.get('/system/sysDict/list', { config, schema: { querystring: ListInput } },
    async ({ query }) => dictionaries(db).list((query as z.output<typeof ListInput>).type))

  app.post('/system/sysDict/page', { config: { ...config, reads: true }, schema: { body: PageInput } },
    async ({ body }) => dictionaries(db).page(body as z.output<typeof PageInput>))

  app.get<{ Params: { type: string } }>('/system/sysDict/type/:type', { config }, async ({ params }) => known(db, params.type))

  // The URL of some lists in older clients.
  app.get<{ Params: { type: string } }>('/oaserver/dict/:type', { config }, async ({ params }) => known(db, params.type))

  app.get<{ Params: { type: string } }>('/system/sysDict/enum/:type', { config }, async ({ params }) => {
    const items = await known(db, params.type)
    return items.filter(({ disabled }) => !disabled).map(({ value, label, localName }) => ({ value, label, labelEn: localName }))
  })
}

async function known(db: Db, type: string) {
  const items = await dictionaries(db).list(type)
  if (items.length > 0) return items
  const row = await db.selectFrom('sys_dict_type').select('code').where('code', '=', type).where('del_flag', '=', 0).executeTakeFirst()
  if (!row) throw new Missing('error.missing')
  return items
}
