import type { StatisticsPage } from '#kernel/statistics.ts'
import { inSentence } from '#kernel/wording/in-sentence.ts'
import { decimalOf, formatNumber, sumMoney } from '#kernel/values/money.ts'
import { monthName } from '../../times.ts'
import type { OverviewAnswer } from '../../wire.ts'
import { figureText, lengthOf } from '../../figures.ts'
import { useStatisticsText } from '../text.ts'

type StoryFigures = Pick<OverviewAnswer[number], 'headline' | 'months' | 'largest'>

/** One sentence about a page: the share of its headline that the largest come to, else the month when it was highest. */
export function useStory({ measures }: Pick<StatisticsPage, 'measures'>, { headline, months, largest }: StoryFigures): string {
  const { t, name, label, locale } = useStatisticsText()
  const measure = measures[headline.measure]
  if (!measure || lengthOf(headline.value) === 0) return t('story.nothing')
  if (measure.unit === 'percent') return t('story.band', { ratio: figureText(headline.value, measure, 'one') })
  const whole = decimalOf(headline.value)
  const what = locale === 'en' ? inSentence(label(measure)) : label(measure)
  const [first, second] = largest.filter(isNamed)
  if (!first) return t('story.peak', { what, month: monthName(peakOf(months), locale, 'long') })
  const named = { what, name: name(first.name) }
  const share = shareText([first.figure], whole)
  if (share === all) return t('story.all', named)
  if (!second) return t('story.top', { ...named, share })
  return t('story.two', { ...named, other: name(second.name), share: shareText([first.figure, second.figure], whole) })
}

const all = '100%'

const isNamed = ({ value, figure }: OverviewAnswer[number]['largest'][number]): boolean =>
  value !== '' && value !== '…' && lengthOf(figure) > 0

/** The month with the highest figure. */
const peakOf = (months: OverviewAnswer[number]['months']): string =>
  months.toSorted((one, other) => lengthOf(other.value) - lengthOf(one.value))[0]?.month ?? '2000-01'

function shareText(figures: readonly (string | null)[], whole: ReturnType<typeof decimalOf>): string {
  return `${whole ? formatNumber(sumMoney(figures).div(whole).times(100), 0) : 0}%`
}
