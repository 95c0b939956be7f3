import { FieldCell } from '#shell/resource/renderers.tsx'
import { Pill } from '#shell/parts/StatePill.tsx'
import type { Journey, JourneyRisk } from '../../journeys/journey-wire.ts'
import { journeyFields, useJourneyText } from './journeys.ts'

/** Name of a place: city, and district if given. */
export function PlaceName({ area }: { area: readonly string[] }) {
  return (
    <span className="oa-place">
      <FieldCell field={journeyFields.startArea} value={area} />
    </span>
  )
}

/** Route of a trip from start to destination; a trip within one place shows it once. */
export function Way({ journey }: { journey: Pick<Journey, 'segments' | 'oneWay'> }) {
  const { from, to } = endsOf(journey)
  if (from.join() === to.join()) return <PlaceName area={to} />
  return (
    <>
      <PlaceName area={from} />
      {wayMark(journey)}
      <PlaceName area={to} />
    </>
  )
}

/** Start and destination of a trip; of a round trip the first destination. */
export const endsOf = ({ segments, oneWay }: Pick<Journey, 'segments' | 'oneWay'>) => ({
  from: segments[0]?.startingAreaCode ?? [],
  to: segments.at(oneWay ? -1 : 0)?.destinationAreaCode ?? [],
})

/** Arrow between two places; double for a round trip. */
export const wayMark = ({ oneWay }: Pick<Journey, 'oneWay'>): string => (oneWay ? ' → ' : ' ⇄ ')

const tones = { high: 'red', middle: 'orange' } as const

/** Tag of a journey through an area at risk. */
export function Risk({ level }: { level: JourneyRisk }) {
  const { t } = useJourneyText()
  return level === 'none' ? null : <Pill tone={tones[level]}>{t(level)}</Pill>
}
