import { CalendarOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { tailOf } from '#fields/cascader/place-name.ts'
import { storedName, useReferences } from '#fields/references/use-references.ts'
import { saveFile } from '#providers/files.ts'
import type { Journey } from '../journey-wire.ts'
import { calendarOf } from './calendar-file.ts'
import { endsOf, wayMark } from './Place.tsx'
import { useJourneyText } from './text.ts'

/** Hands a trip to the calendar of the reader's computer or phone. */
export function CalendarButton({ journey }: { journey: Journey }) {
  const { t } = useJourneyText()
  const nameOf = usePlaceNames(journey)
  const save = () => {
    const { from, to } = endsOf(journey)
    const title = from.join() === to.join() ? nameOf(to) : `${nameOf(from)}${wayMark(journey)}${nameOf(to)}`
    const file = calendarOf(journey, { title,
      wayOf: ({ startingAreaCode, destinationAreaCode }) => `${nameOf(startingAreaCode)} → ${nameOf(destinationAreaCode)}` }, new Date())
    saveFile(new Blob([file], { type: 'text/calendar' }), `${journey.businessNo ?? journey.departTime.slice(0, 10)}.ics`)
  }
  return <Button icon={<CalendarOutlined aria-hidden />} onClick={save}>{t('toCalendar')}</Button>
}

/** Returns the names of a trip's places, by their codes. */
function usePlaceNames({ segments }: Journey): (area: readonly string[]) => string {
  const { name } = useJourneyText()
  const codes = [
    ...new Set(
      segments.flatMap(({ startingAreaCode, destinationAreaCode }) => [...tailOf(startingAreaCode), ...tailOf(destinationAreaCode)]),
    ),
  ]
  const places = useReferences('cascader', codes)
  return (area) => tailOf(area).map((code) => name(storedName(places[codes.indexOf(code)], code))).join(' / ')
}
