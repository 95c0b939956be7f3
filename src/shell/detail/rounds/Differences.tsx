import { Button, Segmented, Switch } from 'antd'
import { useId } from 'react'
import type { Round } from '#approval/wire/rounds.ts'
import { useStore } from '#shell/form/store/use-store.ts'
import { DifferenceTable } from './DifferenceTable.tsx'
import { useRounds } from './RoundsProvider.tsx'
import { useRoundsText } from './text.ts'
import './rounds.css'

/** A line above the content of a document that was resubmitted or changed by approvers: number of differences, expandable. */
export function Differences() {
  const { t } = useRoundsText()
  const { rounds, shown, hasFailed, isWaiting, retry } = useRounds()
  const round = rounds.find((each) => each.round === shown)
  if (hasFailed)
    return (
      <div className="oa-differences" role="alert">
        {t('failed')} <Button size="small" onClick={retry}>{t('retry')}</Button>
      </div>
    )
  if (isWaiting) return <Place />
  return round && rounds.some(isWorth) && <Line round={round} />
}

/** The number of differences of a round; expands to the list. */
function Line({ round }: { round: Round }) {
  const { t } = useRoundsText()
  const { rounds: all, shown, isOpen, open, close } = useRounds()
  const id = useId()
  const isSame = all.every(({ changes, edits }) => changes.length + edits.length === 0)
  return (
    <section className="oa-differences" aria-labelledby={id}>
      <div className="oa-differences-head">
        <span id={id}>
          <Summary round={round} />
        </span>
        {!isSame && (
          <label className="oa-differences-switch">
            {t('show')} <span className="unseen">{round.round > 1 ? t('since', { n: round.round - 1 }) : t('editsTitle')}</span>
            <Switch size="small" checked={isOpen} onChange={(isOn) => (isOn ? open(shown) : close())} />
          </label>
        )}
      </div>
      {isOpen && all.length > 1 && (
        <Segmented size="small" aria-label={t('choose')} value={shown} onChange={open}
          options={all.filter(isWorth).map((each) => ({ value: each.round, label: t('round', { n: each.round }) }))} />
      )}
      {isOpen && <RoundContent round={round} />}
    </section>
  )
}

/** Placeholder that reserves the line's height, to avoid a layout shift. */
const Place = () => (
  <div className="oa-differences" aria-hidden>
    <div className="oa-differences-head">
      <span className="oa-differences-switch" />
    </div>
  </div>
)

const isWorth = ({ round, edits }: Round) => round > 1 || edits.length > 0

function Summary({ round: { round, changes, edits } }: { round: Round }) {
  const { t, locale } = useRoundsText()
  const count = changes.length
  const parts = [
    ...(round > 1 ? [count > 0 ? t('count', { count, n: round - 1 }) : t('same', { n: round - 1 })] : []),
    ...(edits.length > 0 ? [t('edits', { count: edits.length })] : []),
  ]
  return <>{parts.join(locale === 'cn' ? '，' : ', ')}</>
}

function RoundContent({ round: { changes, edits } }: { round: Round }) {
  const { t } = useRoundsText()
  const { form } = useStore()
  return (
    <>
      {changes.length > 0 && <DifferenceTable form={form} differences={changes} />}
      {edits.length > 0 && (
        <>
          <h2 className="oa-differences-title">{t('editsTitle')}</h2>
          <DifferenceTable form={form} differences={edits} />
        </>
      )}
    </>
  )
}
