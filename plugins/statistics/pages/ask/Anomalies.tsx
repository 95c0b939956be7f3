import { useQuery } from '@tanstack/react-query'
import { useHttp } from '#shell/backend.ts'
import { RowsSkeleton } from '#shell/parts/Skeletons.tsx'
import { ErrorState } from '#shell/states/ErrorState.tsx'
import { StateView } from '#shell/states/StateView.tsx'
import { anomaliesQuery } from '../calls.ts'
import { figureText, growthOf } from '../../figures.ts'
import { useStatisticsText } from '../text.ts'
import type { QuestionProps } from './question-props.ts'

/** Months that differ from their own history, each with why it is named; one opens its documents. */
export function Anomalies({ page, query, measure: key, unit, onOpen }: QuestionProps) {
  const { t, name } = useStatisticsText()
  const answer = useQuery(anomaliesQuery(useHttp(), page, { ...query, measure: key }))
  const measure = page.measures[key]
  if (answer.isError) return <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />
  if (answer.isPending || !measure) return <RowsSkeleton rows={6} columns={['40%', '20%', '20%', '20%']} />
  if (answer.data.length === 0) return <StateView illustration="empty" title={t('noAnomalies')} text={t('anomaliesHint')} role="status" />
  return (
    <>
      <ul className="oa-stat-anomalies">
        {answer.data.map(({ row, month, figure, usual }) => {
          const what = [...Object.values(row).map((each) => name(each.name)), month].join(' · ')
          const values = Object.fromEntries(Object.entries(row).map(([dimension, { value }]) => [dimension, value]))
          return (
            <li key={what}>
              <button type="button" className="plain" onClick={() => onOpen({ ...values, month }, what, key)}>
                <strong>{what}</strong>
                <span>
                  {t('anomaly', { figure: figureText(figure, measure, unit), usual: figureText(usual, measure, unit),
                    growth: growthOf(figure, usual) ?? '' })}
                </span>
              </button>
            </li>
          )
        })}
      </ul>
      <p className="oa-quiet">{t('anomaliesHint')}</p>
    </>
  )
}
