import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { type Form, shortName } from '#kernel/form.ts'
import type { Locale } from '#kernel/wording/label.ts'
import type { FiledDocument } from '#approval/wire/filed-document.ts'
import { isFailure } from '#providers/failure.ts'
import { useHttp } from '../backend.ts'
import { useBackgroundCall } from '../command/use-command.ts'
import { isTitleGiven } from '../documents/title.ts'
import { ErrorState } from '../states/StateView.tsx'
import { Forbidden, NotFound } from '../states/pages.tsx'
import { useTab } from '../tabs/tabs-context.ts'
import { DocumentView, PhoneBar } from './DocumentView.tsx'
import { documentAt } from './document-call.ts'
import { documentQuery, formOfDocument, useLearned } from './document.ts'
import { calledIn } from './Header.tsx'
import { Bar } from '../parts/Skeletons.tsx'
import { useIsMobile, useMedia } from '../parts/use-media.ts'
import { useText } from '../text.tsx'
import './detail.css'

/** The page of a filed document: content, history, and the reader's actions. */
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

/** Sets the tab's title to subject or form name, and number; runs after the surrounding page has set the form's name. */
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

/** Marks the to-do entry and the copy as read. */
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

/** Skeleton of a document's page: header, fields, table, timeline and action bar. */
function DetailSkeleton() {
  const { t } = useText()
  const navigate = useNavigate()
  const isMobile = useIsMobile()
  const isWide = useMedia('(min-width: 1280px)')
  return (
    <div className="oa-page" role="status" aria-label={t('shell.loading')}>
      <h1 className="unseen">{t('shell.loading')}</h1>
      <div className="oa-page-main stack">
        {isMobile && <PhoneBar onBack={() => void navigate(-1)} />}
        <div className="oa-page-scroll oa-detail-scroll oa-waiting scroll" aria-hidden>
          <div className={isMobile ? 'oa-phone-head' : 'oa-detail-head middle wrap'}>
            <Head />
          </div>
          <div className="oa-detail-body">
            <Bar width={72} height={14} />
            <div className="oa-grid oa-read oa-waiting-fields grid">
              {fields.map((width) => (
                <span className="grid gap-8" key={width}>
                  <Bar width={56} />
                  <Bar width={width} />
                </span>
              ))}
            </div>
            <Bar width={88} height={14} />
            {[0, 1, 2].map((row) => (
              <div key={row} className="oa-waiting-row line-bottom gap-16 row between">
                <Bar width={16} />
                <Bar width="22%" />
                <Bar width="34%" />
                <Bar width={80} />
              </div>
            ))}
          </div>
        </div>
        <div className="oa-page-footer middle line-top gap-12 between">
          <div className="oa-action-bar row fill gap-8" />
        </div>
      </div>
      {isWide && (
        <div className="oa-page-rail oa-rail oa-waiting subtle line-left column" aria-hidden>
          <div className="oa-waiting-steps grid">
            {[160, 220, 190, 140].map((width) => (
              <span className="row gap-10" key={width}>
                <i className="circle" />
                <Bar width={width} />
              </span>
            ))}
          </div>
        </div>
      )}
    </div>
  )
}

const fields = ['62%', '48%', '70%', '40%', '56%', '66%', '44%', '52%']

/** Skeleton of the header: title, line, facts. */
const Head = () => (
  <>
    <Bar width={220} height={18} />
    <p className="oa-detail-line row second wrap">
      <Bar width={320} />
    </p>
    <div className="oa-detail-facts flex wrap">
      <Bar width={150} height={24} />
      <Bar width={90} />
      <Bar width={120} />
    </div>
  </>
)
