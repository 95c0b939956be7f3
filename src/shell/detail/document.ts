import { queryOptions } from '@tanstack/react-query'
import { startTransition, useEffect, useState } from 'react'
import { memoize } from '#kernel/memoize.ts'
import { type FormDescription, formOfDescription } from '#kernel/wording/describe.ts'
import type { Form } from '#kernel/form.ts'
import type { FiledDocument } from '#approval/wire/filed-document.ts'
import { type ReferenceBook, useBook } from '#fields/references/reference-book.ts'
import { isReturnedAt } from '#shell/documents/states.ts'
import type { Http } from '#providers/http.ts'
import { documentCall } from './document-call.ts'

/** The query for a document, cached by its id. */
export const documentQuery = (http: Http, businessType: string, procInstId: string) =>
  queryOptions({
    queryKey: ['document', businessType, procInstId],
    queryFn: ({ signal }) => http.get<FiledDocument>(...documentCall(businessType, procInstId), { signal, quiet: true }),
  })

/** The form version that a document was filed with. Memoised, because compiled expressions are cached per form object. */
export const formOfDocument = (current: Form, definition: FormDescription | null | undefined): Form =>
  definition ? filedForm(definition) : current

const filedForm = memoize(formOfDescription)

/** Adds the records named in the document to the reference cache. */
export function learnReferences(book: ReferenceBook, { references }: FiledDocument): void {
  for (const [kind, records] of Object.entries(references)) book.learn(kind, Object.values(records ?? {}))
}

/**
 * Paths that the reader may edit on the document's page. None if they may resubmit it: corrections are then made in the form only.
 */
export const editableIn = ({ actions, editable }: Pick<FiledDocument, 'actions' | 'editable'>): FiledDocument['editable'] =>
  actions.includes('resubmit') ? [] : editable

/** Returns whether a document was returned for changes: in approval, waiting at its initiator. */
export const isReturned = ({ state, currentTask }: Pick<FiledDocument, 'state' | 'currentTask'>): boolean =>
  isReturnedAt({ state }, currentTask?.nodeId)

/** A document after its records are in the reference cache, so that all fields render with names at once. */
export function useLearned(document: FiledDocument | undefined): FiledDocument | undefined {
  const book = useBook()
  const [known, setKnown] = useState<FiledDocument>()
  useEffect(() => {
    if (document) learnReferences(book, document)
    // a transition keeps the browser responsive while the document renders
    startTransition(() => setKnown(document))
  }, [book, document])
  return known
}
