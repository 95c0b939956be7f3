import { CaretDownOutlined, CaretUpOutlined } from '@ant-design/icons'
import type { ListQuery } from '#shell/list/query.ts'
import { StateView } from '#shell/states/StateView.tsx'
import { type LeadingValue, type Measure, ordersRows, type StatisticsPage } from '#plugins/statistics/statistics-page.ts'
import type { StatisticsAnswer } from '../wire.ts'
import { type AmountUnit, figureText } from '../figures.ts'
import { MeasureName } from './Headline.tsx'
import { useDimensionLabel, useStatisticsText } from './texts.ts'
import { bandOfShare } from './charts/chart-parts.tsx'

interface TableProps {
  readonly page: StatisticsPage
  readonly answer: StatisticsAnswer
  readonly unit: AmountUnit
  readonly sort: ListQuery['sort']
  onSort(sort: NonNullable<ListQuery['sort']>): void
  onOpen(row: Readonly<Record<string, string>>, what: string, measure?: string): void
  /** Returns whether the reader has the measure's column switched on. */
  isShown(measure: string): boolean
  /** Drills down into a row; only for pages with levels. */
  onLevel?: ((values: readonly string[]) => void) | undefined
}

/** The page's rows with their totals; each figure opens its documents. */
export function Table({ page, answer: { rows, totals }, unit, sort, onSort, onOpen, isShown, onLevel }: TableProps) {
  const { t, name, label } = useStatisticsText()
  const dimension = useDimensionLabel(page)
  const measures = Object.entries(page.measures).filter(([key]) => isShown(key))
  const leading = Object.entries(page.leading ?? {})
  if (rows.length === 0) return <StateView illustration="empty" title={t('noData')} text={t('noDataHint')} role="status" />
  return (
    <div className="oa-stat-table scroll-x" tabIndex={0} role="group" aria-label={label(page)}>
      <table>
        <thead>
          {page.heads && <Heads page={page} measures={measures} />}
          <tr>
            {page.groupBy.map((key) => <th key={key} scope="col">{dimension(key)}</th>)}
            {leading.map(([key, column]) => <th key={key} scope="col">{label(column)}</th>)}
            {measures.map(([key, measure]) => <SortHead key={key} name={key} measure={measure} sort={sort} onSort={onSort} />)}
          </tr>
        </thead>
        <tbody>
          <tr className="oa-stat-totals">
            <th scope="row" colSpan={page.groupBy.length + leading.length}>{t('total')}</th>
            {measures.map(([key, measure]) => (
              <td key={key} className="is-right">
                <Figure figure={totals[key]} measure={measure} unit={unit} of={label(measure)}
                  onOpen={() => onOpen({}, label(page), key)} />
              </td>
            ))}
          </tr>
          {rows.map(({ dimensions, figures, leading: leads }) => {
            const row = Object.fromEntries(Object.entries(dimensions).map(([key, { value }]) => [key, value]))
            const what = page.groupBy.map((key) => name(dimensions[key]?.name)).join(' · ')
            return (
              <tr key={what + Object.values(row).join(' ')}>
                {page.groupBy.map((key, at) => (
                  <td key={key}>
                    <Value name={name(dimensions[key]?.name)} onLevel={at === page.groupBy.length - 1 && !isUnnamed(row)
                      ? onLevel && (() => onLevel(Object.values(row)))
                      : undefined} />
                  </td>
                ))}
                {leading.map(([key, column]) => (
                  <td key={key}>
                    <Lead page={page} column={column} lead={leads?.[key]} unit={unit}
                      onOpen={(lead, words) => onOpen({ ...row, [column.by]: lead }, `${what} · ${words}`, column.measure)} />
                  </td>
                ))}
                {measures.map(([key, measure]) => (
                  <td key={key} className="is-right">
                    <Figure figure={figures[key]} measure={measure} unit={unit} of={what} onOpen={() => onOpen(row, what, key)} />
                  </td>
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

/** Returns whether a dimension of the row has no value: its figures cannot be opened. */
const isUnnamed = (row: Readonly<Record<string, string>>): boolean => Object.values(row).includes('')

/** A dimension value; on pages with levels it drills down. */
function Value({ name, onLevel }: { readonly name: string; readonly onLevel: (() => void) | undefined }) {
  const { t } = useStatisticsText()
  if (!onLevel) return <span className="cut" title={name}>{name}</span>
  return (
    <button type="button" className="plain cut oa-stat-link accent" title={name} aria-label={`${name} · ${t('openLevel')}`}
      onClick={onLevel}
    >
      {name}
    </button>
  )
}

interface LeadProps {
  readonly page: StatisticsPage
  readonly column: LeadingValue
  readonly lead: NonNullable<StatisticsAnswer['rows'][number]['leading']>[string] | undefined
  readonly unit: AmountUnit
  onOpen(value: string, words: string): void
}

/** Cell with the value that has the highest figure within a row, and that figure. */
function Lead({ page: { measures }, column, lead, unit, onOpen }: LeadProps) {
  const { name } = useStatisticsText()
  const measure = measures[column.measure]
  if (!lead || !measure) return <span className="oa-nothing">—</span>
  const words = name(lead.name)
  return (
    <span className="baseline flex gap-8 between">
      <span className="cut" title={words}>{words}</span>
      <Figure figure={lead.figure} measure={measure} unit={unit} of={words} onOpen={() => onOpen(lead.value, words)} />
    </span>
  )
}

/** Header row of the column groups. */
function Heads({ page, measures }: { readonly page: StatisticsPage; readonly measures: readonly (readonly [string, Measure])[] }) {
  const { label } = useStatisticsText()
  const heads = Object.entries(page.heads ?? {}).flatMap(([key, head]) => {
    const span = measures.filter(([, measure]) => measure.head === key).length
    return span === 0 ? [] : [<th key={key} scope="colgroup" colSpan={span}>{label(head)}</th>]
  })
  return (
    <tr className="oa-stat-heads">
      <td colSpan={page.groupBy.length + Object.keys(page.leading ?? {}).length} />
      {heads}
    </tr>
  )
}

interface SortHeadProps {
  readonly name: string
  readonly measure: Measure
  readonly sort: ListQuery['sort']
  onSort(sort: NonNullable<ListQuery['sort']>): void
}

function SortHead({ name, measure, sort, onSort }: SortHeadProps) {
  const { label } = useStatisticsText()
  if (!ordersRows(measure)) {
    return (
      <th scope="col" className="is-right">
        <MeasureName name={label(measure)} hint={measure.hint} isFocusable />
      </th>
    )
  }
  const isOrder = sort?.column === name
  return (
    <th scope="col" className="is-right" aria-sort={isOrder ? (sort.asc ? 'ascending' : 'descending') : undefined}>
      <button type="button" className="plain" data-tip={measure.hint && label(measure.hint)}
        onClick={() => onSort({ column: name, asc: isOrder ? !sort.asc : false })}
      >
        <MeasureName name={label(measure)} hint={measure.hint} />
        {isOrder && (sort.asc ? <CaretUpOutlined aria-hidden /> : <CaretDownOutlined aria-hidden />)}
      </button>
    </th>
  )
}

interface FigureProps {
  readonly figure: string | null | undefined
  readonly measure: Measure
  readonly unit: AmountUnit
  /** Description of the figure for screen readers. */
  readonly of: string
  readonly decimals?: number
  /** Opens the documents behind the figure. */
  onOpen?(): void
}

/** A figure as a button that opens its documents; plain text if empty or if `onOpen` is absent. */
function Figure({ figure, measure, unit, of, decimals, onOpen }: FigureProps) {
  const { t } = useStatisticsText()
  const text = figureText(figure, measure, unit, decimals)
  const isNothing = text === '—'
  const tone = isNothing ? undefined : toneOf(measure, figure ?? null)
  if (isNothing || !onOpen) return <span className={isNothing ? 'oa-nothing' : 'num'} data-tone={tone}>{text}</span>
  return (
    <button type="button" className="plain num oa-stat-figure" data-tone={tone} data-unit={measure.unit}
      aria-label={`${text} · ${t('openDocuments', { what: of })}`} onClick={onOpen}
    >
      {text}
    </button>
  )
}

function toneOf({ isBad, isBand }: Measure, figure: string | null): 'bad' | 'near' | undefined {
  if (!isBand) return isBad ? 'bad' : undefined
  const band = bandOfShare(figure)
  return band === 'over' ? 'bad' : band === 'near' ? 'near' : undefined
}
