import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Decimal } from 'decimal.js'
import { Suspense, useId } from 'react'
import { nameOf } from '#kernel/wording/names.ts'
import { budgetTables, type Form } from '#kernel/form.ts'
import { moneyText } from '#kernel/values/money.ts'
import { memoize } from '#kernel/memoize.ts'
import { type Bearer, bearersOf, budgetAmounts } from '#kernel/evaluate/budget-amount.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { definePartText } from '#fields/text.ts'
import { useHttp } from '#shell/backend.ts'
import { usePart, useStore } from '#shell/form/store/use-store.ts'
import { Money } from '#shell/parts/Figures.tsx'
import { SectionTitle } from '#shell/parts/SectionTitle.tsx'
import { FieldCell } from '#shell/resource/renderers.tsx'
import type { Band } from '#plugins/statistics/bands.ts'
import { barsOf, type Month } from './bars.ts'
import './ribbon.css'
import { cn, en } from './texts.ts'

const useRibbonText = definePartText<keyof typeof cn>({ cn, en })

/** A line of the budget check; figures and months are absent if the reader may not see the budget. */
interface CheckedLine {
  readonly expenseCategoryId: string
  readonly departmentName: string
  readonly month: string
  readonly thisAmount: string
  /** Part of `thisAmount` that is already occupied by applications. */
  readonly coveredAmount: string
  readonly band: Band
  readonly budget?: string
  readonly spent?: string
  readonly occupied?: string
  readonly available?: string
  readonly months?: readonly Month[]
}

/** Maximum number of budgets shown; documents rarely use more. */
const drawn = 3

/** Budgets that a document uses, by month, on its form and in the pass dialog; only for readers who may see the figures. */
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
    <section className="stack gap-8" aria-label={t('title')}>
      <SectionTitle>{t('title')}</SectionTitle>
      {known.slice(0, drawn).map((line) => <Line key={`${line.departmentName}${line.expenseCategoryId}`} line={line} />)}
      {known.length > drawn && <p className="muted flat">{t('more', { count: known.length - drawn })}</p>}
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
  // without a planned budget there is no statement about keeping or exceeding it
  const isPlanned = line.band !== 'none'
  const name = nameOf(line.departmentName, locale)
  const beyond = new Decimal(line.thisAmount).minus(line.coveredAmount)
  return (
    <div className="oa-ribbon-line framed round-8 flex wrap between pad-8-12">
      <div className="oa-ribbon-head stack gap-4">
        <span>
          {name} × <Category form={form} value={line.expenseCategoryId} />
        </span>
        <dl className="flex wrap small flat">
          <Figure name={t('budget', { month: line.month.slice(0, 7) })} amount={isPlanned ? budget : undefined} />
          <Requested line={line} />
          {isPlanned && <Remainder left={new Decimal(line.available ?? 0).minus(beyond)} />}
        </dl>
      </div>
      <MonthBars months={months} at={at} requested={moneyText(beyond)} label={t('months', { name, year: line.month.slice(0, 4) })} />
    </div>
  )
}

/** Amounts before the document, its own amount, and the part already occupied by its applications. */
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

/** Remaining budget after the document, or the excess. */
function Remainder({ left }: { left: Decimal }) {
  const { t } = useRibbonText()
  const isOver = left.lt(0)
  return <Figure name={t(isOver ? 'over' : 'left')} amount={moneyText(left.abs())} kind={isOver ? 'over' : undefined} />
}

interface FigureProps {
  readonly name: string
  /** RMB as decimal text; undefined without a budget. */
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

/** Twelve stacked columns (used, occupied, requested) with the budget as a line, and an equivalent table for screen readers. */
function MonthBars({ months, at, requested, label }: MonthBarsProps) {
  const { t } = useRibbonText()
  const hatch = useId()
  const bars = barsOf(months, { requested, at, height })
  return (
    <>
      <svg className="oa-ribbon-months block rigid fit" viewBox={`0 0 ${width * months.length} ${height + 14}`} aria-hidden>
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

/** Request of the budget check for one budget; RMB. */
interface RequestedLine {
  readonly departmentId: string
  readonly expenseCategoryId: string
  readonly month: string
  readonly amountRmb: string
  /** Parts of the amount from rows with applications, which are covered by their occupation first. */
  readonly draws?: readonly Draw[]
}

/** Amount of a row with its applications, by id or by the number in the row. */
interface Draw {
  readonly amountRmb: string
  readonly applications?: readonly string[]
  readonly numbers?: readonly string[]
}

/** The form with `budgetShown` in place of `budget`, for forms that show a budget without using it. */
const drawnForm: (form: Form) => Form = memoize((form) => {
  if (form.budget || !form.budgetShown) return form
  const { switch: _, ...budget } = form.budgetShown
  return { ...form, budget: { class: 'spending', ...budget } }
})

/** Returns whether the form currently shows a budget. */
const isDrawn = ({ budget, budgetShown }: Pick<Form, 'budget' | 'budgetShown'>, value: FormValue): boolean =>
  budget !== undefined || (budgetShown !== undefined && (budgetShown.switch === undefined || value[budgetShown.switch] === true))

/** Amounts that a form requests of each budget, largest first; empty while the month is unknown. */
function requestedLines(declared: Form, value: FormValue): readonly RequestedLine[] {
  if (!isDrawn(declared, value)) return []
  const form = drawnForm(declared)
  const month = form.budget && value[form.budget.month]
  if (typeof month !== 'string' || month === '') return []
  return summedByBudget(requestsBy(form, value)).sort((one, other) => other.amount.comparedTo(one.amount)).map((
    { amount, draws, ...line },
  ) => ({ ...line, month: month.slice(0, 7), amountRmb: moneyText(amount), ...(draws.length > 0 && { draws }) }))
}

/** Sums requests by department and category. */
function summedByBudget(requests: readonly Request[]): Request[] {
  const sums = new Map<string, Request>()
  for (const request of requests) {
    const key = `${request.departmentId}\n${request.expenseCategoryId}`
    const { amount = new Decimal(0), draws = [] } = sums.get(key) ?? {}
    sums.set(key, { ...request, amount: request.amount.plus(amount), draws: [...draws, ...request.draws] })
  }
  return [...sums.values()]
}

interface Request extends Pick<RequestedLine, 'departmentId' | 'expenseCategoryId'> {
  readonly amount: Decimal
  readonly draws: readonly Draw[]
}

/** Requests of the rows or of the header that have a department, a category and an amount. */
function requestsBy(form: Form, value: FormValue): readonly Request[] {
  const { department = '', category = '', offBudget = '' } = form.budget ?? {}
  const amountOf = budgetAmounts(form, value, new Date())
  return bearersOf(form, value).flatMap((bearer): Request[] => {
    const own = { ...value, ...bearer.value }
    const [departmentId, expenseCategoryId] = [own[department], own[category]]
    if (typeof departmentId !== 'string' || typeof expenseCategoryId !== 'string' || own[offBudget] === '1') return []
    const amount = amountOf(bearer)
    return amount.gt(0) ? [{ departmentId, expenseCategoryId, amount, draws: drawOf(form, value, bearer, amount) }] : []
  })
}

/** Applications of a row: those linked in the row, those claimed by the whole document, and those whose number the row contains. */
function drawOf(form: Form, value: FormValue, bearer: Bearer, amount: Decimal): readonly Draw[] {
  const columns = bearer.place ? form.fields[bearer.place.table]?.columns ?? {} : {}
  const ofRow = Object.entries(columns).flatMap(([key, { claim }]) => (claim ? idsIn(bearer.value[key]) : []))
  const headers = Object.entries(form.fields).filter(([key, { claim }]) => claim !== undefined && idsIn(value[key]).length > 0)
  const whole = headers.flatMap(([key, { claims }]) => (claims?.rows === undefined ? idsIn(value[key]) : []))
  const numbers = headers.flatMap(([, { claims }]) =>
    claims?.by !== undefined && claims.rows === bearer.place?.table ? idsIn(bearer.value[claims.by]) : []
  )
  const applications = [...new Set([...ofRow, ...whole])]
  if (applications.length + numbers.length === 0) return []
  return [{ amountRmb: moneyText(amount), ...(applications.length > 0 && { applications }),
    ...(numbers.length > 0 && { numbers: [...new Set(numbers)] }) }]
}

const idsIn = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((id): id is string => typeof id === 'string' && id !== '')
