import type { StatisticsPage } from '#kernel/statistics.ts'
import { useStatisticsText } from './text.ts'

/** Returns the label of a dimension on a page. */
export function useDimensionLabel({ dimensions }: StatisticsPage): (key: string) => string {
  const { t, label } = useStatisticsText()
  return (key) => {
    const dimension = dimensions[key]
    if (dimension) return label(dimension)
    return key === 'department' || key === 'person' ? t(key) : key
  }
}
