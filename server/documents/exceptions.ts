import type { ExceptionOnPage } from '#approval/wire/filed-document.ts'
import { Refused } from '#kernel/errors.ts'
import type { Form } from '#kernel/form.ts'
import type { FindText } from '#kernel/wording/translate.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { Db } from '#server/database/tables.ts'
import type { DocumentException, DocumentExtension } from '#server/extensions/document-extension.ts'
import { extensionsOf, type DocumentHost } from './host.ts'
import type { Access } from './values/disclosed-values.ts'

/** A document to examine; `shown` is its value as disclosed to the reader. */
interface ExaminedDocument {
  readonly id: string
  readonly form: Form
  readonly value: FormValue
  readonly shown?: FormValue
}

interface KeyedException extends DocumentException {
  readonly key: string
}

/**
 * Exceptions by document id, the gravest first, each with a key; documents without any are left out. Each extension is called once with
 * all of its documents.
 */
export async function exceptionsOf({ host, db }: { host: DocumentHost; db: Db },
  documents: readonly ExaminedDocument[]): Promise<ReadonlyMap<string, readonly KeyedException[]>> {
  const { plugins, references } = host
  const asked = new Map<DocumentExtension, ExaminedDocument[]>()
  for (const document of documents)
    for (const extension of extensionsOf(host, document.form).filter(({ exceptions }) => exceptions))
      asked.set(extension, [...(asked.get(extension) ?? []), document])
  const answers = await Promise.all(
    [...asked].map(([extension, own]) =>
      extension.exceptions?.({ plugins, references, db, documents: own.map((each) => ({ shown: each.value, ...each })) })
    ),
  )
  const found = documents.map(({ id }) => [id, keyed(answers.flatMap((answer) => answer?.get(id) ?? []))] as const)
  return new Map(found.filter(([, exceptions]) => exceptions.length > 0))
}

/** Returns whether a document of the form can have exceptions. */
export const hasExceptions = (host: DocumentHost, form: Form): boolean =>
  extensionsOf(host, form).some(({ exceptions }) => exceptions !== undefined)

/**
 * Sorts by order, then by row, and adds keys. A key consists of order, field and row, so that it does not disclose the exception itself.
 */
function keyed(exceptions: readonly DocumentException[]): readonly KeyedException[] {
  const seen = new Map<string, number>()
  return exceptions.toSorted((one, other) => one.order - other.order || (one.row?.place ?? 0) - (other.row?.place ?? 0)).map((each) => {
    const base = [each.order, each.field, each.row?.id ?? each.row?.place ?? ''].join('|')
    const nth = seen.get(base) ?? 0
    seen.set(base, nth + 1)
    return { ...each, key: nth === 0 ? base : `${base}|${nth}` }
  })
}

interface ExceptionReader {
  readonly host: DocumentHost
  readonly db: Db
  /** Finds the texts of all modules. */
  readonly find: FindText
}

/** The exceptions of a document as shown to its reader. An exception that depends on a hidden field is shown without its content. */
export async function shownExceptions({ host, db, find }: ExceptionReader,
  document: ExaminedDocument & { readonly access: Access }
): Promise<
  readonly ExceptionOnPage[]
> {
  const found = await exceptionsOf({ host, db }, [document])
  return exceptionsOnPage(found.get(document.id) ?? [], { access: document.access, find })
}

/** Like `shownExceptions`, of exceptions that were read already. */
export const exceptionsOnPage = (exceptions: readonly KeyedException[],
  { access, find }: { readonly access: Access; readonly find: FindText }): readonly ExceptionOnPage[] =>
  exceptions.map((exception) => {
    const { key, field, reads = [], row } = exception
    const isShown = [field, ...reads].every((path) => access(path) === 'full')
    return { key, field, row: row ? { id: row.id ?? null, place: row.place } : null,
      ...wordsOf(isShown ? exception : { code: 'documents.exceptionConcealed' }, find) }
  })

function wordsOf(
  { code, detail, params, row, explanation = '' }: Pick<DocumentException, 'code' | 'detail' | 'params' | 'row' | 'explanation'>,
  find: FindText,
): Pick<ExceptionOnPage, 'text' | 'detail' | 'explanation'> {
  const blanks = { ...params, ...(row && { place: row.place }) }
  const said = (text: string) => ({ cn: find(text, blanks, 'cn') ?? text, en: find(text, blanks, 'en') ?? text })
  return { text: said(code), detail: detail === undefined ? null : said(detail), explanation: explanation.trim() || null }
}

/**
 * Refuses to pass a document with exceptions that the approver has not looked at. A batch pass sends no keys, so it is refused for any
 * exception.
 * @param seen the keys of the exceptions that they have looked at
 * @throws Refused at `exceptions`
 */
export function refuseUnseen(exceptions: readonly KeyedException[], seen: readonly string[]): void {
  const unseen = exceptions.filter(({ key }) => !seen.includes(key))
  if (unseen.length === 0) return
  const problem = { field: 'exceptions', code: 'documents.exceptionsUnseen', parameters: { count: exceptions.length } }
  throw new Refused(problem.code, problem.parameters, [problem])
}
