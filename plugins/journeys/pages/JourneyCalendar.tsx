import { LeftOutlined, RightOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { nowOf } from '#kernel/values/dates.ts'
import { useHttp } from '#shell/backend.ts'
import { FieldCell } from '#shell/resource/renderers.tsx'
import { ErrorState } from '#shell/states/ErrorState.tsx'
import type { Journey } from '../journey-wire.ts'
import { journeyFields } from './fields.ts'
import { detailPath, periodQuery } from './journeys.ts'
import { barsOf, monthTitle, shifted, type WeekBar, weeksOf } from './month.ts'
import { Way } from './Place.tsx'
import { useJourneyText } from './text.ts'

const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const

/** A month of journeys, each as a bar over the days that it touches. */
export function JourneyCalendar({ month, onMonth }: { month: string; onMonth(month: string): void }) {
  const { t, locale } = useJourneyText()
  const weeks = weeksOf(month)
  const answer = useQuery(periodQuery(useHttp(), weeks[0]![0]!, weeks.at(-1)!.at(-1)!))
  const [today] = useState(() => nowOf(new Date()).slice(0, 10))
  if (answer.isError) return <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />
  const stretches = (answer.data?.records ?? []).map((journey) => ({ journey, from: journey.departTime.slice(0, 10),
    to: journey.arriveTime.slice(0, 10) })
  )
  return (
    <section className="oa-journey-calendar" aria-label={t('calendar')}>
      <div className="oa-journey-month">
        <Button type="text" icon={<LeftOutlined aria-hidden />} aria-label={t('before')} onClick={() => onMonth(shifted(month, -1))} />
        <h2 className="num" aria-live="polite">{monthTitle(month, locale)}</h2>
        <Button type="text" icon={<RightOutlined aria-hidden />} aria-label={t('after')} onClick={() => onMonth(shifted(month, 1))} />
        <Button size="small" onClick={() => onMonth(today.slice(0, 7))}>{t('today')}</Button>
      </div>
      <div className="oa-journey-week is-head" aria-hidden>{weekdays.map((name) => <span key={name}>{t(name)}</span>)}</div>
      {weeks.map((week) => (
        <div key={week[0]} className="oa-journey-week">
          {week.map((day, index) => <Day key={day} {...{ day, index }} isOther={!day.startsWith(month)} isToday={day === today} />)}
          {barsOf(week, stretches).map((bar) => <JourneyBar key={bar.item.journey.id} bar={bar} />)}
        </div>
      ))}
    </section>
  )
}

function Day({ day, index, isOther, isToday }: { day: string; index: number; isOther: boolean; isToday: boolean }) {
  return (
    <time className="oa-journey-day" dateTime={day} data-other={isOther || undefined} aria-current={isToday ? 'date' : undefined}
      style={{ gridColumn: index + 1 }}
    >
      <span className="num">{Number(day.slice(8))}</span>
    </time>
  )
}

/** On the day of departure with its time, over several days with its means. */
function JourneyBar(
  { bar: { item: { journey }, start, days, lane, isContinued, continues } }: {
    bar: WeekBar<{ readonly journey: Journey; readonly from: string; readonly to: string }>
  },
) {
  return (
    <Link className="plain oa-journey-bar-of-days" data-risk={journey.riskLevel} data-continued={isContinued || undefined}
      data-continues={continues || undefined} to={detailPath(journey.id)}
      style={{ gridColumn: `${start + 1} / span ${days}`, gridRow: lane + 2 }}
    >
      {!isContinued && <span className="num">{journey.departTime.slice(11, 16)}</span>}
      <span className="cut">
        <Way journey={journey} />
      </span>
      {days > 1 && (
        <small>
          <FieldCell field={journeyFields.transport} value={journey.segments[0]?.transport} />
        </small>
      )}
    </Link>
  )
}
