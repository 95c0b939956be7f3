import type { OverviewAnswer } from '../../wire.ts'
import { lengthOf } from '../../figures.ts'

const [width, height] = [204, 72]
/** Maximum number of columns. */
const most = 5

/** The largest values as columns, with their cumulative share as a line. */
export function Pareto({ largest }: Pick<OverviewAnswer[number], 'largest'>) {
  const lengths = largest.slice(0, most).map(({ figure }) => lengthOf(figure))
  const whole = lengths.reduce((sum, length) => sum + length, 0)
  const [tallest, step] = [Math.max(...lengths, 1), width / most]
  const together = lengths.map((_, at) => lengths.slice(0, at + 1).reduce((sum, length) => sum + length, 0) / (whole || 1))
  const points = together.map((share, at) => [(at + 0.5) * step, height - 4 - share * (height - 10)] as const)
  return (
    <svg className="oa-stat-pareto" viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden>
      {lengths.map((length, at) => {
        const tall = (length / tallest) * (height - 6)
        return <rect key={largest[at]?.value} x={at * step + step * 0.15} width={step * 0.7} y={height - tall} height={tall} />
      })}
      <polyline points={points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')} />
    </svg>
  )
}
