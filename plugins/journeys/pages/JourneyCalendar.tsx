import { LeftOutlined, RightOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { nowOf } from '#kernel/dates.ts'
import { useHttp } from '#shell/backend.ts'
import { ErrorState } from '#shell/states/ErrorState.tsx'
import type { Journey } from '../journey-wire.ts'
import { detailPath, periodQuery } from './journeys.ts'
import { shifted, weeksOf } from './month.ts'
import { PlaceName } from './Place.tsx'
import { useJourneyText } from './text.ts'

const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const

/** A month of journeys; each stands on every day that it touches. */
export function JourneyCalendar({ month, onMonth }: { month: string; onMonth(month: string): void }) {
  const { t } = useJourneyText()
  const weeks = weeksOf(month)
  const answer = useQuery(periodQuery(useHttp(), weeks[0]![0]!, weeks.at(-1)!.at(-1)!))
  const [today] = useState(() => nowOf(new Date()).slice(0, 10))
  const [year, number] = month.split('-')
  if (answer.isError) return <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />
  const touching = (day: string) => (answer.data?.records ?? []).filter(({ departTime, arriveTime }) => departTime.slice(0, 10) <= day && day <= arriveTime.slice(0, 10))
  return (
    <section className="oa-journey-calendar" aria-label={t('calendar')}>
      <div className="oa-journey-month">
        <Button type="text" icon={<LeftOutlined />} aria-label={t('before')} onClick={() => onMonth(shifted(month, -1))} />
        <h2 className="num" aria-live="polite">{t('month', { year: year ?? '', month: Number(number) })}</h2>
        <Button type="text" icon={<RightOutlined />} aria-label={t('after')} onClick={() => onMonth(shifted(month, 1))} />
        <Button size="small" onClick={() => onMonth(today.slice(0, 7))}>{t('today')}</Button>
      </div>
      <table>
        <thead><tr>{weekdays.map((name) => <th key={name} scope="col">{t(name)}</th>)}</tr></thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>{week.map((day) => <Day key={day} day={day} isOther={!day.startsWith(month)} isToday={day === today} journeys={touching(day)} />)}</tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Day({ day, isOther, isToday, journeys }: { day: string; isOther: boolean; isToday: boolean; journeys: readonly Journey[] }) {
  return (
    <td className={isOther ? 'is-other' : undefined} aria-current={isToday ? 'date' : undefined}>
      <span className="num">{Number(day.slice(8))}</span>
      {journeys.map((journey) => {
        // where the person is: the destination that they left for last
        const shown = journey.segments.findLast(({ departTime }) => departTime.slice(0, 10) <= day) ?? journey.segments[0]
        return shown && (
          <Link key={journey.id} className="plain oa-journey-day" data-risk={journey.riskLevel} to={detailPath(journey.id)}><PlaceName area={shown.destinationAreaCode} /></Link>
        )
      })}
    </td>
  )
}
