import { BarChart, FunnelChart, GaugeChart, LineChart, PieChart, ScatterChart } from 'echarts/charts'
import { AriaComponent, GridComponent, TooltipComponent } from 'echarts/components'
import { init, use } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'

use([BarChart, LineChart, PieChart, ScatterChart, FunnelChart, GaugeChart, GridComponent, TooltipComponent, AriaComponent, SVGRenderer])

/** Creates a chart inside an element, as SVG: sharp at every zoom level and in print. */
export const draw = (element: HTMLElement) => init(element, undefined, { renderer: 'svg' })
