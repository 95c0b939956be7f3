import { useQuery } from '@tanstack/react-query'
import type { StatisticsPage } from '#kernel/statistics.ts'
import { useHttp } from '#shell/backend.ts'
import { RowsSkeleton } from '#shell/parts/Skeletons.tsx'
import { ErrorState } from '#shell/states/ErrorState.tsx'
import type { DrillQuery } from '../wire.ts'
import { itemsQuery } from './calls.ts'
import { figureText, type AmountUnit } from '../figures.ts'
import { useStatisticsText } from './text.ts'
import { useDimensionLabel } from './use-dimension-label.ts'

interface DocumentItemsProps {
  readonly page: StatisticsPage
  readonly drill: DrillQuery
  readonly document: string
  /** The measures that the document is shown with. */
  readonly shown: readonly string[]
  readonly unit: AmountUnit
}

/** The parts of a document behind a figure, each by what it says and with what it adds. */
export function DocumentItems({ page, drill, document, shown, unit }: DocumentItemsProps) {
  const { t, name, label } = useStatisticsText()
  const dimension = useDimensionLabel(page)
  const { data, isError, error, refetch } = useQuery(itemsQuery(useHttp(), page, { ...drill, document }))
  if (isError) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <RowsSkeleton rows={1} columns={['60%', '20%']} />
  return (
    <ul className="oa-stat-items" aria-label={t('items')}>
      {data.map(({ dimensions, figures }) => (
        <li key={JSON.stringify(dimensions)}>
          <span>
            {Object.entries(dimensions).map(([key, value]) => (
              <span key={key}>
                <small className="oa-quiet">{dimension(key)}</small> {name(value.name)}
              </span>
            ))}
          </span>
          <span>
            {shown.map((key) =>
              page.measures[key] && (
                <span key={key}>
                  <small className="oa-quiet">{label(page.measures[key])}</small>{' '}
                  <span className="num">{figureText(figures[key], page.measures[key], unit)}</span>
                </span>
              )
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}
