import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { useLocation } from 'react-router'
import type { Form } from '#kernel/form.ts'
import type { FiledDocument } from '#approval/wire/filed-document.ts'
import { useBook } from '#fields/references/reference-book.ts'
import { isFailure } from '#providers/failure.ts'
import { useHttp } from '../backend.ts'
import { documentAt } from '../detail/document-call.ts'
import { documentQuery, learnReferences } from '../detail/document.ts'
import { useBlocks } from '../parts/document/slots.tsx'
import { PageSkeleton } from '../parts/Skeletons.tsx'
import { ErrorState } from '../states/StateView.tsx'
import { Forbidden } from '../states/pages.tsx'
import { reads, useRead } from '../start/reads.ts'
import { copyOf, enteredOf, filedAgain } from './copies/copying.ts'
import { Editor, formForFiling } from './Editor.tsx'
import { firstRows } from './store/blank-rows.ts'
import { beginningAt, forgetBeginning } from './preview/first-calculation.ts'
import { useFormFacts } from './store/facts.ts'

/**
 * The page for filing a document: a new one, a filed one to be resubmitted (`operate=edit`), or a copy of another (`operate=copy`).
 */
export function FormPage({ form }: { form: Form }) {
  const { search } = useLocation()
  const query = new URLSearchParams(search)
  const document = documentAt(search)
  if (query.get('operate') === 'edit' && document) return <Refiling form={form} document={document} />
  if (query.get('operate') === 'copy' && document) return <Copying key={search} form={form} document={document} />
  return <NewDocument key={search} form={form} search={search} />
}

function NewDocument({ form, search }: { form: Form; search: string }) {
  const http = useHttp()
  // initial values are taken from the address once, when the form is opened
  const [{ entered, first }] = useState(() => beginningAt(http, form, search))
  useEffect(() => {
    forgetBeginning(http, form, search)
  }, [http, form, search])
  return <Editor form={form} entered={entered} first={first} />
}

function Refiling({ form, document }: { form: Form; document: string }) {
  const { loaded, instead } = useFiled(form, document)
  const facts = useFormFacts()
  const entered = useMemo(() => loaded && enteredOf(form, loaded, facts()), [form, loaded, facts])
  if (!loaded || !entered) return instead
  return <Editor key={document} form={form} entered={entered} filed={filedAgain(loaded)} />
}

/** A new document with the values of an earlier one. */
function Copying({ form, document }: { form: Form; document: string }) {
  const { loaded, instead } = useFiled(form, document)
  return loaded ? <CopyOf form={form} document={loaded} /> : instead
}

function CopyOf({ form, document }: { form: Form; document: FiledDocument }) {
  const facts = useFormFacts()
  const person = useRead(reads.user)?.id ?? ''
  const blocks = useBlocks()
  // copied once; later refetches do not change the form
  const [{ entered, leftOut }] = useState(() => {
    const copy = copyOf(formForFiling(form), document, { facts: facts(), person, blocks })
    return { ...copy, entered: { ...firstRows(form, copy.entered, facts()), ...copy.entered } }
  })
  return <Editor form={form} entered={entered} copied={{ number: document.businessNo, leftOut }} />
}

/** Loads a filed document for the form; `instead` is shown while loading and on failure. */
function useFiled(form: Form, document: string): { readonly loaded: FiledDocument | undefined; readonly instead: ReactNode } {
  const http = useHttp()
  const book = useBook()
  const { data, error, refetch } = useQuery({ ...documentQuery(http, form.key, document), staleTime: 0, refetchOnWindowFocus: false })
  const loaded = useMemo(() => {
    if (data) learnReferences(book, data)
    return data
  }, [data, book])
  if (!error) return { loaded, instead: <PageSkeleton /> }
  const isForbidden = isFailure(error) && error.kind === 'forbidden'
  return { loaded: undefined, instead: isForbidden ? <Forbidden /> : <ErrorState isPage error={error} onRetry={() => void refetch()} /> }
}
