import { Segmented } from 'antd'
import { use, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { DocumentRow } from '#approval/wire/document-row.ts'
import { type ActionContext, isLeaving } from '../detail/actions/action-contract.ts'
import { ChecksPanel } from '../detail/checks/ChecksPanel.tsx'
import { filesOf } from '../detail/actions/files.ts'
import { Facts } from '../detail/Header.tsx'
import { RecordLine } from '../detail/rail/RecordLine.tsx'
import { ReadSections } from '../detail/content/ReadSections.tsx'
import { type DetailTextKey, useDetailText } from '../detail/text.ts'
import { OutsideDocument } from '../detail/sequence/OutsideDocument.tsx'
import { useReadTask } from '../documents/use-read-task.ts'
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
import { ErrorState } from '../states/ErrorState.tsx'
import { useText } from '../text.tsx'
import { FilePane } from './FilePane.tsx'
import { PastAmounts } from './PastAmounts.tsx'
import { ExceptionsLine, goToException } from '../detail/exceptions/ExceptionsLine.tsx'
import { ExceptionsContext } from '../parts/document/exceptions/exceptions.ts'
import { ReviewBar } from './ReviewBar.tsx'
import { useReviewText } from './text.ts'
import type { Verdict } from './use-review.ts'

interface ReviewDocumentProps {
  readonly row: DocumentRow
  onPass(said: Pick<TaskToPass, 'comment' | 'body'>): void
  onDecided(verdict: Verdict): void
}

/** The document in view with its files beside it. */
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

/** Tells what a dialog decided, once the server has answered; what can be called back goes the way of the review. */
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
      <section className="oa-review-main" aria-label={t('content')}>
        {!isWide && (
          <Segmented className="oa-review-sides" value={side} onChange={setSide}
            options={[{ value: 'content', label: t('content') }, { value: 'files', label: t('filesCount', { count: files.length }) }]} />
        )}
        {(isWide || side === 'content') ? <Content context={context} row={row} /> : (
          <div className="oa-review-pane">
            <FilePane document={context.document.procInstId} ids={files} />
          </div>
        )}
        <ReviewBar context={context} row={row} onPass={onPass} onOpen={onOpen} />
      </section>
      {isWide && (
        <aside className="oa-review-pane" aria-label={t('files')}>
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
    <div className="oa-review-scroll oa-form oa-detail-body" ref={page}>
      <header className="oa-detail-head">
        <h1>{titleLinesOf(row, text).first}</h1>
        <p className="oa-detail-line">
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
