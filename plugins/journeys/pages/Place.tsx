import { FieldCell } from '#shell/resource/renderers.tsx'
import { Pill } from '#shell/parts/StatePill.tsx'
import type { JourneyRisk } from '../journey-wire.ts'
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

const tones = { high: 'red', middle: 'orange' } as const

/** A remark where a journey leads through an area at risk. */
export function Risk({ level }: { level: JourneyRisk }) {
  const { t } = useJourneyText()
  return level === 'none' ? null : <Pill tone={tones[level]}>{t(level)}</Pill>
}
