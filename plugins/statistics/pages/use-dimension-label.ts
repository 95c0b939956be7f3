import { dimensionLabel, type StatisticsPage } from '#plugins/statistics/statistics-page.ts'
import { useStatisticsText } from './text.ts'

/** Returns the label of a dimension on a page. */
export function useDimensionLabel(page: StatisticsPage): (key: string) => string {
  const { label } = useStatisticsText()
  return (key) => label(dimensionLabel(page, key))
}
