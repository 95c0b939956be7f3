import { CloseOutlined } from '@ant-design/icons'
import { Button, Checkbox, Drawer, Input, Segmented } from 'antd'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { formatNumber } from '#kernel/values/money.ts'
import { useIsMobile } from '#shell/parts/use-media.ts'
import { useHttp } from '#shell/backend.ts'
import { Person } from '#shell/parts/Person.tsx'
import { RowsSkeleton } from '#shell/parts/Skeletons.tsx'
import { usePeople } from '#shell/start/directory.ts'
import { ErrorState, StateView } from '#shell/states/StateView.tsx'
import { useCommand } from '#shell/command/use-command.ts'
import { Money } from '#shell/parts/Figures.tsx'
import { Pill } from '#shell/parts/StatePill.tsx'
import { monthKey, useBudgetText } from '../texts.ts'
import { budgetQueries, calls, historyQuery, quarterQuery } from '../calls.ts'
import { sum } from '../figures.ts'
import type { BudgetLine, ChangeContent, ChangeRecord, QuarterLine } from '../wire.ts'

interface PanelProps {
  readonly title: string
  readonly note?: string
  readonly actions?: ReactNode
  readonly head?: ReactNode
  readonly foot?: ReactNode
  readonly children: ReactNode
  onClose(): void
}

/** Side panel next to the grid; on phones a bottom drawer. */
export function Panel({ title, note, actions, head, foot, children, onClose }: PanelProps) {
  const { t } = useBudgetText()
  const isMobile = useIsMobile()
  const content = (
    <>
      <div className="oa-panel-title at-start flex rigid gap-8">
        <div>
          <h2>{title}</h2>
          {note && <p>{note}</p>}
        </div>
        {actions}
        <Button type="text" icon={<CloseOutlined aria-hidden />} aria-label={t('close')} data-tip={t('close')} onClick={onClose} />
      </div>
      {head}
      <div className="oa-panel-body filled-column scroll">{children}</div>
      {foot && <div className="oa-panel-foot row line-top second rigid small">{foot}</div>}
    </>
  )
  if (isMobile)
    return (
      <Drawer open placement="bottom" height="82%" closable={false} onClose={onClose} rootClassName="oa-panel-sheet" aria-label={title}>
        {content}
      </Drawer>
    )
  return <Docked name={title} onClose={onClose}>{content}</Docked>
}

/** Takes the focus on opening and restores it on closing; Escape closes. */
function Docked({ name, onClose, children }: { name: string; onClose(): void; children: ReactNode }) {
  const box = useRef<HTMLElement>(null)
  useEffect(() => {
    const [before, panel] = [document.activeElement, box.current]
    return () => {
      const isInside = document.activeElement === document.body || panel?.contains(document.activeElement)
      if (isInside && before instanceof HTMLElement) before.focus({ preventScroll: true })
    }
  }, [])
  return (
    <aside ref={box} className="oa-panel stack surface line-left rigid" aria-label={name} onKeyDown={({ key, target }) => {
      if (key === 'Escape' && !(target instanceof Element && target.closest('input, textarea, .ant-select'))) onClose()
    }}>
      {children}
    </aside>
  )
}

/** Side panel with the change history of a line, newest first. */
export function HistoryPanel({ line, onClose }: { line: BudgetLine & { readonly id: string }; onClose(): void }) {
  const { t, name } = useBudgetText()
  const answer = useQuery(historyQuery(useHttp(), line.id))
  const changes = answer.data ?? []
  const people = usePeople(changes.map(({ operator }) => operator))
  return (
    <Panel title={`${name(line.departmentName)} · ${name(line.expenseCategoryName)}`} note={t('historyNote')} onClose={onClose}>
      {answer.isError && <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />}
      {answer.isPending && <RowsSkeleton rows={4} columns={['30%', '50%']} />}
      {answer.isSuccess && changes.length === 0 && <StateView illustration="empty" title={t('noHistory')} role="status" />}
      <ol className="oa-history">
        {changes.map((change) => (
          <li className="grid gap-4" key={change.id}>
            <div className="oa-history-head">
              <strong>{t(change.action)}</strong>
              <Person id={change.operator} name={people.get(change.operator)?.name ?? ''} />
              <span className="num second">{change.happenTime.slice(0, 16)}</span>
            </div>
            <Difference change={change} />
            {change.reason && <p>{change.reason}</p>}
          </li>
        ))}
      </ol>
    </Panel>
  )
}

/** Changed months of an edit, or the amount of a move. */
function Difference({ change: { before, after } }: { change: ChangeRecord }) {
  const { t } = useBudgetText()
  if (after?.amount !== undefined) return <Moved content={after} />
  if (!after?.months) return null
  return before?.months
    ? <Edited before={before} after={after} />
    : <p className="num">{t('planTotal', { amount: formatNumber(sum(...after.months)) })}</p>
}

function Moved({ content: { number = '', amount, from, to } }: { content: ChangeContent }) {
  const { t } = useBudgetText()
  return (
    <p className="num">
      {t('moved', { number, amount: formatNumber(amount), from: from ? t(monthKey(from.month)) : '', to: to ? t(monthKey(to.month)) : '' })}
    </p>
  )
}

function Edited({ before, after }: { before: ChangeContent; after: ChangeContent }) {
  const { t } = useBudgetText()
  const was = before.months ?? []
  const differing = (after.months ?? []).map((amount, index) => ({ month: index + 1, amount, was: was[index] ?? '0' })).filter((month) =>
    month.amount !== month.was
  )
  return (
    <>
      {differing.map((month) => (
        <p key={month.month} className="num">
          {t(monthKey(month.month))}
          {'　'}
          <del className="third">{formatNumber(month.was)}</del> → {formatNumber(month.amount)}
        </p>
      ))}
      {before.remark !== after.remark && <p>{t('remark')}{'　'}{after.remark ?? '—'}</p>}
    </>
  )
}

interface VariancePanelProps {
  readonly year: number
  /** The quarter that is shown first. */
  readonly quarter: number
  /** Restricts the panel to this department. */
  readonly departmentId?: string
  /** yyyy-MM-dd */
  readonly today: string
  onClose(): void
}

/** Panel of a quarter's overspent lines with their reasons. */
export function VariancePanel({ year, quarter: first, departmentId, today, onClose }: VariancePanelProps) {
  const { t } = useBudgetText()
  const [quarter, setQuarter] = useState(first)
  const [onlyNeeded, setOnlyNeeded] = useState(true)
  const answer = useQuery(quarterQuery(useHttp(), year, quarter))
  const lines = (answer.data ?? []).filter((line) =>
    (departmentId === undefined || line.departmentId === departmentId) && (!onlyNeeded || line.needed)
  )
  return (
    <Panel title={t('varianceTitle', { year })} note={answer.data?.[0] && t('dueBy', { date: answer.data[0].dueDate })} onClose={onClose}
      head={
        <div className="oa-variance-head row wrap gap-8-16">
          <Segmented aria-label={t('quarter')} value={quarter} onChange={setQuarter}
            options={[1, 2, 3, 4].map((value) => ({ value, label: t('quarterName', { quarter: value }) }))} />
          <Checkbox checked={onlyNeeded} onChange={({ target }) => setOnlyNeeded(target.checked)}>{t('onlyNeeded')}</Checkbox>
        </div>
      }
    >
      {answer.isError && <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />}
      {answer.isPending && <RowsSkeleton rows={5} columns={['60%', '20%']} />}
      {answer.isSuccess && lines.length === 0 && <StateView illustration="empty" title={t('nothingToExplain')} role="status" />}
      <ul className="oa-variances">
        {lines.map((line) => (
          <Variance key={`${quarter} ${line.departmentId} ${line.expenseCategoryId}`} year={year} quarter={quarter} line={line}
            isLate={today > line.dueDate} />
        ))}
      </ul>
    </Panel>
  )
}

interface VarianceProps {
  readonly year: number
  readonly quarter: number
  readonly line: QuarterLine
  readonly isLate: boolean
}

function Variance({ year, quarter, line, isLate }: VarianceProps) {
  const { t, name } = useBudgetText()
  const { reason, setReason, save, isSaving, problem } = useReason({ year, quarter, line })
  const title = `${name(line.departmentName)} · ${name(line.expenseCategoryName)}`
  return (
    <li className="grid gap-4">
      <div className="oa-variance-line">
        <strong className="cut">{title}</strong>
        <VarianceState line={line} isLate={isLate} />
      </div>
      <p className="num second">
        {t('budget')} <Money value={line.budget} decimals={0} /> · {t('used')} <Money value={line.actual} decimals={0} /> · {t('variance')}
        {' '}
        <Money value={line.variance} decimals={0} />
      </p>
      <Input.TextArea autoSize={{ minRows: 1, maxRows: 5 }} maxLength={1000} value={reason} aria-label={t('reasonOf', { name: title })}
        placeholder={t('reasonHint')} status={problem ? 'error' : undefined} onChange={({ target }) => setReason(target.value)} />
      {problem && <p className="oa-field-problem" role="alert">{problem}</p>}
      {reason.trim() !== (line.reason ?? '') && reason.trim() !== '' && (
        <Button size="small" type="primary" loading={isSaving} onClick={() => void save()}>{t('save')}</Button>
      )}
    </li>
  )
}

/** Mark of a reason that was late, is overdue, or is missing. */
function VarianceState({ line, isLate }: Pick<VarianceProps, 'line' | 'isLate'>) {
  const { t } = useBudgetText()
  const isMissing = line.needed && line.reason === null
  if (line.overdue || (isMissing && isLate)) return <Pill tone="red">{t('late')}</Pill>
  return isMissing ? <Pill tone="orange">{t('missing')}</Pill> : null
}

function useReason({ year, quarter, line }: Omit<VarianceProps, 'isLate'>) {
  const { run, isPending, problems } = useCommand({ touches: budgetQueries })
  const [reason, setReason] = useState(line.reason ?? '')
  const body = { year, quarter, departmentId: line.departmentId, categoryId: line.expenseCategoryId, reason: reason.trim() }
  const save = () => run((http) => http.post(calls.explain, body, { quiet: true }))
  return { reason, setReason, save, isSaving: isPending, problem: Object.values(problems)[0] }
}
