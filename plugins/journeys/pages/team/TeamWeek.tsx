import { WarningFilled } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { useHttp } from '#shell/backend.ts'
import { Person } from '#shell/parts/Person.tsx'
import { SectionTitle } from '#shell/parts/SectionTitle.tsx'
import type { TeamWeek as Week } from '../../journey-wire.ts'
import { PlaceName } from '../Place.tsx'
import { busiest, roomOf, type Stretch, teamWeekQuery, travellersOf, type TravellerWeek } from './team-week.ts'
import { dayNames, onDays, useTeamText } from './text.ts'
import './team-week.css'

/** People that stand on the home page. */
const most = 6

/** On the home page of whoever heads a unit: who is on a trip this week. Nothing when nobody is. */
export function TeamWeek() {
  const { t } = useTeamText()
  const { data } = useQuery(teamWeekQuery(useHttp()))
  if (!data?.absences.length) return null
  const travellers = travellersOf(data)
  const shown = travellers.slice(0, most)
  return (
    <section aria-label={t('title')}>
      <SectionTitle>{t('title')}</SectionTitle>
      <table className="oa-week">
        <WeekHead week={data} />
        <tbody>{shown.map((traveller) => <TravellerRow key={traveller.id} traveller={traveller} week={data} />)}</tbody>
      </table>
      <WeekNote week={data} hidden={travellers.length - shown.length} />
    </section>
  )
}

function WeekHead({ week: { days, today } }: { week: Week }) {
  const { t } = useTeamText()
  return (
    <thead>
      <tr>
        <th scope="col">
          <span className="unseen">{t('person')}</span>
        </th>
        {days.map((day, index) => (
          <th key={day} scope="col" aria-current={day === today ? 'date' : undefined} data-free={index > 4 || undefined}>
            {t(dayNames[index]!)}
            <span className="num">{Number(day.slice(8))}</span>
          </th>
        ))}
      </tr>
    </thead>
  )
}

/** Days between the bars are cells of their own. */
function TravellerRow({ traveller: { id, name, stretches }, week: { days } }: { traveller: TravellerWeek; week: Week }) {
  const starts = new Map(stretches.map((stretch) => [stretch.start, stretch]))
  const covered = (day: number) => stretches.some(({ start, days: length }) => start < day && day < start + length)
  return (
    <tr>
      <th scope="row">
        <Person id={id} name={name} />
      </th>
      {days.map((day, index) => {
        const stretch = starts.get(index)
        if (!stretch && covered(index)) return null
        return (
          <td key={day} colSpan={stretch?.days} data-free={index > 4 || undefined}>
            {stretch && <Bar stretch={stretch} room={roomOf(stretch, stretches, days.length)} />}
          </td>
        )
      })}
    </tr>
  )
}

interface BarProps {
  readonly stretch: Stretch
  /** Days to the next bar: a place whose name is longer than its bar is read over the free days after it. */
  readonly room: number
}

function Bar({ stretch: { absence: { travellerName, from, to, destination }, days, isContinued, continues }, room }: BarProps) {
  const { t, name } = useTeamText()
  return (
    <span className="oa-week-bar" title={t('bar', { name: name(travellerName), from: from.slice(5), to: to.slice(5) })}
      data-continued={isContinued || undefined} data-continues={continues || undefined}
    >
      <span className="cut" style={{ width: `${(room / days) * 100}%` }}>
        <PlaceName area={destination} />
      </span>
    </span>
  )
}

function WeekNote({ week, hidden }: { week: Week; hidden: number }) {
  const { t } = useTeamText()
  const busy = busiest(week)
  return (
    <p className="oa-week-note">
      <span className="oa-week-key" aria-hidden />
      {t('trip')}
      {hidden > 0 && <span>{t('more', { count: hidden })}</span>}
      {busy && (
        <strong>
          <WarningFilled aria-hidden /> {t('many', { day: t(onDays[busy.day]!), count: busy.count })}
        </strong>
      )}
    </p>
  )
}
