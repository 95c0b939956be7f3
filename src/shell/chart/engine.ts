import { BarChart, FunnelChart, GaugeChart, LineChart, PieChart, ScatterChart } from 'echarts/charts'
import { AriaComponent, GridComponent, TooltipComponent } from 'echarts/components'
import { init, use } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'

use([BarChart, LineChart, PieChart, ScatterChart, FunnelChart, GaugeChart, GridComponent, TooltipComponent, AriaComponent, SVGRenderer])

/** A picture inside an element, as elements of the page: sharp at every zoom, and printed. */
export const draw = (element: HTMLElement) => init(element, undefined, { renderer: 'svg' })
