import { Link } from 'react-router'
import { SectionTitle } from '#shell/parts/SectionTitle.tsx'
import { type CategoryYear, lengthOf, ledgerPath, minus, type Overview, yuan } from './overview.ts'
import { useOverviewText } from './text.ts'

/** As many as are shown. */
const most = 6

interface Mover extends CategoryYear {
  /** Forecast less budget. */
  readonly difference: string
}

/** The categories whose forecast is furthest from their budget, either way. */
export function Movers({ overview }: { overview: Overview }) {
  const { t } = useOverviewText()
  const movers = moversOf(overview)
  const longest = Math.max(1, ...movers.map(({ difference }) => Math.abs(lengthOf(difference))))
  return (
    <section aria-label={t('movers')}>
      <SectionTitle>{t('movers')}</SectionTitle>
      <div className="oa-movers-frame" tabIndex={0} role="region" aria-label={t('movers')}>
        <table className="oa-movers">
          <thead>
            <tr>{(['category', 'budget', 'used', 'sameMonths', 'occupied', 'forecast', 'difference'] as const).map((key) => <th key={key} scope="col">{t(key)}</th>)}</tr>
          </thead>
          <tbody>{movers.map((mover) => <MoverRow key={mover.id} mover={mover} year={overview.year} share={Math.abs(lengthOf(mover.difference)) / longest} />)}</tbody>
        </table>
      </div>
    </section>
  )
}

function moversOf({ categories }: Pick<Overview, 'categories'>): readonly Mover[] {
  return categories
    .map((category) => ({ ...category, difference: minus(category.forecast, category.budget) }))
    .filter(({ difference }) => lengthOf(difference) !== 0)
    .toSorted((one, other) => Math.abs(lengthOf(other.difference)) - Math.abs(lengthOf(one.difference)))
    .slice(0, most)
}

function MoverRow({ mover, year, share }: { mover: Mover; year: number; share: number }) {
  const { name } = useOverviewText()
  const isOver = !mover.difference.startsWith('-')
  return (
    <tr>
      <th scope="row"><Link to={ledgerPath(year, { category: mover.id })}>{name(mover.name)}</Link></th>
      {[mover.budget, mover.used, mover.lastYear, mover.occupied, mover.forecast].map((amount, at) => <td className="num" key={at}>{yuan(amount)}</td>)}
      <td className="num" data-band={isOver ? 'over' : undefined}>
        <span className="oa-mover-bar" data-over={isOver} style={{ width: `${Math.round(share * 60)}px` }} aria-hidden />
        {isOver && '+'}{yuan(mover.difference)}
      </td>
    </tr>
  )
}
