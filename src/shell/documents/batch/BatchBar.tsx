import { CheckOutlined, CloseOutlined, CommentOutlined, EyeOutlined, FileZipOutlined, PrinterOutlined } from '@ant-design/icons'
import { Input } from 'antd'
import { useState } from 'react'
import type { DocumentRow } from '#approval/wire/document-row.ts'
import { sumMoney } from '#kernel/values/money.ts'
import { Money } from '#shell/parts/Money.tsx'
import { useDocumentsText } from '../text.ts'
import { mostPrinted, type PrintMode } from './use-batch-print.ts'
import './batch.css'

interface BatchBarProps {
  readonly rows: readonly DocumentRow[]
  /** Absent where the list has nothing to pass. */
  onPass?(comment: string): void
  /** Absent where the list does not tell what was read. */
  onRead?: (() => void) | undefined
  onPrint(mode: PrintMode): void
  onClear(): void
}

/** The actions on the selected rows: how many and how much, an opinion for all, mark as read, pass. */
export function BatchBar({ rows, onPass, onRead, onPrint, onClear }: BatchBarProps) {
  const { t } = useDocumentsText()
  const [comment, setComment] = useState<string>()
  const count = rows.length
  return (
    <div className="oa-batch" role="group" aria-label={t('batch.name')}>
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

/** One file of all, or a zip of a file for each; more than so many are not printed at once. */
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
