import { LockOutlined } from '@ant-design/icons'
import { Select } from 'antd'
import type { ReactNode } from 'react'
import { usePeople } from '#shell/start/directory.ts'
import { useBudgetText } from './text.ts'
import type { BudgetYear } from './wire.ts'

interface TitleProps {
  readonly year: BudgetYear
  readonly actions: ReactNode
  onYear(year: number): void
}

/** The page's heading with its year, and who changed that last. */
export function Title({ year: { setting, years, today, change }, actions, onYear }: TitleProps) {
  const { t, name } = useBudgetText()
  const person = usePeople(change ? [change.operator] : []).get(change?.operator ?? '')
  const thisYear = Number(today.slice(0, 4))
  const offered = [...new Set([thisYear + 1, thisYear, setting.year, ...years])].toSorted((left, right) => right - left)
  return (
    <div className="oa-page-title oa-budget-title">
      <div>
        <h1>{t('title')}</h1>
        <Select<number> value={setting.year} aria-label={t('year')} options={offered.map((value) => ({ value, label: String(value) }))}
          onChange={onYear} />
        {setting.locked && (
          <span className="oa-pill" data-tone="grey">
            <LockOutlined aria-hidden /> {t('closed')}
          </span>
        )}
        {change && (
          <span className="oa-budget-change cut">
            {t('lastChange', { version: change.version, date: change.happenTime.slice(5, 10), name: name(person?.name),
              what: t(change.action) })}
          </span>
        )}
      </div>
      <div className="oa-page-actions">{actions}</div>
    </div>
  )
}
