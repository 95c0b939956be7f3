import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import type { FiledDocument } from '#approval/wire/filed-document.ts'
import { isFailure } from '#providers/failure.ts'
import { type Form, shortName } from '#kernel/form.ts'
import type { Locale } from '#kernel/wording/label.ts'
import { useHttp } from '../backend.ts'
import { useBackgroundCall } from '../command/use-background-call.ts'
import { isTitleGiven } from '../documents/title.ts'
import { ErrorState } from '../states/ErrorState.tsx'
import { Forbidden, NotFound } from '../states/pages.tsx'
import { useTab } from '../tabs/tabs-context.ts'
import { DetailSkeleton } from './DetailSkeleton.tsx'
import { DocumentView } from './DocumentView.tsx'
import { documentAt } from './document-call.ts'
import { documentQuery, formOfDocument } from './document.ts'
import { useLearned } from './use-learned.ts'
import { calledIn } from './Header.tsx'
import './detail.css'

/** A filed document: what it says, what has happened to it, and what its reader may do. */
export function DetailPage({ form }: { form: Form }) {
  const { search } = useLocation()
  const id = documentAt(search)
  return id ? <Loading form={form} id={id} /> : <NotFound />
}

function Loading({ form, id }: { form: Form; id: string }) {
  const http = useHttp()
  const answer = useQuery({ ...documentQuery(http, form.key, id), staleTime: 0 })
  const document = useLearned(answer.data)
  useNumberedTab(form, document)
  useRead(document)
  if (answer.isError && !document) {
    if (isFailure(answer.error) && answer.error.kind === 'forbidden') return <Forbidden />
    return <ErrorState isPage error={answer.error} onRetry={() => void answer.refetch()} />
  }
  return document ? <DocumentView form={formOfDocument(form, document.definition)} document={document} /> : <DetailSkeleton />
}

/** Names the tab by what the document is about, else by its type, and by its number, after the page around has named it by its type. */
function useNumberedTab(form: Form, document: FiledDocument | undefined): void {
  const { setTitle } = useTab()
  const latest = useRef(setTitle)
  useEffect(() => {
    latest.current = setTitle
  })
  const cn = document && tabTitle(document, form, 'cn')
  const en = document && tabTitle(document, form, 'en')
  useEffect(() => {
    if (cn !== undefined && en !== undefined) queueMicrotask(() => latest.current({ cn, en }))
  }, [cn, en])
}

function tabTitle(document: FiledDocument, form: Form, locale: Locale): string {
  const called = document.title === null ? undefined : calledIn(document, form, locale)
  const says = called && (called.isGiven || !isTitleGiven({ title: document.title ?? '', processName: form.cn }))
    ? called.first
    : shortName(form)[locale]
  return `${says} ${document.businessNo}`
}

/** Looking at it is reading it: the to-do entry and the copy lose their dot. */
function useRead(document: FiledDocument | undefined): void {
  const inBackground = useBackgroundCall()
  const id = document?.procInstId
  const task = document?.taskId
  useEffect(() => {
    if (id === undefined) return
    void inBackground((http) => http.get('/oaserver/messages/myGotItSetRead', id, { quiet: true }))
    if (task) void inBackground((http) => http.post(`/workflow/task/setReadState/${encodeURIComponent(task)}`, {}, { quiet: true }))
  }, [inBackground, id, task])
}
