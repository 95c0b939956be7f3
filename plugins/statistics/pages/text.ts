import { definePartText } from '#fields/text.ts'
import { dimensionLabel, type StatisticsPage } from '#plugins/statistics/statistics-page.ts'
import { cn } from './locales/cn.ts'
import { en } from './locales/en.ts'

type StatisticsTextKey = keyof typeof cn

export const useStatisticsText = definePartText<StatisticsTextKey>({ cn, en })

/** Returns the label of a dimension on a page. */
export function useDimensionLabel(page: StatisticsPage): (key: string) => string {
  const { label } = useStatisticsText()
  return (key) => label(dimensionLabel(page, key))
}
