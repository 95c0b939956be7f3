import type { ComponentType } from 'react'
import type { ChartKind } from '#kernel/statistics.ts'
import { Bars } from './Bars.tsx'
import { Calendar } from './Calendar.tsx'
import type { ChartProps } from './chart-props.ts'
import { Columns } from './Columns.tsx'
import { Funnel } from './Funnel.tsx'
import { Gauges } from './Gauges.tsx'
import { Heat } from './Heat.tsx'
import { Scatter } from './Scatter.tsx'

const forms: Readonly<Record<ChartKind, ComponentType<ChartProps>>> = {
  columns: Columns,
  lines: Columns,
  steps: Columns,
  pareto: Columns,
  ranking: Bars,
  share: Bars,
  gauges: Gauges,
  scatter: Scatter,
  funnel: Funnel,
  heat: Heat,
  calendar: Calendar,
}

/** A declared chart in its form. */
export function StatisticsChart(props: ChartProps) {
  const Form = forms[props.chart.kind]
  return <Form {...props} />
}
