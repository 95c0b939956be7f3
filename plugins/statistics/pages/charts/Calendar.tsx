import dayjs from 'dayjs'
import { useState } from 'react'
import { figureOrZero, figureText, lengthOf } from '../../figures.ts'
import { useStatisticsText } from '../text.ts'
import type { ChartProps } from './chart-props.ts'
import { shadeOf } from './Heat.tsx'
import { Section } from './Section.tsx'
import { showEnd } from './show-end.ts'

const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const

/** Days as a table of weeks, shaded by their figures; the day that is pointed at is described in words. */
export function Calendar({ page, chart, figures: { points, series }, unit, onOpen }: ChartProps) {
  const { t, label } = useStatisticsText()
  const [described, setDescribed] = useState<string>()
  const measure = page.measures[chart.measure]
  const values = series[0]?.values ?? []
  if (!measure) return null
  const largest = Math.max(0, ...values.map(lengthOf))
  const figures = new Map(points.map(({ value }, at) => [value, values[at] ?? null]))
  const weeks = [...new Set(points.map(({ value }) => mondayOf(value)))]
  const text = (day: string) => `${day} · ${figureOrZero(figures.get(day), measure, unit)}`
  return (
    <Section chart={chart} isNothing={largest === 0}>
      <div ref={showEnd} className="oa-stat-calendar" tabIndex={0} role="group" aria-label={label(chart)}>
        <table>
          <thead>
            <tr>
              <td />
              {weeks.map((week, at) => (
                <th key={week} scope="col">
                  {isNewMonth(weeks, at) ? week.slice(5, 7) : ''}
                  <span className="oa-chart-spoken">{week}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {weekdays.map((weekday, at) => (
              <tr key={weekday}>
                <th scope="row">{t(weekday)}</th>
                {weeks.map((week) => {
                  const day = dayjs(week).add(at, 'day').format('YYYY-MM-DD')
                  const figure = figures.get(day)
                  return (
                    <td key={week}>
                      {figures.has(day) && (
                        <button type="button" className="plain" data-shade={shadeOf(figure, largest)} aria-label={text(day)}
                          disabled={lengthOf(figure) === 0} onFocus={() => setDescribed(text(day))} onPointerEnter={() =>
                          setDescribed(text(day))} onClick={() => onOpen({ day }, day, chart.measure)} />
                      )}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="oa-quiet num">
        {described ?? t('calendarHint', { what: label(measure), largest: figureText(String(largest), measure, unit) })}
      </p>
    </Section>
  )
}

function mondayOf(day: string): string {
  const at = dayjs(day)
  return at.subtract((at.day() + 6) % 7, 'day').format('YYYY-MM-DD')
}

const isNewMonth = (weeks: readonly string[], at: number): boolean => at === 0 || weeks[at]?.slice(0, 7) !== weeks[at - 1]?.slice(0, 7)
