import { sumMoney } from '#kernel/values/money.ts'
import { Money } from '#shell/parts/Money.tsx'
import type { PostingFigure, PostingFigures } from '../wire.ts'
import { type ShownState, shownStates } from './query.ts'
import { usePostingText } from './text.ts'

interface FiguresProps {
  readonly figures: PostingFigures['states']
  readonly state: ShownState | undefined
  onFilter(state: ShownState | undefined): void
}

/** The numbers of lines that wait, were posted, refused and handled, each with its last seven days; a click shows only those. */
export const Figures = ({ figures, state, onFilter }: FiguresProps) => (
  <div className="oa-posting-figures">
    {(Object.keys(shownStates) as ShownState[]).map((each) => (
      <Figure key={each} state={each} figure={together(shownStates[each].map((part) => figures[part]))} isChosen={state === each}
        onChoose={() => onFilter(state === each ? undefined : each)} />
    ))}
  </div>
)

interface FigureProps {
  readonly state: ShownState
  readonly figure: PostingFigure
  readonly isChosen: boolean
  onChoose(): void
}

function Figure({ state, figure, isChosen, onChoose }: FigureProps) {
  const { t } = usePostingText()
  const tallest = Math.max(...figure.days, 1)
  return (
    <button type="button" className="plain oa-posting-figure" data-state={state} aria-pressed={isChosen}
      title={t('filterBy', { state: t(state) })} onClick={onChoose}
    >
      <span className="oa-posting-figure-name">{t(state)}</span>
      <span>
        <strong className="num" data-none={figure.count === 0 || undefined}>{figure.count.toLocaleString('en')}</strong>
        {Number(figure.amount) !== 0 && (
          <small>
            <Money value={figure.amount} decimals={0} />
          </small>
        )}
      </span>
      <span className="oa-posting-figure-note">
        <Note state={state} figure={figure} />
      </span>
      <span className="oa-posting-days" aria-hidden>
        {figure.days.map((count, index) => <i key={index} style={{ height: `${Math.max(4, (count / tallest) * 100)}%` }} />)}
        <small>{t('week')}</small>
      </span>
    </button>
  )
}

function Note({ state, figure: { count, next, oldest, seconds } }: { readonly state: ShownState; readonly figure: PostingFigure }) {
  const { t } = usePostingText()
  const span = useSpan()
  if (state === 'waiting') return count === 0 || next === null ? t('nothingWaits') : t('next', { time: next.slice(11, 16) })
  if (state === 'posted') return seconds === null ? t('thisMonth') : t('average', { time: span(seconds) })
  if (state === 'refused') return oldest === null ? t('nothingRefused') : t('oldest', { date: oldest.slice(5, 10) })
  return t('byHand')
}

/** A length of time in its largest unit. */
function useSpan() {
  const { t } = usePostingText()
  return (seconds: number) => {
    if (seconds < 60) return t('seconds', { count: Math.max(1, seconds) })
    return seconds < 3_600 ? t('minutes', { count: Math.round(seconds / 60) }) : t('hours', { count: Math.round(seconds / 3_600) })
  }
}

/** Figures of states that are shown as one. */
function together(figures: readonly PostingFigure[]): PostingFigure {
  const [first, ...others] = figures
  return others.reduce((sum, each) => ({
    count: sum.count + each.count,
    amount: sumMoney([sum.amount, each.amount]).toFixed(2),
    oldest: [sum.oldest, each.oldest].filter((day) => day !== null).toSorted()[0] ?? null,
    next: [sum.next, each.next].filter((time) => time !== null).toSorted()[0] ?? null,
    seconds: sum.seconds,
    days: sum.days.map((count, index) => count + (each.days[index] ?? 0)),
  }), first!)
}
