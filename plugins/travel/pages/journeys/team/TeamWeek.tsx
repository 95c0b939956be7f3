import { WarningFilled } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { useHttp } from '#shell/backend.ts'
import { Person } from '#shell/parts/Person.tsx'
import { SectionTitle } from '#shell/parts/SectionTitle.tsx'
import type { TeamWeek as Week } from '#plugins/travel/journeys/journey-wire.ts'
import { PlaceName } from '../Place.tsx'
import { busiest, dayNames, onDays, roomOf, type Stretch, teamWeekQuery, travellersOf, type TravellerWeek,
  useTeamText } from './team-week.ts'
import './team-week.css'

/** Maximum number of people shown on the home page. */
const most = 6

/** Home page widget for heads of units: people on a trip this week. Hidden if there are none. */
export function TeamWeek() {
  const { t } = useTeamText()
  const { data } = useQuery(teamWeekQuery(useHttp()))
  if (!data?.absences.length) return null
  const travellers = travellersOf(data)
  const shown = travellers.slice(0, most)
  return (
    <section aria-label={t('title')}>
      <SectionTitle>{t('title')}</SectionTitle>
      <table className="oa-week collapsed line-top wide">
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

/** Row of a traveller; days between bars are separate cells. */
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
  /** Number of days until the next bar, over which a long place name may overflow. */
  readonly room: number
}

function Bar({ stretch: { absence: { travellerName, from, to, destination }, days, isContinued, continues }, room }: BarProps) {
  const { t, name } = useTeamText()
  return (
    <span className="oa-week-bar on-accent round-4 accent block small"
      title={t('bar', { name: name(travellerName), from: from.slice(5), to: to.slice(5) })} data-continued={isContinued || undefined}
      data-continues={continues || undefined}
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
    <p className="oa-week-note row second small wrap top-8">
      <span className="oa-week-key on-accent" aria-hidden />
      {t('trip')}
      {hidden > 0 && <span>{t('more', { count: hidden })}</span>}
      {busy && (
        <strong className="orange medium aside">
          <WarningFilled aria-hidden /> {t('many', { day: t(onDays[busy.day]!), count: busy.count })}
        </strong>
      )}
    </p>
  )
}
