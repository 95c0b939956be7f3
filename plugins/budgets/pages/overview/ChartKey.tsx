import { type SpendSeries, spendColours } from './spend-option.ts'

/** Legend of the colours and the hatching. */
export function ChartKey({ series, budget }: { series: readonly SpendSeries[]; budget?: string }) {
  return (
    <ul className="oa-chart-key flex wrap small line-18">
      {series.map(({ name, kind }, at) => (
        <li key={name}>
          {kind === 'occupied'
            ? <i className="is-hatched" aria-hidden />
            : <i style={{ background: `var(--${spendColours[at] ?? 'chart-5'})` }} aria-hidden />}
          {name}
        </li>
      ))}
      {budget && (
        <li>
          <i className="is-line" style={{ background: 'var(--text)' }} aria-hidden />
          {budget}
        </li>
      )}
    </ul>
  )
}
