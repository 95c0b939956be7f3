import { countedSpan, monthKey, spanOf, useBudgetText } from '../text.ts'
import type { YearSetting } from '#plugins/budgets/year-setting.ts'

interface GridHeadProps {
  readonly setting: YearSetting
  /** 1–12 where the year is this one. */
  readonly thisMonth: number | undefined
}

/** The columns; the current month is in the accent, months outside of the yearly figures say so. */
export function GridHead({ setting, thisMonth }: GridHeadProps) {
  const { t } = useBudgetText()
  const span = t('spanNote', spanOf(t, setting.startMonth, setting.endMonth))
  return (
    <thead>
      <tr>
        <th scope="col">{t('lineHead')}</th>
        <th scope="col" className="is-left">{t('ratioHead')}</th>
        <th scope="col" data-tip={span}>{countedSpan(t, 'spanShort', setting) ?? t('annualBudget')}</th>
        <th scope="col" data-tip={span}>{t('available')}</th>
        {Array.from({ length: 12 }, (_, index) => {
          const month = index + 1
          const isCounted = month >= setting.startMonth && month <= setting.endMonth
          return (
            <th key={month} scope="col" className={month === thisMonth ? 'is-now' : undefined}
              aria-current={month === thisMonth ? 'date' : undefined}
              data-tip={isCounted ? undefined : t('notCounted', spanOf(t, setting.startMonth, setting.endMonth))}
            >
              {t(monthKey(month))}
            </th>
          )
        })}
      </tr>
    </thead>
  )
}
