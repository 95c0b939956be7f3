import { useQuery } from '@tanstack/react-query'
import { formatNumber } from '#kernel/values/money.ts'
import { useHttp } from '#shell/backend.ts'
import { Person } from '#shell/parts/Person.tsx'
import { RowsSkeleton } from '#shell/parts/Skeletons.tsx'
import { usePeople } from '#shell/start/directory.ts'
import { ErrorState } from '#shell/states/ErrorState.tsx'
import { StateView } from '#shell/states/StateView.tsx'
import { historyQuery } from '../calls.ts'
import { sum } from '../figures.ts'
import { monthKey, useBudgetText } from '../text.ts'
import type { ChangeContent, ChangeRecord, BudgetLine } from '../wire.ts'
import { Panel } from './Panel.tsx'

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
          <li key={change.id}>
            <div className="oa-history-head">
              <strong>{t(change.action)}</strong>
              <Person id={change.operator} name={people.get(change.operator)?.name ?? ''} />
              <span className="num oa-quiet">{change.happenTime.slice(0, 16)}</span>
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
          <del>{formatNumber(month.was)}</del> → {formatNumber(month.amount)}
        </p>
      ))}
      {before.remark !== after.remark && <p>{t('remark')}{'　'}{after.remark ?? '—'}</p>}
    </>
  )
}
