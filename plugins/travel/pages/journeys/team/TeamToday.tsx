import { useQuery } from '@tanstack/react-query'
import { useHttp } from '#shell/backend.ts'
import { teamWeekQuery, useTeamText } from './team-week.ts'

/** Line below the greeting for heads of units: number of people, and how many are travelling today. Hidden for others. */
export function TeamToday() {
  const { t, name } = useTeamText()
  const { data } = useQuery(teamWeekQuery(useHttp()))
  if (!data) return null
  const { unit, people, awayToday: away } = data
  return <span>{t(away === 0 ? 'todayAll' : 'today', { unit: unit === null ? t('team') : name(unit), people, away })}</span>
}
