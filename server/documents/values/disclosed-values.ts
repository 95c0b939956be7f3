import { accessWithout, concealedPaths } from '#kernel/fields/confidential.ts'
import { type ColumnAccess, disclosedValue, type DisclosesDocuments, formSubject, narrower } from '#kernel/fields/disclosure.ts'
import type { FieldDefinition, Fields } from '#kernel/fields.ts'
import type { Form } from '#kernel/form.ts'
import { cellsWhere, counterpartsIn } from '#kernel/evaluate/cells.ts'
import { CopyOnWrite } from '#kernel/evaluate/filling/complete.ts'
import { fieldAt } from '#kernel/evaluate/path.ts'
import { isRow } from '#kernel/evaluate/rows.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { isMaskedText, maskedText } from '#kernel/values/masked-text.ts'
import type { FieldProblem } from '#kernel/errors.ts'
import type { DocumentState, Task } from '#approval/types.ts'
import type { DisplayStep } from '#server/extensions/document-extension.ts'
import type { Caller } from '#server/identity/caller.ts'
import { type DocumentHost, extensionsOf } from '../host.ts'

/** The initiator and the applicant of a document. */
interface DocumentOwners {
  readonly starter: string
  readonly applicant: string
}

/**
 * Returns whether a person sees full account numbers of a document, on screen and in print: its initiator, its applicant, and those who
 * pay it.
 */
const mayReadAccounts = ({ paidBy = [] }: Pick<Form, 'paidBy'>, { starter, applicant }: DocumentOwners,
  { id, roles }: Pick<Caller, 'id' | 'roles'>): boolean => [starter, applicant].includes(id) || paidBy.some((role) => roles.includes(role))

/** Paths of the fields with account numbers: `payeeLines.proceedsAccount`. */
export const accountPaths = (fields: Fields): string[] =>
  Object.entries(fields).flatMap((
    [key, { masked, columns = {} }],
  ) => [...(masked ? [key] : []), ...columnsOf(columns).map((column) => `${key}.${column}`)])

/**
 * Restores masked account numbers: where the client sends back only the last four digits of the stored number, the stored number is kept.
 */
export function withStoredAccounts(fields: Fields, before: FormValue, incoming: FormValue): FormValue {
  const [change, storedAt] = [new CopyOnWrite(incoming), counterpartsIn(before)]
  for (const cell of accountCells(fields, incoming)) {
    const stored = storedAt(cell)
    if (repeats(stored, cell.value)) change.write(cell.key, stored, cell.place)
  }
  return change.value
}

const accountCells = cellsWhere(({ masked }) => masked === true)

/** Problems of account numbers of which only the last four digits were sent. */
export function partialAccounts(fields: Fields, value: FormValue): FieldProblem[] {
  const partial = accountCells(fields, value).filter((cell) => isMaskedText(cell.value))
  return partial.map(({ path }) => ({ field: path, code: 'documents.partialAccount', level: 'block' }))
}

const columnsOf = (columns: Readonly<Record<string, FieldDefinition>> = {}): string[] =>
  Object.entries(columns).flatMap(([column, { masked }]) => (masked ? [column] : []))

const repeats = (before: unknown, sent: unknown): boolean => typeof before === 'string' && isMaskedText(sent) && maskedText(before) === sent

/** A reader's access to a field, by its path. */
export type Access = (path: string) => ColumnAccess

interface Disclosure {
  readonly form: Pick<Form, 'key' | 'fields' | 'paidBy'>
  readonly reader: DisclosesDocuments & Pick<Caller, 'id'>
  /** Absent while the document is being entered. */
  readonly document?: DocumentOwners | undefined
  /** The current form, for a document of an older version: fields that are confidential now are so in every document. */
  readonly today?: Pick<Form, 'fields'>
  /** Nodes at which the reader has or had a task. */
  readonly nodes?: readonly string[]
  /** Paths of the fields that the reader's task opens: these are always visible. */
  readonly open?: readonly string[]
}

const whole: Access = () => 'full'

/** A reader's access: none to confidential fields, for others as by {@link accessByRights}. */
export function accessIn(disclosure: Disclosure): Access {
  const { form, today = form, reader, document, nodes = [] } = disclosure
  const at = document && [document.starter, document.applicant].includes(reader.id) ? ['start', ...nodes] : nodes
  const concealed = new Set([form, today].flatMap(({ fields }) => [...concealedPaths(fields, { roles: reader.roles, nodes: at })]))
  return accessWithout(concealed, accessByRights(disclosure))
}

/** Nodes at which a person has or had a task. */
export const nodesOfPerson = ({ runs }: Pick<DocumentState, 'runs'>, person: string): readonly string[] =>
  runs.flatMap(({ tasks }) => tasks).filter((task) => task.person === person && hadTask.has(task.state)).map(({ node }) => node)

const hadTask: ReadonlySet<Task['state']> = new Set(['running', 'suspended', 'done'])

/**
 * Access by permissions: initiator and applicant see the whole document, others the columns of their roles, and account numbers masked to
 * the last four digits unless they pay.
 */
function accessByRights({ form, reader, document, open = [] }: Disclosure): Access {
  if (!document || [document.starter, document.applicant].includes(reader.id)) return whole
  const columns = reader.columns[formSubject(form.key)] ?? {}
  const accounts = mayReadAccounts(form, document, reader) ? 'full' : 'masked'
  const isOpen = (path: string) => open.some((each) => each === path || each.startsWith(`${path}.`))
  return (path) => {
    if (isOpen(path)) return 'full'
    const table = path.slice(0, Math.max(0, path.indexOf('.')))
    if (columns[table] === 'hidden') return 'hidden'
    const field = fieldAt(form.fields, path)
    return narrower(columns[path] ?? 'full', field?.masked && !isForRoleOf(reader, field) ? accounts : 'full')
  }
}

/** Returns whether a field is restricted to roles of which the reader has one: account numbers in it are not masked. */
const isForRoleOf = (reader: Disclosure['reader'], { visibleTo }: FieldDefinition): boolean =>
  visibleTo?.roles?.some((role) => reader.roles.includes(role)) ?? false

/**
 * Like `accessIn`, for the screen, where account numbers are masked for everybody except in fields that are `open` to the reader; those
 * who may read them in full can reveal them one by one.
 */
export const accessOnScreen =
  ({ form, access }: { readonly form: Pick<Form, 'fields'>; readonly access: Access }, open: readonly string[] = []): Access =>
  (
    path,
  ) => (fieldAt(form.fields, path)?.masked && !open.includes(path) ? narrower(access(path), 'masked') : access(path))

/** Paths withheld from a reader: `cost`, `items.cost`. */
export const withheldOf = ({ form, access }: { readonly form: Pick<Form, 'fields'>; readonly access: Access }): string[] =>
  Object.entries(form.fields).flatMap(([key, { columns = {} }]) =>
    access(key) === 'hidden' ? [key] : Object.keys(columns).map((column) => `${key}.${column}`).filter((path) => access(path) === 'hidden')
  )

/** A document's value as disclosed to its reader: without fields that modules or the columns of their roles withhold. */
export async function disclosedDocumentValue(host: DocumentHost, showing: Omit<DisplayStep, 'departments'>,
  access: Access): Promise<FormValue> {
  let { value } = showing
  for (const extension of extensionsOf(host, showing.form))
    value = { ...value, ...(await extension.disclosed?.({ ...showing, departments: host.departments, value })) }
  return access === whole ? value : disclosedValue(value, access)
}

/** A changed field, or an added or removed row, as disclosed to a reader. */
export function disclosedDifference<Change extends { readonly field: string; readonly before: unknown; readonly after: unknown }>(
  change: Change,
  access: Access,
): Change {
  const { field } = change
  const of = (
    inner: unknown,
  ) => (isRow(inner)
    ? disclosedValue(inner, access, `${field}.`)
    : (disclosedValue({ [field]: inner } as FormValue, access)[field] ?? null))
  return access === whole ? change : { ...change, before: of(change.before), after: of(change.after) }
}

/** Changes as disclosed to a reader: `items.{rowId}.amount` belongs to `items.amount`, `items` to all columns. */
export function disclosedChanges<Change extends { readonly field: string; readonly before: unknown; readonly after: unknown }>(
  changes: readonly Change[],
  access: Access,
): readonly Change[] {
  if (access === whole) return changes
  return changes.flatMap((change) => {
    const path = change.field.split('.')
    const name = path.length > 2 ? `${path[0]}.${path.at(-1)}` : change.field
    const of = (inner: unknown) => disclosedValue({ [name]: inner } as FormValue, access)[name] ?? null
    return access(name) === 'hidden' ? [] : [{ ...change, before: of(change.before), after: of(change.after) }]
  })
}
