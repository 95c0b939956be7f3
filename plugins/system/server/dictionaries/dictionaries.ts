import { sql } from 'kysely'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Refused, StateMoved } from '#kernel/errors.ts'
import type { Plugin } from '#kernel/plugin.ts'
import type { Fields } from '#kernel/fields.ts'
import type { Resource } from '#kernel/resource.ts'
import { bilingual } from '#kernel/wording/names.ts'
import type { Db } from '#server/database/tables.ts'
import { demandUnused, type NameUses } from '#server/extensions/name-uses.ts'
import { businessTypes } from '#server/identity/dictionaries.ts'
import { demandEnteredLengths } from '#server/resources/input.ts'
import type { RecordRules, RecordStep } from '#server/resources/rules.ts'
import { columnsOf } from '#server/resources/columns.ts'
import { needs } from '#server/http/access.ts'
import type { Host } from '#server/host.ts'
import { unitOfWork } from '#server/unit-of-work.ts'
import { dictionaryItem, dictionaryType } from '#plugins/system/dictionaries/dictionary.ts'
import { canDictionary } from '#plugins/system/permissions.ts'

/** Rules of dictionaries: the code cannot be changed, and those declared by modules or used by designs cannot be deleted. */
export const dictionaryTypeRules = (plugins: readonly Plugin[], nameUses: readonly NameUses[]): RecordRules => ({
  identify: ({ code }) => String(code),
  async prepare({ value, before }) {
    if (before && value['code'] !== before['code']) refuse('system.dictionary.codeFixed', 'code')
    return {}
  },
  async inUse(db, id) {
    const row = await db.selectFrom('sys_dict_type').select('built_in').where('code', '=', id).executeTakeFirst()
    if (row?.built_in) throw new Refused('system.dictionary.builtIn')
    await demandUnused(db, nameUses, { of: 'dictionary', key: id }, 'system.dictionary.named')
    const user = plugins.flatMap(({ forms, resources }) => [...forms, ...resources]).find(({ fields }) => namesDictionary(fields, id))
    if (user) throw new Refused('system.dictionary.named', { name: bilingual(user) })
    return (await db.selectFrom('sys_dict_data').select('id').where('type', '=', id).limit(1).executeTakeFirst()) !== undefined
  },
  /** Deletes the row physically, since it is unused, so that its code can be reused. */
  async afterWrite({ db, id }, change) {
    if (change === 'deleted') await db.deleteFrom('sys_dict_type').where('code', '=', id).execute()
  },
})

const namesDictionary = (fields: Fields, type: string): boolean =>
  Object.values(fields).some(({ dict, columns }) => dict === type || (columns !== undefined && namesDictionary(columns, type)))

/** Rules of dictionary items: the key value of a built-in or used item cannot be changed. */
export const dictionaryItemRules = (plugins: readonly Plugin[]): RecordRules => ({
  constraints: { sys_dict_data_type_value_key: { code: 'system.dictionary.valueExists', fields: ['value'] } },
  async prepare(step) {
    demandEnteredLengths(step, { fields: dictionaryItem.fields, most: { label: 30, localName: 30 }, code: 'system.dictionary.labelLength' })
    await mustStayItself(step, plugins)
    if (isParameter(plugins, String(step.value['type']))) refuse('system.dictionary.parameter', 'type')
    const { value, before } = step
    return { localName: value['localName'] || value['label'],
      sort: value['sort'] ?? before?.['sort'] ?? (await placeAtEnd(step.db, String(value['type']))) }
  },
  async inUse(db, id) {
    const row = await db.selectFrom('sys_dict_data').select(['type', 'value', 'built_in']).where('id', '=', id).executeTakeFirstOrThrow()
    if (row.built_in) throw new Refused('system.dictionary.builtIn')
    return isUsed(db, plugins, row)
  },
  async afterWrite({ db, id }, change) {
    if (change === 'deleted') await db.deleteFrom('sys_dict_data').where('id', '=', id).execute()
  },
})

async function mustStayItself({ db, value, before }: RecordStep, plugins: readonly Plugin[]): Promise<void> {
  if (!before) {
    if (value['type'] === businessTypes) refuse('system.dictionary.closed', 'type')
    return
  }
  if (value['type'] !== before['type']) refuse('system.dictionary.typeFixed', 'type')
  if (value['value'] === before['value']) return
  if (before['builtIn']) refuse('system.dictionary.valueFixed', 'value')
  if (await isUsed(db, plugins, { type: String(before['type']), value: String(before['value']) }))
    refuse('system.dictionary.valueUsed', 'value')
}

/** Returns whether a dictionary contains parameters, which are edited where their format is validated. */
const isParameter = (plugins: readonly Plugin[], type: string): boolean =>
  plugins.some(({ dictionaries }) => dictionaries.some(({ key, parameters }) => key === type && parameters === true))

async function placeAtEnd(db: Db, type: string): Promise<number> {
  const { last } = await db.selectFrom('sys_dict_data').select((eb) => eb.fn.max('sort').as('last')).where('type', '=', type)
    .executeTakeFirstOrThrow()
  return last === null ? 0 : Number(last) + 1
}

function refuse(code: string, field: string): never {
  throw new Refused(code, {}, [{ field, code }])
}

/** A dictionary item by dictionary code and key value. */
interface DictionaryChoice {
  readonly type: string
  readonly value: string
}

/** Returns whether a record or document uses the item, in any field with this dictionary. */
async function isUsed(db: Db, plugins: readonly Plugin[], choice: DictionaryChoice): Promise<boolean> {
  for (const resource of plugins.flatMap(({ resources }) => resources)) if (await isInRecords(db, resource, choice)) return true
  for (const form of plugins.flatMap(({ forms }) => forms)) {
    const paths = pathsTo(form.fields, choice.type)
    if (paths.length > 0 && (await isInDocuments(db, form.key, paths, choice.value))) return true
  }
  return false
}

async function isInRecords(db: Db, resource: Resource, { type, value }: DictionaryChoice): Promise<boolean> {
  for (const { name, type: stored, field } of columnsOf(resource).values()) {
    if (field?.dict !== type) continue
    const holds = stored === 'texts' ? sql`${value} = any(${sql.ref(name)})` : sql`${sql.ref(name)} = ${value}`
    const { rows } = await sql<{ found: boolean }>`select exists (select from ${sql.table(resource.table)} where ${holds}) as found`
      .execute(db)
    if (rows[0]?.found) return true
  }
  return false
}

async function isInDocuments(db: Db, form: string, paths: readonly string[], value: string): Promise<boolean> {
  const holds = paths.map((path) => sql`jsonb_path_exists(value, ${path}::jsonpath, ${JSON.stringify({ wanted: value })}::jsonb)`)
  const { rows } = await sql<{ found: boolean }>`select exists (select from document where type = ${form} and (${
    sql.join(holds, sql` or `)
  })) as found`.execute(db)
  return rows[0]?.found === true
}

/** JSON paths at which documents of a form store values of a dictionary. Names come from declarations only, so they are safe in SQL. */
function pathsTo(fields: Fields, type: string, before = '$'): string[] {
  return Object.entries(fields).flatMap(([name, { dict, columns }]) => {
    const path = `${before}.${JSON.stringify(name)}`
    // the path filter also unwraps arrays of multiple choices
    return [...(dict === type ? [`${path} ? (@ == $wanted)`] : []), ...(columns ? pathsTo(columns, type, `${path}[*]`) : [])]
  })
}

const order = z.strictObject({ type: z.string().min(1).max(60), ids: z.array(z.string().min(1).max(64)).min(1).max(5000) })

/** Routes of dictionaries beyond the generic ones: reordering, and refreshing caches. */
export function dictionaryRoutes(app: FastifyInstance, host: Host): void {
  const routes = app.withTypeProvider<ZodTypeProvider>()

  routes.put('/system/dictData/sort', { config: { access: needs(canDictionary.edit), resource: dictionaryItem.name, repeats: 'once' },
    schema: { body: order } }, (request) =>
    unitOfWork(host, request, async ({ db: tx, caller, at }) => {
      const { type, ids } = request.body
      const rows = await tx.selectFrom('sys_dict_data').select('id').where('type', '=', type).where('del_flag', '=', 0).orderBy('sort')
        .orderBy('value').forUpdate().execute()
      const known = new Set(rows.map(({ id }) => id))
      // the order must list exactly the current items; one added meanwhile has no position in it
      if (new Set(ids).size !== known.size || ids.some((id) => !known.has(id))) throw new StateMoved(undefined, 'error.recordChanged')
      await sql`update sys_dict_data set sort = given.place - 1, version = version + 1, update_by = ${caller.id}, update_time = ${at}
        from unnest(${ids}::text[]) with ordinality as given (id, place) where sys_dict_data.id = given.id
          and sys_dict_data.sort <> given.place - 1`
        .execute(tx)
      request.audited = { id: type, before: { ids: rows.map(({ id }) => id) }, after: { ids } }
      return true
    }))

  /** Invalidates all cached dictionaries, on all instances and in all browsers. */
  routes.post('/system/dictType/refreshCache', {
    config: { access: needs(canDictionary.edit), resource: dictionaryType.name, repeats: 'harmless' },
    schema: { body: z.strictObject({}) },
  }, async () => {
    // a statement trigger increments the version, even if no row matches
    await sql`update sys_dict_type set version = version where false`.execute(host.db)
    return true
  })
}
