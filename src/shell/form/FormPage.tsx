import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useLocation } from 'react-router'
import { isFailure } from '#providers/failure.ts'
import { useBook } from '#fields/references/use-references.ts'
import type { Form } from '#kernel/form.ts'
import { isRecord } from '#kernel/record-kinds.ts'
import { newRowId } from '#kernel/values/row-id.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { useHttp } from '../backend.ts'
import { documentQuery, learnReferences } from '../detail/document.ts'
import { PageSkeleton } from '../parts/Skeletons.tsx'
import { ErrorState } from '../states/ErrorState.tsx'
import { Forbidden } from '../states/pages.tsx'
import { Editor } from './Editor.tsx'
import { firstRows } from './first-rows.ts'
import { enteredOf, filedAgain } from './refiling.ts'
import { useFormFacts } from './store/facts.ts'

/** Fills in a new document, or changes a filed one (`operate=edit`) to file it again. */
export function FormPage({ form }: { form: Form }) {
  const { search } = useLocation()
  const query = new URLSearchParams(search)
  const document = query.get('procInstId') ?? query.get('businessKey')
  if (query.get('operate') === 'edit' && document) return <Refiling form={form} document={document} />
  return <NewDocument key={search} form={form} links={namedIn(form, query)} />
}

function NewDocument({ form, links }: { form: Form; links: FormValue }) {
  // what the address says stays as it was when the form was opened
  const [entered] = useState(() => ({ ...firstRows(form), ...links }))
  return <Editor form={form} entered={entered} />
}

function Refiling({ form, document }: { form: Form; document: string }) {
  const http = useHttp()
  const book = useBook()
  const facts = useFormFacts()
  const answer = useQuery({ ...documentQuery(http, form.key, document), staleTime: 0, refetchOnWindowFocus: false })
  const loaded = answer.data
  const entered = useMemo(() => {
    if (!loaded) return undefined
    learnReferences(book, loaded)
    return enteredOf(form, loaded, facts())
  }, [form, loaded, book, facts])
  if (answer.isError) {
    return isFailure(answer.error) && answer.error.kind === 'forbidden' ? <Forbidden /> : <ErrorState isPage error={answer.error} onRetry={() => void answer.refetch()} />
  }
  if (!loaded || !entered) return <PageSkeleton />
  return <Editor key={document} form={form} entered={entered} filed={filedAgain(loaded)} />
}

/** What the address names: documents for the links of the form, such as the trip that is claimed, and records for its rows (`books.bookNo`). */
const namedIn = (form: Form, query: URLSearchParams): FormValue => ({ ...linksIn(form, query), ...rowsIn(form, query) })

function rowsIn({ fields }: Form, query: URLSearchParams): FormValue {
  return Object.fromEntries(Object.entries(fields).flatMap(([key, { columns = {} }]) => {
    const named = Object.entries(columns).find(([column, field]) => isRecord(field) && query.has(`${key}.${column}`))
    return named ? [[key, query.getAll(`${key}.${named[0]}`).map((id) => ({ rowId: newRowId(), [named[0]]: id }))]] : []
  }))
}

function linksIn({ fields }: Form, query: URLSearchParams): FormValue {
  const named = Object.entries(fields).filter(([key, { kind }]) => kind === 'documentLink' && query.has(key))
  return Object.fromEntries(named.map(([key]) => [key, query.getAll(key)]))
}
