import { type FieldProblem } from '../../src/kernel/errors.ts'
import type { FieldDefinition, Fields } from '../../src/kernel/fields.ts'
import { rowsAt } from '../../src/kernel/evaluate/rows.ts'
import type { Form } from '../../src/kernel/form.ts'
import type { FormValue } from '../../src/kernel/value.ts'
import type { Db } from '../database/tables.ts'
import { readable, type Reader } from './scope.ts'

/** A document that another one names. */
interface Link {
  readonly field: string
  readonly definition: FieldDefinition
  readonly target: string
}

/** Every file that a value names, of the header and of the rows. */
export function attachmentsOf(fields: Fields, value: FormValue): string[] {
  return Object.entries(fields).flatMap(([key, field]) => {
    if (field.kind === 'attachment') return idsIn(value[key])
    return field.kind === 'table' ? rowsAt(value, key).flatMap((row) => attachmentsOf(field.columns ?? {}, row)) : []
  })
}

/** Every document that a value names, of the header and of the rows; the value may not have been checked yet. */
function linksOf({ fields }: Form, value: FormValue): Link[] {
  return Object.entries(fields).flatMap(([key, definition]) => [
    ...linksAt(key, definition, value[key]),
    ...rowsAt(value, key).flatMap((row, index) =>
      Object.entries(definition.columns ?? {}).flatMap(([column, field]) => linksAt(`${key}.${index}.${column}`, field, row[column]))),
  ])
}

const linksAt = (field: string, definition: FieldDefinition, inner: unknown): Link[] =>
  definition.kind === 'documentLink' ? idsIn(inner).map((target) => ({ field, definition, target })) : []

const idsIn = (value: unknown): string[] => (Array.isArray(value) ? value : [value]).filter((id): id is string => typeof id === 'string' && id !== '')

/** Holds the documents that a value binds until the transaction ends, so that none is revoked, or bound by another, meanwhile. */
export async function lockBound(db: Db, form: Form, value: FormValue): Promise<void> {
  const targets = linksOf(form, value).filter(({ definition }) => definition.binds ?? true).map(({ target }) => target)
  if (targets.length > 0) await db.selectFrom('document').select('id').where('id', 'in', targets).orderBy('id').forUpdate().execute()
}

/** What stands against the links of a value: a document that cannot be read, is of another type, in another state, or the very `document` that is changed. */
export async function linkProblems(db: Db, form: Form, value: FormValue, reader: Reader & { readonly document?: string }): Promise<FieldProblem[]> {
  const links = linksOf(form, value)
  if (links.length === 0) return []
  const rows = await db
    .selectFrom('document')
    .select(['id', 'number', 'type', 'state', 'starter', 'applicant'])
    .where('id', 'in', links.map(({ target }) => target))
    .where(readable(reader))
    .execute()
  const found = new Map(rows.map((row) => [row.id, row]))
  return links.flatMap(({ field, definition, target }): FieldProblem[] => {
    const row = found.get(target)
    if (!row || target === reader.document || !isLinkable(definition, row, reader)) return [{ field, code: 'documents.linkUnknown' }]
    const states: readonly string[] = definition.linkStates ?? ['completed']
    return states.includes(row.state) ? [] : [{ field, code: 'documents.linkState', parameters: { businessNo: row.number } }]
  })
}

const isLinkable = ({ links, own }: FieldDefinition, { type, starter, applicant }: { type: string; starter: string; applicant: string }, { id }: Reader) =>
  accepts(links, type) && (!own || [starter, applicant].includes(id))

const accepts = (types: readonly string[] | undefined, type: string) => !types?.length || types.includes(type)

/** Replaces the stored links of a document with those of its value. */
export async function writeLinks(db: Db, owner: string, form: Form, value: FormValue): Promise<void> {
  await db.deleteFrom('document_link').where('owner', '=', owner).execute()
  const rows = linksOf(form, value).map(({ field, definition, target }) => ({
    owner, target, field: field.replace(/\.\d+\./, '.'), binds: definition.binds ?? true,
  }))
  if (rows.length > 0) await db.insertInto('document_link').values(rows).onConflict((conflict) => conflict.doNothing()).execute()
}
