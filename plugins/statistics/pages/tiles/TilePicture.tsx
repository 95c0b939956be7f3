import type { StatisticsPage } from '#plugins/statistics/statistics-page.ts'
import type { OverviewAnswer } from '../../wire.ts'
import { lengthOf } from '../../figures.ts'
import { useStatisticsText } from '../texts.ts'
import { bandOfShare } from '../charts/chart-parts.tsx'

const [paretoWidth, paretoHeight] = [204, 72]
/** Maximum number of columns. */
const most = 5

/** The largest values as columns, with their cumulative share as a line. */
function Pareto({ largest }: Pick<OverviewAnswer[number], 'largest'>) {
  const lengths = largest.slice(0, most).map(({ figure }) => lengthOf(figure))
  const whole = lengths.reduce((sum, length) => sum + length, 0)
  const [tallest, step] = [Math.max(...lengths, 1), paretoWidth / most]
  const together = lengths.map((_, at) => lengths.slice(0, at + 1).reduce((sum, length) => sum + length, 0) / (whole || 1))
  const points = together.map((share, at) => [(at + 0.5) * step, paretoHeight - 4 - share * (paretoHeight - 10)] as const)
  return (
    <svg className="oa-stat-pareto" viewBox={`0 0 ${paretoWidth} ${paretoHeight}`} preserveAspectRatio="none" aria-hidden>
      {lengths.map((length, at) => {
        const tall = (length / tallest) * (paretoHeight - 6)
        return <rect key={largest[at]?.value} x={at * step + step * 0.15} width={step * 0.7} y={paretoHeight - tall} height={tall} />
      })}
      <polyline points={points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')} />
    </svg>
  )
}

interface TilePictureProps extends Pick<OverviewAnswer[number], 'months' | 'largest' | 'headline'> {
  readonly page: StatisticsPage
}

/** Small decorative chart of a tile, in the form of the page's first chart. */
export function TilePicture({ page, headline, months, largest }: TilePictureProps) {
  const kinds = new Set(page.charts.map(({ kind }) => kind))
  if (kinds.has('gauges')) return <Gauge value={headline.value} />
  if (kinds.has('share')) return <Shares largest={largest} />
  if (kinds.has('pareto')) return <Pareto largest={largest} />
  if (kinds.has('lines')) return <Line months={months} />
  return kinds.has('steps') ? <Ranking largest={largest} /> : <Months months={months} />
}

function Months({ months }: Pick<TilePictureProps, 'months'>) {
  const tallest = Math.max(...months.map(({ value }) => lengthOf(value)), 0)
  return (
    <span className="oa-stat-months at-end flex gap-4" aria-hidden>
      {months.map(({ month, value }) => (
        <i className="grow" key={month} style={{ height: `${tallest === 0 ? 0 : Math.max(3, (lengthOf(value) / tallest) * 100)}%` }} />
      ))}
    </span>
  )
}

const [width, height] = [204, 72]

/** Sparkline by month with a tinted area; the segment to the last month is dashed, since it may still be running. */
function Line({ months }: Pick<TilePictureProps, 'months'>) {
  const tallest = Math.max(...months.map(({ value }) => lengthOf(value)), 1)
  const step = months.length > 1 ? width / (months.length - 1) : 0
  const points = months.map(({ value }, at) => [at * step, height - 2 - (lengthOf(value) / tallest) * (height - 8)] as const)
  const pointsText = (some: typeof points) => some.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')
  return (
    <svg className="oa-stat-line" viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden>
      <polygon points={`0,${height} ${pointsText(points)} ${width},${height}`} />
      <polyline points={pointsText(points.slice(0, -1))} />
      <polyline points={pointsText(points.slice(-2))} strokeDasharray="3 3" />
    </svg>
  )
}

function Ranking({ largest }: Pick<TilePictureProps, 'largest'>) {
  const { name } = useStatisticsText()
  const longest = Math.max(...largest.map(({ figure }) => lengthOf(figure)), 0)
  return (
    <span className="oa-stat-tile-bars grid" aria-hidden>
      {largest.slice(0, 4).map(({ value, name: stored, figure }) => (
        <span className="row gap-8" key={value}>
          <small className="cut second tiny">{name(stored)}</small>
          <i style={{ width: `${longest === 0 ? 0 : (lengthOf(figure) / longest) * 60}%` }} />
        </span>
      ))}
    </span>
  )
}

const tones = ['chart-1', 'chart-2', 'chart-3', 'chart-4', 'chart-5'] as const

/** Small donut of the largest values with a legend. */
function Shares({ largest }: Pick<TilePictureProps, 'largest'>) {
  const { name } = useStatisticsText()
  const shown = largest.filter(({ figure }) => lengthOf(figure) > 0).slice(0, 5)
  const whole = shown.reduce((sum, { figure }) => sum + lengthOf(figure), 0)
  const ends = shown.reduce<readonly number[]>(
    (all, { figure }) => [...all, (all.at(-1) ?? 0) + (whole === 0 ? 0 : (lengthOf(figure) / whole) * 100)],
    [],
  )
  return (
    <span className="oa-stat-ring row gap-12" aria-hidden>
      <svg className="rigid" viewBox="0 0 42 42">
        {shown.map(({ value }, at) => (
          <circle key={value} cx="21" cy="21" r="15.9" fill="none" strokeWidth="7" stroke={`var(--${tones[at] ?? 'chart-5'})`}
            strokeDasharray={`${Math.max(0, (ends[at] ?? 0) - (ends[at - 1] ?? 0) - 1)} 100`} strokeDashoffset={-(ends[at - 1] ?? 0)} />
        ))}
      </svg>
      <span className="grid narrow">
        {shown.slice(0, 4).map(({ value, name: stored }, at) => (
          <small key={value} className="cut second tiny">
            <i style={{ background: `var(--${tones[at] ?? 'chart-5'})` }} /> {name(stored)}
          </small>
        ))}
      </span>
    </span>
  )
}

/** Half-circle gauge of a share. */
function Gauge({ value }: { readonly value: string | null }) {
  const share = Math.min(1, lengthOf(value))
  return (
    <svg className="oa-stat-gauge" viewBox="0 0 120 66" data-band={bandOfShare(value)} aria-hidden>
      <path d="M 12 60 A 48 48 0 0 1 108 60" pathLength="100" />
      <path d="M 12 60 A 48 48 0 0 1 108 60" pathLength="100" strokeDasharray={`${share * 100} 200`} />
    </svg>
  )
}
