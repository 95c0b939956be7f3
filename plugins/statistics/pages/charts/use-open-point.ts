import { useCallback } from 'react'
import { useStatisticsText } from '../text.ts'
import type { ChartProps } from './chart-props.ts'

/** Opens the documents of a point by its place; the sum of the smaller values opens none. */
export function useOpenPoint(
  { chart, points, onOpen }: Pick<ChartProps, 'chart' | 'onOpen'> & Pick<ChartProps['figures'], 'points'>,
): (at: number) => void {
  const { name } = useStatisticsText()
  return useCallback((at) => {
    const point = points[at]
    if (point && chart.by !== undefined && point.value !== '…') onOpen({ [chart.by]: point.value }, name(point.name), chart.measure)
  }, [chart, name, onOpen, points])
}
