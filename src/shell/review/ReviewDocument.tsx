import { Segmented } from 'antd'
import { use, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useQuery } from '@tanstack/react-query'
import { formatNumber } from '#kernel/values/money.ts'
import type { DocumentRow } from '#approval/wire/document-row.ts'
import { type ActionContext, isLeaving } from '../detail/actions/action-contract.ts'
import { ChecksPanel } from '../detail/checks/ChecksPanel.tsx'
import { filesOf } from '../detail/actions/files.ts'
import { Facts } from '../detail/Header.tsx'
import { RecordLine } from '../detail/rail/RecordLine.tsx'
import { ReadSections } from '../detail/content/ReadSections.tsx'
import { type DetailTextKey, useDetailText } from '../detail/texts.ts'
import { OutsideDocument, useReadTask } from '../detail/sequence/OutsideDocument.tsx'
import type { TaskToPass } from '../documents/batch/pass-queue.ts'
import { titleLinesOf } from '../documents/title.ts'
import { useDocumentLink } from '../documents/use-document-link.ts'
import { useStore } from '../form/store/use-store.ts'
import { useKeys } from '../keys.ts'
import { SectionTitle } from '../parts/SectionTitle.tsx'
import { PageSkeleton } from '../parts/Skeletons.tsx'
import { useMedia } from '../parts/use-media.ts'
import { useDeclarations } from '../routing/routes-context.ts'
import { usePeople } from '../start/directory.ts'
import { ErrorState } from '../states/StateView.tsx'
import { useText } from '../text.tsx'
import { FilePane } from './FilePane.tsx'
import { ExceptionsLine, goToException } from '../detail/exceptions/ExceptionsLine.tsx'
import { ExceptionsContext } from '../parts/document/exceptions/RowExceptions.tsx'
import { ReviewBar, type Verdict } from './ReviewBar.tsx'
import { useReviewText } from './texts.ts'
import { useHttp } from '../backend.ts'

interface ReviewDocumentProps {
  readonly row: DocumentRow
  onPass(said: Pick<TaskToPass, 'comment' | 'body'>): void
  onDecided(verdict: Verdict): void
}

/** The displayed document with its files beside it. */
export function ReviewDocument({ row, onPass, onDecided }: ReviewDocumentProps) {
  const navigate = useNavigate()
  const address = useDocumentLink()(row)
  const declarations = useDeclarations()
  const place = declarations.form(row.businessType)
  useReadTask(row.taskId)
  if (!place) return null
  return (
    <OutsideDocument form={use(declarations.loadForm(place))} procInstId={row.procInstId} address={address} waiting={<PageSkeleton />}
      renderFailure={(error, retry) => <ErrorState isPage error={error} onRetry={retry} />} onMoved={() => onDecided('moved')}
    >
      {(context) => (
        <Opened context={deciding(context, { onPass, onDecided })} row={row} onPass={onPass} onOpen={() => void navigate(address)} />
      )}
    </OutsideDocument>
  )
}

const verdicts: Partial<Record<DetailTextKey, Verdict>> = { 'decided.pass': 'passed', 'decided.return': 'returned' }

/** The context with the decision of a dialog reported after the server's answer, and passing (which can be undone) left to the review. */
const deciding = (context: ActionContext, { onPass, onDecided }: Pick<ReviewDocumentProps, 'onPass' | 'onDecided'>): ActionContext => ({
  ...context,
  passLater: onPass,
  async call(path, body, after) {
    const outcome = await context.call(path, body, after)
    if (outcome === 'done' && isLeaving(after)) onDecided(verdicts[after.said] ?? 'other')
    return outcome
  },
})

interface OpenedProps extends Pick<ReviewDocumentProps, 'row' | 'onPass'> {
  readonly context: ActionContext
  onOpen(): void
}

function Opened({ context, row, onPass, onOpen }: OpenedProps) {
  const { t } = useReviewText()
  const { form } = useStore()
  const { business } = context.document
  const files = useMemo(() => filesOf(form.fields, business), [form, business])
  const isWide = useMedia('(min-width: 1400px)')
  const [side, setSide] = useState<'content' | 'files'>('content')
  useKeys({ i: () => setSide((before) => (before === 'files' ? 'content' : 'files')) })
  return (
    <>
      <section className="oa-review-main stack fill low" aria-label={t('content')}>
        {!isWide && (
          <Segmented className="oa-review-sides" value={side} onChange={setSide}
            options={[{ value: 'content', label: t('content') }, { value: 'files', label: t('filesCount', { count: files.length }) }]} />
        )}
        {(isWide || side === 'content') ?
          <Content context={context} row={row} /> :
          (
            <div className="oa-review-pane stack line-left low narrow">
              <FilePane document={context.document.procInstId} ids={files} />
            </div>
          )}
        <ReviewBar context={context} row={row} onPass={onPass} onOpen={onOpen} />
      </section>
      {isWide && (
        <aside className="oa-review-pane stack line-left low narrow" aria-label={t('files')}>
          <FilePane document={context.document.procInstId} ids={files} />
        </aside>
      )}
    </>
  )
}

function Content({ context: { document }, row }: Pick<OpenedProps, 'context' | 'row'>) {
  const { t } = useReviewText()
  const text = useText()
  const { t: detail, label, name } = useDetailText()
  const { form } = useStore()
  const starter = usePeople([document.startUserId]).get(document.startUserId)
  const page = useRef<HTMLDivElement>(null)
  const decisions = document.processRecord.filter(({ operateType }) => operateType !== 'running' && operateType !== 'cc')
  return (
    <div className="oa-review-scroll oa-form oa-detail-body filled-column scroll stack relative" ref={page}>
      <header className="oa-detail-head middle wrap">
        <h1>{titleLinesOf(row, text).first}</h1>
        <p className="oa-detail-line row second wrap">
          <span>
            {label(form)}
            <span className="num">{detail('numberIn', { number: document.businessNo })}</span>
          </span>
          <span className="num">
            {detail('startedBy', { name: name(starter?.name ?? document.startUserId), time: document.createTime.slice(0, 16) })}
          </span>
        </p>
        <Facts document={document} />
      </header>
      <ExceptionsLine exceptions={document.exceptions} onGo={(exception) => goToException(page.current, exception)} />
      <ExceptionsContext value={document.exceptions}>
        <ReadSections />
      </ExceptionsContext>
      <ChecksPanel lists={document.checkList} />
      {decisions.length > 0 && (
        <section className="oa-form-section" aria-label={t('records')}>
          <SectionTitle>{t('records')}</SectionTitle>
          <ol className="oa-steps">{decisions.map((record) => <RecordLine key={record.id} record={record} />)}</ol>
        </section>
      )}
      <PastAmounts procInstId={document.procInstId} amount={row.amount} />
    </div>
  )
}

interface PastAmountsProps {
  readonly procInstId: string
  /** In RMB. */
  readonly amount: string | null
}

/** The amount compared with those of the same type and department in the last twelve months, on a scale; empty if there are too few. */
function PastAmounts({ procInstId, amount }: PastAmountsProps) {
  const { t } = useReviewText()
  const http = useHttp()
  const { data = [] } = useQuery({
    queryKey: ['pastAmounts', procInstId],
    queryFn: ({ signal }) =>
      http.get<readonly string[]>(`/workflow/pastAmounts/${encodeURIComponent(procInstId)}`, undefined, { signal, quiet: true }),
    staleTime: 600_000,
    enabled: Number(amount ?? 0) > 0,
    retry: false,
  })
  if (data.length === 0 || amount === null) return null
  const { dots, own, quartiles: [low, high], median, least, greatest } = placedAmounts(data, amount)
  const yuan = (value: string) => `￥${formatNumber(value, 0)}`
  return (
    <section className="oa-form-section oa-past" aria-label={t('past')}>
      <SectionTitle>
        {t('past')} <span className="num">{t('pastOf', { count: data.length })}</span>
      </SectionTitle>
      <div className="oa-past-line relative" aria-hidden>
        <i className="is-usual" style={{ left: `${low}%`, width: `${high - low}%` }} />
        {dots.map((place, at) => <i key={at} className="is-dot" style={{ left: `${place}%` }} />)}
        <i className="is-median" style={{ left: `${median.place}%` }} />
        <i className="is-own" style={{ left: `${own}%` }} />
      </div>
      <p className="oa-past-key num muted flex wrap between">
        <span>{yuan(least)}</span>
        <span>{t('pastMedian', { amount: yuan(median.amount) })}</span>
        <strong className="accent">{t('pastThis', { amount: yuan(amount) })}</strong>
        <span>{yuan(greatest)}</span>
      </p>
    </section>
  )
}

/** Amounts on a scale from the least to the greatest; positions in percent. */
interface PlacedAmounts {
  readonly dots: readonly number[]
  readonly own: number
  /** Positions of the first and third quartile. */
  readonly quartiles: readonly [low: number, high: number]
  readonly median: { readonly amount: string; readonly place: number }
  readonly least: string
  readonly greatest: string
}

/** Computes the scale; median and quartiles are always one of the amounts. */
export function placedAmounts(past: readonly string[], amount: string): PlacedAmounts {
  const sorted = past.toSorted((one, other) => Number(one) - Number(other))
  const all = [...sorted, amount].toSorted((one, other) => Number(one) - Number(other))
  const [least = amount, greatest = amount] = [all[0], all.at(-1)]
  const width = Number(greatest) - Number(least)
  const place = (value: string) => (width === 0 ? 50 : ((Number(value) - Number(least)) / width) * 100)
  const at = (share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? amount
  return { dots: sorted.map(place), own: place(amount), quartiles: [place(at(0.25)), place(at(0.75))],
    median: { amount: at(0.5), place: place(at(0.5)) }, least, greatest }
}
