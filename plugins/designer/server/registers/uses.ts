import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { Refused } from '#kernel/errors.ts'
import type { FieldDefinition, Fields } from '#kernel/fields.ts'
import { listPath } from '#kernel/form.ts'
import type { Plugin } from '#kernel/plugin.ts'
import { recordKindOf } from '#kernel/record-kinds.ts'
import type { Resource } from '#kernel/resource.ts'
import type { Label } from '#kernel/wording/label.ts'
import type { Db } from '#server/database/tables.ts'
import { hasAttribute } from '#server/extensions/name-uses.ts'
import { columnsOf } from '#server/resources/columns.ts'
import { designLabel, matchingDesigns } from '../name-uses.ts'
import { registerName } from '../../registers/register.ts'
import type { RecordUse, RegisterUse } from '../../registers/wire.ts'

/** A field or column that names records under one name. */
interface Reference {
  readonly key: string
  readonly column?: string
  readonly field: FieldDefinition
}

/** The fields and columns that name records of a resource. */
function referencesTo(fields: Fields, name: string): readonly Reference[] {
  return Object.entries(fields).flatMap(([key, field]) => [
    ...(recordKindOf(field) === name ? [{ key, field }] : []),
    ...Object.entries(field.columns ?? {}).flatMap(([column, cell]) => (recordKindOf(cell) === name ? [{ key, column, field: cell }] : [])),
  ])
}

/** The forms and registers that refer to a register. */
export function usesOf(plugins: readonly Plugin[], page: string): readonly RegisterUse[] {
  const name = registerName(page)
  return plugins.flatMap(({ forms, resources }) => [
    ...forms.flatMap((form) =>
      referencesTo(form.fields, name).map(({ field }): RegisterUse => ({ kind: 'form', key: form.key, cn: form.cn, en: form.en,
        field: labelOf(field), path: listPath(form) })
      )
    ),
    ...resources.filter((resource) => resource.name !== name).flatMap((resource) =>
      referencesTo(resource.fields, name).map(({ field }): RegisterUse => ({ kind: 'register',
        key: resource.designed?.page ?? resource.name, cn: resource.cn, en: resource.en, field: labelOf(field), path: resource.path })
      )
    ),
  ])
}

const labelOf = ({ cn, en }: Label): Label => ({ cn, en })

/**
 * Drafts that refer to a register, and what refers to it in force; read from the database, since another process may have published it.
 */
async function designsReferring(db: Db, page: string): Promise<readonly Label[]> {
  const name = registerName(page)
  const matches = (content: unknown) => hasAttribute(content, target, name)
  const [forms, registers] = [await matchingDesigns(db, 'form', name, matches), await matchingDesigns(db, 'register', name, matches)]
  return [...forms, ...registers.filter((register) => register.page !== page)].map(designLabel)
}

/** The attribute of fields that names the records they refer to. */
const target = new Set(['to'])

/** @throws Refused that names the forms and registers that refer to it, drafts included */
export async function demandUnused(db: Db, plugins: readonly Plugin[], page: string): Promise<void> {
  const uses: readonly Label[] = [...usesOf(plugins, page), ...await designsReferring(db, page)]
  if (uses.length > 0) throw new Refused('designer.register.referred', { what: namesOf(uses) })
}

/** The first slash parts the languages, so a name's own becomes its full-width form. */
export const half = (name: string): string => name.replaceAll('/', '／')

/** "“访客通行证”、“钥匙柜”/“Visitor pass”, “Keys”" */
const namesOf = (uses: readonly Label[]): string => {
  const each = [...new Map(uses.map((use) => [use.cn, use])).values()]
  return `${each.map(({ cn }) => `“${half(cn)}”`).join('、')}/${each.map(({ en }) => `“${en}”`).join(', ')}`
}

/** Finds the documents of forms, and the records of resources that are not deleted, that refer to a record now. */
export async function recordUses(db: Db, plugins: readonly Plugin[], { name }: Pick<Resource, 'name'>,
  id: string): Promise<readonly RecordUse[]> {
  const uses: RecordUse[] = []
  for (const form of plugins.flatMap(({ forms }) => forms)) {
    const conditions = referencesTo(form.fields, name).map((reference) =>
      sql<SqlBool>`value @> ${JSON.stringify(containing(reference, id))}::jsonb`
    )
    const count = await counted(db, sql`document where type = ${form.key}`, conditions)
    if (count > 0) uses.push({ kind: 'form', cn: form.cn, en: form.en, count, path: listPath(form) })
  }
  for (const other of plugins.flatMap(({ resources }) => resources)) {
    const conditions = referencesTo(other.fields, name).flatMap((reference) => stored(other, reference, id))
    const count = await counted(db, sql`${sql.table(other.table)} where del_flag = 0`, conditions)
    if (count > 0) uses.push({ kind: 'register', cn: other.cn, en: other.en, count, path: other.path })
  }
  return uses
}

/** Counts the rows that satisfy any of the conditions; 0 without conditions. */
async function counted(db: Db, rows: RawBuilder<unknown>, conditions: readonly RawBuilder<SqlBool>[]): Promise<number> {
  if (conditions.length === 0) return 0
  const { rows: [found] } = await sql<{ count: string }>`select count(*) as count from ${rows} and (${sql.join(conditions, sql` or `)})`
    .execute(db)
  return Number(found?.count)
}

/** A part of a value that names the record: contained in the value of each document that refers to it so. */
const containing = (reference: Reference, id: string): object => ({ [reference.key]: heldBy(reference, id) })

/** The same of the value of the field alone. */
function heldBy({ column, field }: Reference, id: string): unknown {
  const held = field.kind === 'reference' ? id : [id]
  return column === undefined ? held : [{ [column]: held }]
}

function stored(resource: Resource, reference: Reference, id: string): RawBuilder<SqlBool>[] {
  const column = resource.derived?.includes(reference.key) ? undefined : columnsOf(resource).get(reference.key)
  if (!column) return []
  if (column.type === 'json') return [sql<SqlBool>`${sql.ref(column.name)} @> ${JSON.stringify(heldBy(reference, id))}::jsonb`]
  return [
    column.type === 'texts' ? sql<SqlBool>`${sql.ref(column.name)} @> ${[id]}::text[]` : sql<SqlBool>`${sql.ref(column.name)} = ${id}`,
  ]
}
