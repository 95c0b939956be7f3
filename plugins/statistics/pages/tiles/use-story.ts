import type { StatisticsPage } from '#kernel/statistics.ts'
import { decimalOf, formatNumber, sumMoney } from '#kernel/values/money.ts'
import { monthName } from '../../times.ts'
import type { OverviewAnswer } from '../../wire.ts'
import { figureText, lengthOf } from '../../figures.ts'
import { useStatisticsText } from '../text.ts'

type StoryFigures = Pick<OverviewAnswer[number], 'headline' | 'months' | 'largest'>

/** One sentence about a page: what makes up most of its headline, else when it was highest. */
export function useStory({ measures }: Pick<StatisticsPage, 'measures'>, { headline, months, largest }: StoryFigures): string {
  const { t, name, locale } = useStatisticsText()
  const measure = measures[headline.measure]
  if (!measure || lengthOf(headline.value) === 0) return t('story.nothing')
  if (measure.unit === 'percent') return t('story.band', { ratio: figureText(headline.value, measure, 'one') })
  const whole = decimalOf(headline.value)
  const share = (figures: readonly (string | null)[]) => shareText(figures, whole)
  const [first, second] = largest.filter(isNamed)
  if (first && second)
    return t('story.two', { name: name(first.name), other: name(second.name), share: share([first.figure, second.figure]) })
  if (first) return t('story.top', { name: name(first.name), share: share([first.figure]) })
  return t('story.peak', { month: monthName(peakOf(months), locale, 'long') })
}

const isNamed = ({ value, figure }: OverviewAnswer[number]['largest'][number]): boolean =>
  value !== '' && value !== '…' && lengthOf(figure) > 0

/** The month with the highest figure. */
const peakOf = (months: OverviewAnswer[number]['months']): string =>
  months.toSorted((one, other) => lengthOf(other.value) - lengthOf(one.value))[0]?.month ?? '2000-01'

function shareText(figures: readonly (string | null)[], whole: ReturnType<typeof decimalOf>): string {
  return `${whole ? formatNumber(sumMoney(figures).div(whole).times(100), 0) : 0}%`
}
