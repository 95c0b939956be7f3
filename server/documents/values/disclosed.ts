import { type ColumnAccess, type Discloses, formSubject, narrower, disclosedValue } from '#kernel/disclosure.ts'
import type { Form } from '#kernel/form.ts'
import { fieldAt } from '#kernel/evaluate/path.ts'
import { isRow } from '#kernel/evaluate/rows.ts'
import type { FormValue } from '#kernel/value.ts'
import type { Showing } from '#server/document-extension.ts'
import type { Caller } from '#server/identity/caller.ts'
import { mayReadAccounts, type Owned } from './account-numbers.ts'
import { type DocumentHost, extensionsOf } from '../host.ts'

/** What a reader is shown of a field, by its path. */
export type Access = (path: string) => ColumnAccess

interface Disclosure {
  readonly form: Pick<Form, 'key' | 'fields' | 'paidBy'>
  readonly reader: Discloses & Pick<Caller, 'id' | 'roles'>
  /** Absent while the document is written. */
  readonly document?: Owned | undefined
  /** Paths of the fields that the reader's own task leaves open: what somebody has to fill in they are shown. */
  readonly open?: readonly string[]
}

const whole: Access = () => 'full'

/** Starter and applicant are shown the whole of their document; others what the columns of their roles say, and of account numbers the last four digits unless they pay. */
export function accessIn({ form, reader, document, open = [] }: Disclosure): Access {
  if (!document || [document.starter, document.applicant].includes(reader.id)) return whole
  const columns = reader.columns[formSubject(form.key)] ?? {}
  const accounts = mayReadAccounts(form, document, reader) ? 'full' : 'masked'
  const isOpen = (path: string) => open.some((each) => each === path || each.startsWith(`${path}.`))
  return (path) => {
    if (isOpen(path)) return 'full'
    const table = path.slice(0, Math.max(0, path.indexOf('.')))
    if (columns[table] === 'hidden') return 'hidden'
    return narrower(columns[path] ?? 'full', fieldAt(form.fields, path)?.masked ? accounts : 'full')
  }
}

/** A document's value as its reader is shown it: without what modules, and the columns of their roles, keep from them. */
export async function disclosedDocumentValue(host: DocumentHost, showing: Omit<Showing, 'departments'>, access: Access): Promise<FormValue> {
  let { value } = showing
  for (const extension of extensionsOf(host, showing.form)) value = { ...value, ...(await extension.disclosed?.({ ...showing, departments: host.departments, value })) }
  return access === whole ? value : disclosedValue(value, access)
}

/** A field that differs, or a row of a table that came or went, as a reader is shown it. */
export function disclosedDifference<Change extends { readonly field: string; readonly before: unknown; readonly after: unknown }>(change: Change, access: Access): Change {
  const { field } = change
  const of = (inner: unknown) => (isRow(inner) ? disclosedValue(inner, access, `${field}.`) : (disclosedValue({ [field]: inner } as FormValue, access)[field] ?? null))
  return access === whole ? change : { ...change, before: of(change.before), after: of(change.after) }
}

/** Changes of fields as a reader is shown them: `items.{rowId}.amount` is about `items.amount`, `items` about all its columns. */
export function disclosedChanges<Change extends { readonly field: string; readonly before: unknown; readonly after: unknown }>(changes: readonly Change[], access: Access): readonly Change[] {
  if (access === whole) return changes
  return changes.flatMap((change) => {
    const path = change.field.split('.')
    const name = path.length > 2 ? `${path[0]}.${path.at(-1)}` : change.field
    const of = (inner: unknown) => disclosedValue({ [name]: inner } as FormValue, access)[name] ?? null
    return access(name) === 'hidden' ? [] : [{ ...change, before: of(change.before), after: of(change.after) }]
  })
}
