import type { FieldProblem } from '#kernel/errors.ts'
import type { FormFacts } from '#kernel/facts.ts'
import type { FieldDefinition, Fields } from '#kernel/fields.ts'
import { cellsWhere } from '#kernel/evaluate/cells.ts'
import { fieldAt } from '#kernel/evaluate/path.ts'
import type { Form } from '#kernel/form.ts'
import { moneyText, sumMoney } from '#kernel/values/money.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { Db } from '#server/database/tables.ts'
import { type ConsumptionLine, consumptionLines, consumptionProblems } from './consumption.ts'
import { readable, type DocumentReader } from '../visibility/scope.ts'

/** A link to another document. */
interface Link {
  readonly field: string
  readonly definition: FieldDefinition
  readonly target: string
}

const fileCells = cellsWhere(({ kind }) => kind === 'attachment')
const linkCells = cellsWhere(({ kind }) => kind === 'documentLink')

/** Every file in a value, in header and rows. */
export const attachmentsOf = (fields: Fields, value: FormValue): string[] => fileCells(fields, value).flatMap((cell) => idsIn(cell.value))

/** Every linked document of a value, in header and rows; the value may be unvalidated. */
const linksOf = ({ fields }: Form, value: FormValue): Link[] =>
  linkCells(fields, value).flatMap((cell) => idsIn(cell.value).map((target) => ({ field: cell.path, definition: cell.field, target })))

const idsIn = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((id): id is string => typeof id === 'string' && id !== '')

/** Locks the documents that a value binds until the end of the transaction, so that none is revoked or bound by another one meanwhile. */
export async function lockBound(db: Db, form: Form, value: FormValue): Promise<void> {
  const targets = linksOf(form, value).filter(({ definition }) => definition.binds ?? true).map(({ target }) => target)
  if (targets.length > 0) await db.selectFrom('document').select('id').where('id', 'in', targets).orderBy('id').forUpdate().execute()
}

/** The reader who links, and the linking document. */
interface LinkingReader extends DocumentReader {
  /** The document that is changed. */
  readonly document?: string
  readonly forms: ReadonlyMap<string, Form>
}

/**
 * Finds the problems of the links of a value: unreadable documents, a wrong type or state, links to itself, and circular links to
 * `document`.
 */
export async function linkProblems(db: Db, form: Form, value: FormValue, reader: LinkingReader): Promise<FieldProblem[]> {
  const links = linksOf(form, value)
  if (links.length === 0) return []
  const rows = await db
    .selectFrom('document')
    .select(['id', 'number', 'type', 'state', 'starter', 'applicant'])
    .where('id', 'in', links.map(({ target }) => target))
    .where(readable(reader))
    .execute()
  const found = new Map(rows.map((row) => [row.id, row]))
  const linkingBack = await ownersLinking(db, links, reader)
  return links.flatMap(({ field, definition, target }): FieldProblem[] => {
    const row = found.get(target)
    if (target === reader.document) return [{ field, code: 'documents.linkMutual' }]
    if (!row || !isLinkable(definition, row, reader)) return [{ field, code: 'documents.linkUnknown' }]
    if (!definition.system && linkingBack.has(target)) return [{ field, code: 'documents.linkMutual' }]
    const states: readonly string[] = definition.linkStates ?? ['completed']
    return states.includes(row.state) ? [] : [{ field, code: 'documents.linkState', parameters: { businessNo: row.number } }]
  })
}

/** The linked documents that link back to the changed one; links that a form fills in by itself do not count. */
async function ownersLinking(db: Db, links: readonly Link[], { document, forms }: LinkingReader): Promise<ReadonlySet<string>> {
  if (document === undefined) return new Set()
  const rows = await db.selectFrom('document_link').innerJoin('document', 'document.id', 'document_link.owner').select([
    'document_link.owner',
    'document_link.field',
    'document.type',
  ])
    .where('document_link.owner', 'in', links.map(({ target }) => target)).where('document_link.target', '=', document).execute()
  return new Set(rows.filter(({ field, type }) => !fieldAt(forms.get(type)?.fields ?? {}, field)?.system).map(({ owner }) => owner))
}

const isLinkable = ({ links, own }: FieldDefinition, { type, starter, applicant }: { type: string; starter: string; applicant: string },
  { id }: DocumentReader) => accepts(links, type) && (!own || [starter, applicant].includes(id))

const accepts = (types: readonly string[] | undefined, type: string) => !types?.length || types.includes(type)

/**
 * Finds the problems of links and consumption of a value whose documents are locked. `known` are earlier links, which the reader need not
 * be able to read.
 */
export async function bindingProblems(db: Db, { form, value, facts }: LinkInput,
  reader: LinkingReader & { readonly known?: ReadonlySet<string> }): Promise<FieldProblem[]> {
  const wrong = (await linkProblems(db, form, value, reader)).filter(({ field }) => !isKnown(form, value, field, reader.known))
  return [...wrong, ...(await consumptionProblems(db, consumptionLines(form, value, facts), reader.document))]
}

/** A value with the facts of its evaluation. */
export interface LinkInput {
  readonly form: Form
  readonly value: FormValue
  readonly facts: FormFacts
}

function isKnown(form: Form, value: FormValue, field: string, known: ReadonlySet<string> = new Set()): boolean {
  const targets = linksOf(form, value).filter((link) => link.field === field).map(({ target }) => target)
  return targets.every((target) => known.has(target))
}

/** The documents to which a value links. */
export const targetsOf = (form: Form, value: FormValue): ReadonlySet<string> => new Set(linksOf(form, value).map(({ target }) => target))

/** Replaces the stored links of a document with those of its value; skips the deletion for a new document. */
export async function writeLinks(db: Db, owner: string, linking: LinkInput,
  { isNew = false }: { readonly isNew?: boolean } = {}): Promise<void> {
  if (!isNew) await db.deleteFrom('document_link').where('owner', '=', owner).execute()
  const rows = linkRows(linking).map((row) => ({ owner, ...row }))
  if (rows.length > 0) await db.insertInto('document_link').values(rows).execute()
}

/** The links to store: each document once per field, with the total consumption. */
export function linkRows({ form, value, facts }: LinkInput) {
  const lines = consumptionLines(form, value, facts)
  const rows = new Map<string, { target: string; field: string; binds: boolean; claims: boolean; claimed: string | null }>()
  for (const { field: place, definition, target } of linksOf(form, value)) {
    const field = place.replace(/\.\d+\./, '.')
    const isConsumed = definition.claim !== undefined
    rows.set(`${field} ${target}`, { target, field, binds: definition.binds ?? true, claims: isConsumed, claimed: isConsumed
      ? consumedOf(lines.filter((line) => line.link === field && line.target === target))
      : null })
  }
  return [...rows.values()]
}

/** Null: the whole of it. */
function consumedOf(lines: readonly ConsumptionLine[]): string | null {
  if (lines.some(({ amount }) => amount === null)) return null
  return moneyText(sumMoney(lines.map(({ amount }) => amount)))
}
