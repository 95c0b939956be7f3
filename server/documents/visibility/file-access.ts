import { editableFields } from '#kernel/evaluate/access/editable.ts'
import { fieldAt } from '#kernel/evaluate/path.ts'
import { rowsAt } from '#kernel/evaluate/rows.ts'
import type { Fields } from '#kernel/fields.ts'
import { confidentialPaths } from '#kernel/fields/confidential.ts'
import { formSubject } from '#kernel/fields/disclosure.ts'
import type { Form } from '#kernel/form.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { Db } from '#server/database/tables.ts'
import type { Host } from '#server/host.ts'
import type { Caller } from '#server/identity/caller.ts'
import { listsByKey } from '#server/identity/lists-by-key.ts'
import { historyOf } from '../store/history.ts'
import { filesOf } from '../timeline/record.ts'
import { type Access, accessIn, nodesOfPerson } from '../values/disclosed-values.ts'

/** A file with the document that it belongs to. */
interface DocumentFile {
  readonly id: string
  readonly document: string | null
}

/** The files of a value in fields that the reader may not see, unless a visible field has them too. */
export function withheldFilesOf(fields: Fields, value: FormValue, access: Access): ReadonlySet<string> {
  const isOpen = (path: string) => ['full', 'readOnly'].includes(access(path))
  const filesWhere = (wanted: boolean) =>
    filePaths(fields).filter((path) => isOpen(path) === wanted).flatMap((path) => filesAt(value, path))
  const open = new Set(filesWhere(true))
  return new Set(filesWhere(false).filter((file) => !open.has(file)))
}

/**
 * Ids of files in fields that the caller may not see. Where some files of a document are withheld, the caller sees only files currently
 * in visible fields and files of the history: of a file removed from a field it is unknown whether the field was visible.
 */
export async function withheldDocumentFiles(host: Pick<Host, 'definitions' | 'plugins'>, db: Db, caller: Caller,
  files: readonly DocumentFile[]): Promise<ReadonlySet<string>> {
  const held = listsByKey(files.flatMap(({ id, document }) => (document === null ? [] : [[document, id] as const])))
  const withheld = await Promise.all((await guarded(host, db, caller, [...held.keys()])).map(async (document) => {
    const { value, process, starter, applicant } = await db.selectFrom('document').select(['value', 'process', 'starter', 'applicant'])
      .where('id', '=', document.id).executeTakeFirstOrThrow()
    const { form, today } = document
    const own = process.runs.flatMap(({ tasks }) => tasks).filter(({ person, state }) => person === caller.id && state === 'running')
    const paths = filePaths(form.fields)
    const access = accessIn({ form, today, reader: caller, document: { starter, applicant }, nodes: nodesOfPerson(process, caller.id),
      open: own.flatMap(({ node }) => paths.filter(editableFields(form, node))) })
    if (paths.every((path) => ['full', 'readOnly'].includes(access(path)))) return []
    const closed = withheldFilesOf(form.fields, value, access)
    const shown = new Set([...paths.flatMap((path) => filesAt(value, path)), ...(await filesOfHistory(db, document.id))])
    return (held.get(document.id) ?? []).filter((id) => closed.has(id) || !shown.has(id))
  }))
  return new Set(withheld.flat())
}

/** The documents with file fields that may be withheld from the caller. */
async function guarded({ definitions, plugins }: Pick<Host, 'definitions' | 'plugins'>, db: Db, { columns }: Caller,
  ids: readonly string[]): Promise<readonly { readonly id: string; readonly form: Form; readonly today: Form | undefined }[]> {
  if (ids.length === 0) return []
  const forms = new Map(plugins.flatMap((plugin) => plugin.forms).map((form) => [form.key, form]))
  const rows = await db.selectFrom('document').select(['id', 'type', 'form', 'flow']).where('id', 'in', [...ids]).execute()
  const all = await Promise.all(
    rows.map(async (row) => ({ id: row.id, type: row.type, today: forms.get(row.type), form: (await definitions.of(db, row)).form })),
  )
  return all.filter(({ type, form, today }) =>
    filePaths(form.fields).length > 0 &&
    (columns[formSubject(type)] !== undefined || [form, today].some((each) => each && concealsFiles(each.fields)))
  )
}

const concealsFiles = (fields: Fields): boolean => filePaths(fields).some((path) => confidentialPaths(fields).has(path))

/** Paths of fields and columns with files: `attachmentList`, `items.files`. */
const filePaths = (fields: Fields): readonly string[] =>
  Object.entries(fields).flatMap(([key, { kind, columns = {} }]) =>
    kind === 'attachment'
      ? [key]
      : Object.keys(columns).map((column) => `${key}.${column}`).filter((path) => fieldAt(fields, path)?.kind === 'attachment')
  )

function filesAt(value: FormValue, path: string): readonly string[] {
  const [key = '', column] = path.split('.')
  const held = column === undefined ? [value[key]] : rowsAt(value, key).map((row) => row[column])
  return held.flat().filter((id): id is string => typeof id === 'string')
}

/** Files of a document's decisions and comments. */
const filesOfHistory = async (db: Db, document: string): Promise<readonly string[]> =>
  (await historyOf(db, document)).flatMap(({ event }) => filesOf(event))
