import { Form, Input, Modal } from 'antd'
import { useId, useRef, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useHttp } from '#shell/backend.ts'
import { Person } from '#shell/parts/Person.tsx'
import { usePeople } from '#shell/start/directory.ts'
import { useCommand } from '#shell/command/use-command.ts'
import type { WritingHttp } from '#providers/http.ts'
import { base, type RateRow } from '../exchange-rate.ts'
import { cellOf, changeOf, changesQuery, isMissing, monthBefore, path, rateOf, useRateText } from './rates.ts'

interface RateDialogProps {
  /** yyyy-MM */
  readonly month: string
  /** The current month (yyyy-MM), whose rates drafts need. */
  readonly thisMonth: string
  /** One currency, or all enabled ones. */
  readonly rows: readonly RateRow[]
  onClose(): void
}

/** Dialog that sets one currency's rate, or the rates of a whole month. */
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
          {editing.problem && <p className="red below-12" role="alert">{editing.problem}</p>}
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

/** Number of drafts that cannot be filed until the rate is set. */
function Waiting({ drafts }: { drafts: number }) {
  const { t } = useRateText()
  return drafts > 0 && <p className="oa-rates-waiting on-orange round-6 orange below-12" role="note">{t('waiting', { count: drafts })}</p>
}

function One({ row, month, editing }: { row: RateRow; month: string; editing: MonthEditor }) {
  const { t, label } = useRateText()
  const id = useId()
  return (
    <>
      <div className="oa-rates-about grid">
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
      <div className="oa-rates-lines grid scroll">
        {rows.map((row) => (
          <RateLine key={row.currency} caption={`${row.currency} ${label({ cn: row.nameCn, en: row.nameEn })}`} row={row} month={month}
            editing={editing} />
        ))}
      </div>
      <ReasonField editing={editing} />
    </>
  )
}

/** Reason for a correction; shown when documents have already used the month's rate. */
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

/** Corrections of a month's rate with author, both values and reason. */
function RateHistory({ currency, month }: { currency: string; month: string }) {
  const { t } = useRateText()
  const { data: changes = [] } = useQuery(changesQuery(useHttp(), currency, month))
  const people = usePeople(changes.map(({ by }) => by))
  if (changes.length === 0) return null
  return (
    <section className="oa-rates-history" aria-label={t('history')}>
      <h3 className="small medium">{t('history')}</h3>
      <ol className="unlisted flat scroll">
        {changes.map(({ id, before, after, reason, by, at }) => (
          <li className="line-top" key={id}>
            <span className="num">{t('historyLine', { before, after })}</span>
            <span>
              <Person id={by} name={people.get(by)?.name ?? by} /> <span className="num">{at.slice(0, 16)}</span>
            </span>
            {reason && <span className="second span-all">{reason}</span>}
          </li>
        ))}
      </ol>
    </section>
  )
}

interface LineProps {
  readonly caption: string
  readonly isRequired?: boolean
  readonly row: RateRow
  readonly month: string
  readonly editing: MonthEditor
}

/** Input of one currency's rate, with its change since the previous month. */
function RateLine({ caption, isRequired, row, month, editing }: LineProps) {
  const id = useId()
  const value = editing.valueOf(row)
  const problem = editing.problemOf(row)
  const compared = useComparison(row, month, value)
  const note = problem ?? compared
  const help = note === undefined ? undefined : { 'aria-describedby': `${id}-help` }
  return (
    <Form.Item label={caption} htmlFor={id} required={isRequired} validateStatus={problem ? 'error' : undefined}
      help={note && <span id={`${id}-help`} className="num">{note}</span>}
    >
      <Input id={id} className="oa-rates-input" prefix="￥" inputMode="decimal" autoComplete="off" maxLength={14} value={value}
        aria-invalid={problem !== undefined} {...help} onChange={({ target }) => editing.enter(row, target.value)} />
    </Form.Item>
  )
}

function useComparison(row: RateRow, month: string, value: string): string | undefined {
  const { t } = useRateText()
  const before = cellOf(row, monthBefore(month))?.rate
  if (before === undefined) return undefined
  const change = changeOf(value, before)
  return change === undefined ? t('previous', { rate: before }) : t('previousChange', { rate: before, change })
}

interface UseMonthOptions {
  /** yyyy-MM */
  readonly month: string
  readonly rows: readonly RateRow[]
  onClose(): void
}

type MonthEditor = ReturnType<typeof useMonth>

/** State of a month's edited rates, their validation, and saving them all or none. */
function useMonth({ month, rows, onClose }: UseMonthOptions) {
  const { t } = useRateText()
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({})
  const [reason, setReason] = useState('')

  const savedRate = (row: RateRow) => cellOf(row, month)?.rate ?? ''
  const valueOf = (row: RateRow) => typed[row.currency] ?? savedRate(row)
  const changed = rows.filter((row) => valueOf(row).trim() !== savedRate(row))
  const asksReason = (rows.length === 1 ? rows : changed).some((row) => cellOf(row, month)?.locked)
  const needsReason = changed.some((row) => cellOf(row, month)?.locked)

  const { run, isPending, problems, setProblems } = useCommand({ touches: [['exchangeRate']], moved: t('changed'),
    place: placeAmong(changed) })

  const wrong = () => ({
    ...Object.fromEntries(changed.filter((row) => rateOf(valueOf(row)) === null).map(({ currency }) => [currency, t('required')])),
    ...(rows.length === 1 && changed.length === 0 && savedRate(rows[0]!) === '' && { [rows[0]!.currency]: t('required') }),
    ...(needsReason && reason.trim() === '' && { reason: t('reasonRequired') }),
  })
  const send = (http: WritingHttp) =>
    http.put(`${path}/month`, {
      yearMonth: month,
      reason: needsReason ? reason : null,
      rates: changed.map((row) => ({ currency: row.currency, rate: rateOf(valueOf(row)) ?? '',
        version: cellOf(row, month)?.version ?? null })
      ),
    }, { quiet: true })

  const save = async () => {
    const found = wrong()
    setProblems(found)
    if (Object.keys(found).length > 0) return
    if (changed.length === 0) return onClose()
    await run(send, onClose)
  }
  return {
    valueOf,
    save,
    isSaving: isPending,
    reason,
    setReason,
    asksReason,
    enter: ({ currency }: RateRow, text: string) => setTyped((before) => ({ ...before, [currency]: text })),
    problemOf: ({ currency }: RateRow) => problems[currency],
    reasonProblem: problems['reason'],
    problem: problems[''],
  }
}

/** Maps a field name of the request to the currency of its row or to the reason; '' where it is neither. */
const placeAmong = (changed: readonly RateRow[]) => (name: string): string => {
  const [, index] = /^rates\.(\d+)/.exec(name) ?? []
  if (index !== undefined) return changed[Number(index)]?.currency ?? ''
  return name === 'reason' ? 'reason' : ''
}
