import { FieldCell } from '#shell/resource/renderers.tsx'
import { Pill } from '#shell/parts/StatePill.tsx'
import type { Journey, JourneyRisk } from '../journey-wire.ts'
import { journeyFields } from './fields.ts'
import { useJourneyText } from './text.ts'

/** A place by its city, and its district where there is one. */
export function PlaceName({ area }: { area: readonly string[] }) {
  return (
    <span className="oa-place">
      <FieldCell field={journeyFields.startArea} value={area} />
    </span>
  )
}

/** From where to where a trip leads; one within one place names it once. */
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

/** Where a trip begins, and where it leads: the first goal of one that comes back. */
export const endsOf = ({ segments, oneWay }: Pick<Journey, 'segments' | 'oneWay'>) => ({
  from: segments[0]?.startingAreaCode ?? [],
  to: segments.at(oneWay ? -1 : 0)?.destinationAreaCode ?? [],
})

/** The arrow between two places: a double one for a trip that comes back. */
export const wayMark = ({ oneWay }: Pick<Journey, 'oneWay'>): string => (oneWay ? ' → ' : ' ⇄ ')

const tones = { high: 'red', middle: 'orange' } as const

/** A remark where a journey leads through an area at risk. */
export function Risk({ level }: { level: JourneyRisk }) {
  const { t } = useJourneyText()
  return level === 'none' ? null : <Pill tone={tones[level]}>{t(level)}</Pill>
}
