import { Form, Input, Modal } from 'antd'
import { useId, useRef } from 'react'
import { base } from '../base.ts'
import { RateHistory } from './RateHistory.tsx'
import { RateLine } from './RateLine.tsx'
import type { RateRow } from '../rate-row.ts'
import { cellOf, isMissing } from './rates.ts'
import { useRateText } from './text.ts'
import { type MonthEditor, useMonth } from './use-month.ts'

interface RateDialogProps {
  /** yyyy-MM */
  readonly month: string
  /** The month whose rates drafts wait for. */
  readonly thisMonth: string
  /** One currency, or all that are in use. */
  readonly rows: readonly RateRow[]
  onClose(): void
}

/** Sets the rate of a currency, or those of a whole month. */
export function RateDialog({ month, thisMonth, rows, onClose }: RateDialogProps) {
  const { t } = useRateText()
  const set = rows.filter(({ currency }) => currency !== base)
  const editing = useMonth({ month, rows: set, onClose })
  const body = useRef<HTMLDivElement>(null)
  const [only] = set.length === 1 ? set : []
  const submit = () => void editing.save()
  return (
    <Modal open width={only ? 440 : 560} maskClosable={false} title={only ? t('setRate') : t('setMonth', { month })} okText={t('save')}
      cancelText={t('cancel')} confirmLoading={editing.isSaving} onOk={submit} onCancel={onClose}
      afterOpenChange={(isOpen) => isOpen && body.current?.querySelector<HTMLElement>('input:not([readonly])')?.focus()}
    >
      <Form layout="vertical" onFinish={submit}>
        <div ref={body}>
          {editing.problem && <p className="oa-rates-problem" role="alert">{editing.problem}</p>}
          <Waiting
            drafts={set.filter((row) => isMissing(row, month, thisMonth) && month === thisMonth).reduce((sum, row) => sum + row.drafts, 0)}
          />
          {only ? <One row={only} month={month} editing={editing} /> : <Many rows={set} month={month} editing={editing} />}
        </div>
        <button type="submit" hidden />
      </Form>
    </Modal>
  )
}

/** The drafts that need the rate now. */
function Waiting({ drafts }: { drafts: number }) {
  const { t } = useRateText()
  return drafts > 0 && <p className="oa-rates-waiting" role="note">{t('waiting', { count: drafts })}</p>
}

function One({ row, month, editing }: { row: RateRow; month: string; editing: MonthEditor }) {
  const { t, label } = useRateText()
  const id = useId()
  return (
    <>
      <div className="oa-rates-about">
        <Form.Item label={t('currency')} htmlFor={`${id}-currency`}>
          <Input id={`${id}-currency`} readOnly variant="filled" value={`${row.currency} ${label({ cn: row.nameCn, en: row.nameEn })}`} />
        </Form.Item>
        <Form.Item label={t('yearMonth')} htmlFor={`${id}-month`}>
          <Input id={`${id}-month`} readOnly variant="filled" value={month} />
        </Form.Item>
      </div>
      <RateLine caption={t('rate')} isRequired row={row} month={month} editing={editing} />
      <ReasonField editing={editing} />
      {cellOf(row, month) && <RateHistory currency={row.currency} month={month} />}
    </>
  )
}

function Many({ rows, month, editing }: { rows: readonly RateRow[]; month: string; editing: MonthEditor }) {
  const { label } = useRateText()
  return (
    <>
      <div className="oa-rates-lines">
        {rows.map((row) => (
          <RateLine key={row.currency} caption={`${row.currency} ${label({ cn: row.nameCn, en: row.nameEn })}`} row={row} month={month}
            editing={editing} />
        ))}
      </div>
      <ReasonField editing={editing} />
    </>
  )
}

/** Asked for where documents have used the month. */
function ReasonField({ editing: { asksReason, reason, setReason, reasonProblem } }: { editing: MonthEditor }) {
  const { t } = useRateText()
  const id = useId()
  if (!asksReason) return null
  return (
    <Form.Item label={t('reason')} htmlFor={id} required validateStatus={reasonProblem ? 'error' : undefined}
      help={<span id={`${id}-help`}>{reasonProblem ?? t('reasonHint')}</span>}
    >
      <Input.TextArea id={id} rows={2} maxLength={200} value={reason} aria-required aria-describedby={`${id}-help`}
        onChange={({ target }) => setReason(target.value)} />
    </Form.Item>
  )
}
