import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useHttp } from '#shell/backend.ts'
import { Money } from '#shell/parts/Figures.tsx'
import { SectionTitle } from '#shell/parts/SectionTitle.tsx'
import { decimalOf } from '#kernel/values/money.ts'
import { usage } from '../figures.ts'
import { UsageBar } from '../grid/Ratio.tsx'
import { useBudgetText } from '../texts.ts'
import type { BudgetLine } from '../wire.ts'
import './glance.css'

type GlanceFigures = Pick<BudgetLine,
  'departmentId' | 'departmentName' | 'expenseCategoryId' | 'expenseCategoryName' | 'annualBudget' | 'used' | 'occupied' | 'available'
    | 'band'>

const page = '/annual-budget-management'

/**
 * Home page widget for people responsible for budgets: exceeded and nearly exhausted ones, and the most used of the others. Hidden if
 * empty.
 */
export function BudgetGlance() {
  const { t } = useBudgetText()
  const http = useHttp()
  const { data } = useQuery({
    queryKey: ['budgets', 'glance'],
    queryFn: () => http.get<readonly GlanceFigures[]>('/budgetservice/budget/glance', { size: shown + 3 }, { quiet: true }),
  })
  if (!data?.length) return null
  const urgent = data.filter(({ band }) => band === 'over' || band === 'near').slice(0, shown)
  const calm = data.filter((line) => !urgent.includes(line)).slice(0, 3)
  return (
    <>
      {urgent.length > 0 && (
        <section aria-label={t('nearlyUsed')}>
          <SectionTitle action={<Link to={page}>{t('title')}</Link>}>{t('nearlyUsed')}</SectionTitle>
          <ul className="oa-glance line-top">
            {urgent.map((line) => <UrgentLine key={keyOf(line)} line={line} />)}
          </ul>
        </section>
      )}
      {calm.length > 0 && <Calm lines={calm} />}
    </>
  )
}

/** Maximum number of urgent lines. */
const shown = 5

const keyOf = ({ departmentId, expenseCategoryId }: GlanceFigures): string => `${departmentId} ${expenseCategoryId}`
const pathOf = ({ departmentId }: GlanceFigures): string => `${page}?${new URLSearchParams({ department: departmentId })}`

/** One budget with its usage and the remaining or exceeding amount. */
function UrgentLine({ line }: { line: GlanceFigures }) {
  const { t, name } = useBudgetText()
  const { percent, left, isOver } = figuresOf(line)
  return (
    <li className="line-bottom" data-band={line.band}>
      <Link className="plain" to={pathOf(line)}>
        <span className="oa-glance-name">
          <span className="cut">{name(line.departmentName)} · {name(line.expenseCategoryName)}</span>
          <strong className="num medium">
            {percent === undefined ? '—' : `${percent}%`} · {t(isOver ? 'overBy' : 'available')}{' '}
            <Money value={left?.abs().toFixed(2)} decimals={0} />
          </strong>
        </span>
      </Link>
    </li>
  )
}

function figuresOf(line: GlanceFigures) {
  const { percent } = usage({ ...line, budget: line.annualBudget })
  const left = decimalOf(line.annualBudget)?.minus(line.used).minus(line.occupied)
  return { percent, left, isOver: left?.isNegative() ?? false }
}

function Calm({ lines }: { lines: readonly GlanceFigures[] }) {
  const { t } = useBudgetText()
  return (
    <section aria-label={t('glance')}>
      <SectionTitle action={<Link to={page}>{t('title')}</Link>}>{t('glance')}</SectionTitle>
      <ul className="oa-glance line-top">
        {lines.map((line) => <GlanceLine key={keyOf(line)} line={line} />)}
      </ul>
      <p className="oa-glance-key row gap-6">
        <span className="is-used" aria-hidden />
        {t('used')}
        <span className="is-occupied" aria-hidden />
        {t('occupied')}
      </p>
    </section>
  )
}

function GlanceLine({ line }: { line: GlanceFigures }) {
  const { t, name } = useBudgetText()
  const figures = { ...line, budget: line.annualBudget }
  const { percent, left, isOver } = figuresOf(line)
  return (
    <li className="line-bottom" data-band={line.band}>
      <Link className="plain" to={pathOf(line)}>
        <span className="oa-glance-name">
          <span className="cut">{name(line.departmentName)} · {name(line.expenseCategoryName)}</span>
          <strong className="num medium">{percent === undefined ? '—' : `${percent}%`}</strong>
        </span>
        <UsageBar figures={figures} band={line.band} />
        <span className="oa-glance-figures">
          <span>
            {t(isOver ? 'overBy' : 'available')} <Money value={left?.abs().toFixed(2)} decimals={0} />
          </span>
          <span>
            {t('yearBudget')} <Money value={line.annualBudget} decimals={0} />
          </span>
        </span>
      </Link>
    </li>
  )
}
