import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Decimal } from 'decimal.js'
import { Suspense, useId } from 'react'
import { nameOf } from '#kernel/wording/names.ts'
import { budgetTables, type Form } from '#kernel/form.ts'
import type { Band } from '#plugins/budgets/band.ts'
import { moneyText } from '#kernel/values/money.ts'
import { useHttp } from '#shell/backend.ts'
import { usePart, useStore } from '#shell/form/store/use-store.ts'
import { Money } from '#shell/parts/Money.tsx'
import { SectionTitle } from '#shell/parts/SectionTitle.tsx'
import { FieldCell } from '#shell/resource/renderers.tsx'
import { barsOf, type Month } from './bars.ts'
import { type RequestedLine, requestedLines } from './lines.ts'
import { useRibbonText } from './text.ts'
import './ribbon.css'

/** A line of the check; figures and months are absent for who may not know the budget. */
interface CheckedLine {
  readonly expenseCategoryId: string
  readonly departmentName: string
  readonly month: string
  readonly thisAmount: string
  /** The part of `thisAmount` that applications hold already. */
  readonly coveredAmount: string
  readonly band: Band
  readonly budget?: string
  readonly spent?: string
  readonly occupied?: string
  readonly available?: string
  readonly months?: readonly Month[]
}

/** Budgets that are drawn; a document rarely draws on more. */
const drawn = 3

/** The budgets that a document draws on, month by month, for whoever may know them: on its form, and where it is passed. */
export function BudgetRibbon({ document }: { document?: string }) {
  const http = useHttp()
  const { t } = useRibbonText()
  const lines = usePart((store) => requestedLines(store.form, store.value), (one, other) => JSON.stringify(one) === JSON.stringify(other))
  const [first] = lines
  const { data = [] } = useQuery({
    queryKey: ['budgets', 'ribbon', document, lines],
    queryFn: ({ signal }) =>
      http.query<readonly CheckedLine[]>('/budgetservice/budget/check', requestBody(lines, document), { signal, quiet: true }),
    enabled: first !== undefined,
    placeholderData: keepPreviousData,
  })
  const known = lines.length > 0 ? data.filter(({ months }) => months) : []
  if (known.length === 0) return null
  return (
    <section className="oa-ribbon" aria-label={t('title')}>
      <SectionTitle>{t('title')}</SectionTitle>
      {known.slice(0, drawn).map((line) => <Line key={`${line.departmentName}${line.expenseCategoryId}`} line={line} />)}
      {known.length > drawn && <p className="oa-ribbon-more">{t('more', { count: known.length - drawn })}</p>}
    </section>
  )
}

const requestBody = (lines: readonly RequestedLine[], document: string | undefined) => ({
  departmentId: lines[0]?.departmentId,
  months: true,
  lines: lines.map((line) => ({ ...line, ...(document !== undefined && { businessKey: document }) })),
})

function Line({ line }: { line: CheckedLine }) {
  const { t, locale } = useRibbonText()
  const { form } = useStore()
  const { months = [], budget = '0' } = line
  const at = Number(line.month.slice(5, 7)) - 1
  // nothing can be said of what no budget is planned for, neither that it is kept nor that it is exceeded
  const isPlanned = line.band !== 'none'
  const name = nameOf(line.departmentName, locale)
  const beyond = new Decimal(line.thisAmount).minus(line.coveredAmount)
  return (
    <div className="oa-ribbon-line">
      <div className="oa-ribbon-head">
        <span>
          {name} × <Category form={form} value={line.expenseCategoryId} />
        </span>
        <dl>
          <Figure name={t('budget', { month: line.month.slice(0, 7) })} amount={isPlanned ? budget : undefined} />
          <Requested line={line} />
          {isPlanned && <Remainder left={new Decimal(line.available ?? 0).minus(beyond)} />}
        </dl>
      </div>
      <MonthBars months={months} at={at} requested={moneyText(beyond)} label={t('months', { name, year: line.month.slice(0, 4) })} />
    </div>
  )
}

/** The figures before the document, its own amount, and the part of it that its applications hold already. */
function Requested({ line: { spent = '0', occupied = '0', thisAmount, coveredAmount } }: { line: CheckedLine }) {
  const { t } = useRibbonText()
  return (
    <>
      <Figure name={t('used')} amount={spent} kind="used" />
      <Figure name={t('occupied')} amount={occupied} kind="occupied" />
      <Figure name={t('thisTime')} amount={thisAmount} kind="asked" />
      {Number(coveredAmount) > 0 && <Figure name={t('covered')} amount={coveredAmount} />}
    </>
  )
}

function Category({ form, value }: { form: Form; value: string }) {
  const { category = '', rows } = { ...form.budgetShown, ...form.budget }
  const field = budgetTables({ rows }).map((table) => form.fields[table]?.columns?.[category]).find(Boolean) ?? form.fields[category]
  return field
    ? (
      <Suspense>
        <FieldCell field={field} value={value} />
      </Suspense>
    )
    : null
}

/** The amount that the budget has left after the document, or by which it is exceeded. */
function Remainder({ left }: { left: Decimal }) {
  const { t } = useRibbonText()
  const isOver = left.lt(0)
  return <Figure name={t(isOver ? 'over' : 'left')} amount={moneyText(left.abs())} kind={isOver ? 'over' : undefined} />
}

interface FigureProps {
  readonly name: string
  /** RMB as decimal text; absent where there is no budget at all. */
  readonly amount: string | undefined
  readonly kind?: 'used' | 'occupied' | 'asked' | 'over' | undefined
}

function Figure({ name, amount, kind }: FigureProps) {
  const { t } = useRibbonText()
  return (
    <div className={kind && `is-${kind}`}>
      <dt>{name}</dt>
      <dd>
        {amount === undefined ? t('noBudget') : <Money value={amount} />}
      </dd>
    </div>
  )
}

const height = 40
const width = 24

interface MonthBarsProps {
  readonly months: readonly Month[]
  readonly at: number
  readonly requested: string
  readonly label: string
}

/** Twelve columns: used, occupied and what is asked on top of each other, the budget as a line; the same as a table for readers. */
function MonthBars({ months, at, requested, label }: MonthBarsProps) {
  const { t } = useRibbonText()
  const hatch = useId()
  const bars = barsOf(months, { requested, at, height })
  return (
    <>
      <svg className="oa-ribbon-months" viewBox={`0 0 ${width * months.length} ${height + 14}`} aria-hidden>
        <pattern id={hatch} width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width="1.7" height="4" className="oa-ribbon-used" />
        </pattern>
        {bars.map(({ used, occupied, requested: own, plan }, index) => (
          <g key={index} transform={`translate(${index * width} 0)`}>
            {index === at && <rect className="oa-ribbon-now" width={width} height={height + 14} />}
            <rect className="oa-ribbon-used" x={5} width={14} y={height - used} height={used} />
            <rect fill={`url(#${hatch})`} x={5} width={14} y={height - used - occupied} height={occupied} />
            <rect className="oa-ribbon-requested" x={5} width={14} y={height - used - occupied - own} height={own} />
            <rect className="oa-ribbon-plan" x={2} width={20} y={Math.max(0, height - plan - 0.7)} height={1.4} />
            <text x={width / 2} y={height + 11} className={index === at ? 'is-now' : undefined}>{index + 1}</text>
          </g>
        ))}
      </svg>
      <table className="unseen">
        <caption>{label}</caption>
        <thead>
          <tr>{[t('month'), t('plan'), t('used'), t('occupied')].map((head) => <th key={head}>{head}</th>)}</tr>
        </thead>
        <tbody>
          {months.map(({ budget, used, occupied }, index) => (
            <tr key={index}>
              <th>{index + 1}</th>
              <td>{budget}</td>
              <td>{used}</td>
              <td>{occupied}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
