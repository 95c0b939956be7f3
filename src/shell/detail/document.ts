import { memoize } from '#kernel/memoize.ts'
import { queryOptions } from '@tanstack/react-query'
import type { Http } from '#providers/http.ts'
import type { ReferenceBook } from '#fields/references/book.ts'
import type { FiledDocument } from '#approval/wire/filed-document.ts'
import { type FormDescription, formOfDescription } from '#kernel/wording/describe.ts'
import type { Form } from '#kernel/form.ts'
import { isReturnedAt } from '#shell/documents/states.ts'
import { documentCall } from './document-call.ts'

/** Asks for a document; the answer is kept under its id. */
export const documentQuery = (http: Http, businessType: string, procInstId: string) =>
  queryOptions({
    queryKey: ['document', businessType, procInstId],
    queryFn: ({ signal }) => http.get<FiledDocument>(...documentCall(businessType, procInstId), { signal, quiet: true }),
  })

/** The form that a document was filed with; the same object for the same answer, since what is compiled hangs on it. */
export const formOfDocument = (current: Form, definition: FormDescription | null | undefined): Form =>
  definition ? filedForm(definition) : current

const filedForm = memoize(formOfDescription)

/** Takes over the names of everything that the document names. */
export function learnReferences(book: ReferenceBook, { references }: FiledDocument): void {
  for (const [kind, records] of Object.entries(references)) book.learn(kind, Object.values(records ?? {}))
}

/**
 * The fields that the reader may write in the page of a document: none where they file it again, which is done in its form alone, so
 * that a correction has one place.
 */
export const editableIn = ({ actions, editable }: Pick<FiledDocument, 'actions' | 'editable'>): FiledDocument['editable'] =>
  actions.includes('resubmit') ? [] : editable

/** Returned for change: in approval, waiting at its initiator. */
export const isReturned = ({ state, currentTask }: Pick<FiledDocument, 'state' | 'currentTask'>): boolean =>
  isReturnedAt({ state }, currentTask?.nodeId)
