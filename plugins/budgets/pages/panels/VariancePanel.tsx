import { useQuery } from '@tanstack/react-query'
import { Button, Checkbox, Input, Segmented } from 'antd'
import { useState } from 'react'
import { useHttp } from '#shell/backend.ts'
import { useCommand } from '#shell/command/use-command.ts'
import { Money } from '#shell/parts/Money.tsx'
import { Pill } from '#shell/parts/StatePill.tsx'
import { RowsSkeleton } from '#shell/parts/Skeletons.tsx'
import { ErrorState } from '#shell/states/ErrorState.tsx'
import { StateView } from '#shell/states/StateView.tsx'
import { budgetQueries, calls, quarterQuery } from '../calls.ts'
import { useBudgetText } from '../text.ts'
import type { QuarterLine } from '../wire.ts'
import { Panel } from './Panel.tsx'

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
        <div className="oa-variance-head">
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
    <li>
      <div className="oa-variance-line">
        <strong className="cut">{title}</strong>
        <VarianceState line={line} isLate={isLate} />
      </div>
      <p className="num oa-quiet">
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
