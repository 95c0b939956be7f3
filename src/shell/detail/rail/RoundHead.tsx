import { useRounds } from '../rounds/RoundsProvider.tsx'
import { useRailText } from './text.ts'

/** The beginning of a round in the history, and the way to what differs in it. */
export function RoundHead({ round }: { round: number }) {
  const { t } = useRailText()
  const { rounds, open } = useRounds()
  const isKnown = rounds.some((each) => each.round === round && (each.round > 1 || each.edits.length > 0))
  return (
    <li className="oa-round">
      <h3>{t('round', { n: round })}</h3>
      {isKnown && (
        <button type="button" className="plain oa-round-link" onClick={() => open(round)}>{t(round > 1 ? 'differences' : 'edits')}</button>
      )}
    </li>
  )
}
