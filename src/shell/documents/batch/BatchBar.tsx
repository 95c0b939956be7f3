import { CheckOutlined, CloseOutlined, CommentOutlined, EyeOutlined, FileZipOutlined, PrinterOutlined } from '@ant-design/icons'
import { Input } from 'antd'
import { useState } from 'react'
import type { DocumentRow } from '#approval/wire/document-row.ts'
import { sumMoney } from '#kernel/values/money.ts'
import { Money } from '#shell/parts/Figures.tsx'
import { useBackend } from '#shell/backend.ts'
import { runExport } from '#shell/background-tasks/export-task.ts'
import { useText } from '#shell/text.tsx'
import { useDocumentsText } from '../texts.ts'
import type { DocumentListKind } from '../lists.ts'
import './batch.css'

interface BatchBarProps {
  readonly rows: readonly DocumentRow[]
  /** Absent in lists without tasks. */
  onPass?(comment: string): void
  /** Absent in lists without read state. */
  onRead?: (() => void) | undefined
  onPrint(mode: PrintMode): void
  onClear(): void
}

/** The bar of the selected rows: count and sum, and the actions mark as read, print, pass with a common opinion. */
export function BatchBar({ rows, onPass, onRead, onPrint, onClear }: BatchBarProps) {
  const { t } = useDocumentsText()
  const [comment, setComment] = useState<string>()
  const count = rows.length
  return (
    <div className="oa-batch row round-10 raised gap-4 absolute nowrap" role="group" aria-label={t('batch.name')}>
      <span role="status" className="num">{t('batch.selected', { count })}</span>
      <span className="oa-batch-sum">
        <Money value={sumMoney(rows.map(({ amount }) => amount)).toFixed(2)} />
      </span>
      {onPass && comment === undefined && (
        <button type="button" onClick={() => setComment('')}>
          <CommentOutlined aria-hidden /> {t('batch.opinion')}
        </button>
      )}
      {comment !== undefined && (
        <Input autoFocus size="small" className="oa-batch-opinion" maxLength={1000} value={comment} aria-label={t('batch.opinionLabel')}
          placeholder={t('batch.opinionLabel')} onChange={({ target }) => setComment(target.value)} onPressEnter={() =>
          onPass?.(comment.trim())} onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          event.stopPropagation()
          setComment(undefined)
        }} />
      )}
      {onRead && (
        <button type="button" onClick={onRead}>
          <EyeOutlined aria-hidden /> {t('batch.read')}
        </button>
      )}
      <PrintButtons count={count} onPrint={onPrint} />
      {onPass && (
        <button type="button" className="is-main" aria-keyshortcuts="P" onClick={() => onPass((comment ?? '').trim())}>
          <CheckOutlined aria-hidden /> {t('batch.pass', { count })}
        </button>
      )}
      <button type="button" className="is-close" aria-label={t('batch.clear')} data-tip={t('batch.clear')} onClick={onClear}>
        <CloseOutlined aria-hidden />
      </button>
    </div>
  )
}

/** Buttons to print as one PDF or as a ZIP of PDFs; disabled above the limit. */
function PrintButtons({ count, onPrint }: { count: number; onPrint(mode: PrintMode): void }) {
  const { t } = useDocumentsText()
  const isTooMany = count > mostPrinted
  const tip = isTooMany ? t('batch.mostPrinted', { most: mostPrinted }) : undefined
  return (
    <>
      <button type="button" disabled={isTooMany} data-tip={tip} onClick={() => onPrint('merged')}>
        <PrinterOutlined aria-hidden /> {t('batch.print')}
      </button>
      <button type="button" disabled={isTooMany} data-tip={tip} onClick={() => onPrint('archive')}>
        <FileZipOutlined aria-hidden /> {t('batch.zip')}
      </button>
    </>
  )
}

/** Maximum number of documents printed at once. */
const mostPrinted = 50

/** One PDF, or a ZIP with a PDF per document. */
type PrintMode = 'merged' | 'archive'

/** Prints selected documents as a background task, with progress and a stop button in the header. */
export function useBatchPrint(list: DocumentListKind): (rows: readonly DocumentRow[], mode: PrintMode) => Promise<void> {
  const backend = useBackend()
  const { t } = useDocumentsText()
  const { label } = useText()
  return (rows, mode) => {
    const path = `/oaserver/prints/${mode}`
    const title = list.title ?? list
    const documents = rows.map(({ procInstId }) => procInstId)
    const run = crypto.randomUUID()
    return runExport(backend, { path, title, name: `${label(title)} (${rows.length}).${mode === 'merged' ? 'pdf' : 'zip'}`,
      failed: t('batch.notPrinted'), progress: `/oaserver/prints/progress/${run}`,
      call: { method: 'POST', path, body: { documents, run }, reads: true } })
  }
}
