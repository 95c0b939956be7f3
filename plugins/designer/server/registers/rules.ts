import './tables.ts'
import { sql, type SqlBool } from 'kysely'
import { Refused } from '#kernel/errors.ts'
import type { Plugin } from '#kernel/plugin.ts'
import { recordKindOf } from '#kernel/record-kinds.ts'
import type { Resource } from '#kernel/resource.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { Db } from '#server/database/tables.ts'
import type { RecordRules, RecordStep } from '#server/resources/rules.ts'
import { registersIn } from '../../registers/register.ts'
import type { RecordUse } from '../../registers/wire.ts'
import { keepRegister } from './designs.ts'
import { half, recordUses } from './uses.ts'

/** The rules of registers, and of shipped records that registers refer to: those cannot be deleted meanwhile. */
export function registerRules(plugins: readonly Plugin[]): Readonly<Record<string, RecordRules>> {
  const registers = registersIn(plugins)
  const referred = new Set(registers.flatMap(({ fields }) => Object.values(fields).flatMap((field) => recordKindOf(field) ?? [])))
  const shipped = plugins.flatMap(({ resources }) => resources)
    .filter(({ designed, offers, can }) => !designed && can.delete !== undefined && offers !== undefined && referred.has(offers))
  const registered = [...registers.map((resource) => [resource.name, rulesOf(resource, plugins)] as const),
    ...shipped.map(({ name, offers = name }) => [name, { inUse: inUseBy(registerPlugins(plugins), offers) }] as const)]
  return Object.fromEntries(registered)
}

/** The modules reduced to their registers; shipped records have rules of their own modules. */
const registerPlugins = (plugins: readonly Plugin[]): readonly Plugin[] =>
  plugins.map((plugin) => ({ ...plugin, forms: [], resources: plugin.resources.filter(({ designed }) => designed) }))

const rulesOf = (resource: Resource, plugins: readonly Plugin[]): RecordRules => ({
  prepare: async (step) => {
    if (!step.before && resource.designed) await keepRegister(step.db, resource.designed.page)
    await holdReferences(step, resource, registersIn(plugins))
    return {}
  },
  afterWrite: (step, change) => note(step, resource, change),
  inUse: inUseBy(plugins, resource.name),
  // forms cannot refer to a stopped register
  ...(resource.can.add === undefined && { narrow: () => sql<SqlBool>`false` }),
})

/** Refuses in a sentence that names what refers to the record. */
const inUseBy = (plugins: readonly Plugin[], name: string) => async (db: Db, id: string): Promise<boolean> => {
  const uses = await recordUses(db, plugins, { name }, id)
  if (uses.length > 0) throw new Refused('designer.register.recordUsed', { what: wordsOf(uses) })
  return false
}

/** "3 份“访客通行证”、2 条“钥匙柜”/3 documents of “Visitor pass”, 2 records of “Keys”" */
function wordsOf(uses: readonly RecordUse[]): string {
  const cn = uses.map(({ kind, cn: name, count }) => `${count}${kind === 'form' ? '份' : '条'}“${half(name)}”`)
  const en = uses.map(({ kind, en: name, count }) =>
    `${count} ${kind === 'form' ? (count === 1 ? 'document' : 'documents') : count === 1 ? 'record' : 'records'} of “${name}”`
  )
  return `${cn.join('、')}/${en.join(', ')}`
}

/**
 * Holds the records of registers that a record refers to until the transaction ends, so that none of them is deleted meanwhile.
 * @throws Refused at a reference that is new and leads to a deleted record
 */
async function holdReferences({ db, value, before }: RecordStep, { fields }: Resource, registers: readonly Resource[]): Promise<void> {
  for (const [key, field] of Object.entries(fields)) {
    const target = registers.find(({ name }) => name === recordKindOf(field))
    const then = new Set(idsIn(before?.[key]))
    const ids = idsIn(value[key]).filter((id) => !then.has(id))
    if (!target || ids.length === 0) continue
    const { rows } = await sql<{ id: string }>`select id from ${sql.table(target.table)}
      where id = any(${ids.toSorted()}::text[]) and del_flag = 0 order by id for key share`.execute(db)
    if (rows.length < ids.length) throw new Refused('error.invalidInput', {}, [{ field: key, code: 'error.field.choice' }])
  }
}

const idsIn = (value: unknown): string[] => [...new Set([value].flat().filter((id): id is string => typeof id === 'string' && id !== ''))]

/** Adds a line to the history of a record; no-op where nothing changed. */
async function note({ db, id, value, before, by, at }: RecordStep, { table, fields }: Resource,
  change: 'written' | 'deleted'): Promise<void> {
  const [then, now] = change === 'deleted' ? [value, {}] : [before ?? {}, value]
  const changed = Object.keys(fields).filter((key) => !isSame(then[key], now[key]))
  if (changed.length === 0 && before && change === 'written') return
  const part = (of: FormValue) =>
    JSON.stringify(Object.fromEntries(changed.filter((key) => !isEmpty(of[key])).map((key) => [key, of[key]])))
  await db.insertInto('register_record_change').values({ register: table, record: id,
    action: change === 'deleted' ? 'deleted' : before ? 'edited' : 'added', design_version: null, by, at, before: part(then),
    after: part(now) }).execute()
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

const isSame = (one: unknown, other: unknown): boolean =>
  (isEmpty(one) && isEmpty(other)) || JSON.stringify(trimmed(one)) === JSON.stringify(trimmed(other))

/** The value as stored, without surrounding blanks. */
const trimmed = (value: unknown): unknown => (typeof value === 'string' ? value.trim() : value)
