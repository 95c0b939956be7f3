import { Segmented } from 'antd'
import type { StatisticsPage } from '#plugins/statistics/statistics-page.ts'
import { type Level, levelFilters, levelOf } from '../address.ts'
import type { StatisticsAnswer } from '../wire.ts'
import { useStatisticsText } from './text.ts'
import { useDimensionLabel } from './use-dimension-label.ts'

interface LevelsProps {
  readonly page: StatisticsPage
  readonly filters: Readonly<Record<string, string>>
  readonly rows: StatisticsAnswer['rows']
  onFilter(filters: Readonly<Record<string, string>>): void
}

/** Breadcrumb of a page with drill-down levels: the opened rows, and how many dimensions the table shows. */
export function Levels({ page, filters, rows, onFilter }: LevelsProps) {
  const { t, name } = useStatisticsText()
  const dimension = useDimensionLabel(page)
  const { within, depth } = levelOf(page, filters)
  const go = (level: Level) => onFilter({ ...filters, ...levelFilters(level) })
  const offered = page.groupBy.map((key, at) => ({ value: at + 1, label: dimension(key) })).slice(within.length)
  return (
    <nav className="oa-stat-levels" aria-label={t('levels')}>
      {within.length > 0 && (
        <ol>
          <li>
            <button type="button" className="plain oa-stat-link" onClick={() => go({ within: [], depth: 1 })}>
              {t('allOf', { what: dimension(page.groupBy[0] ?? '') })}
            </button>
          </li>
          {within.map((value, at) => {
            const words = name(rows[0]?.dimensions[page.groupBy[at] ?? '']?.name ?? value)
            const isLast = at === within.length - 1
            return (
              <li key={value} aria-current={isLast ? 'location' : undefined}>
                {isLast
                  ? words
                  : (
                    <button type="button" className="plain oa-stat-link" onClick={() =>
                      go({ within: within.slice(0, at + 1), depth: at + 2 })}
                    >
                      {words}
                    </button>
                  )}
              </li>
            )
          })}
        </ol>
      )}
      {offered.length > 1 && (
        <Segmented<number> aria-label={t('rowsBy')} value={depth} onChange={(deep) => go({ within, depth: deep })} options={offered} />
      )}
    </nav>
  )
}
