import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useHttp } from '#shell/backend.ts'
import { Money } from '#shell/parts/Money.tsx'
import { SectionTitle } from '#shell/parts/SectionTitle.tsx'
import { decimalOf } from '#kernel/values/money.ts'
import { usage } from '../figures.ts'
import { UsageBar } from '../grid/Ratio.tsx'
import { useBudgetText } from '../text.ts'
import type { BudgetLine } from '../wire.ts'
import './glance.css'

type GlanceFigures = Pick<BudgetLine,
  'departmentId' | 'departmentName' | 'expenseCategoryId' | 'expenseCategoryName' | 'annualBudget' | 'used' | 'occupied' | 'available'
    | 'band'>

const page = '/annual-budget-management'

/** On the home page of whoever answers for a budget: the three that are furthest in use. Nothing for everybody else. */
export function BudgetGlance() {
  const { t } = useBudgetText()
  const http = useHttp()
  const { data } = useQuery({
    queryKey: ['budgets', 'glance'],
    queryFn: () => http.get<readonly GlanceFigures[]>('/budgetservice/budget/glance', { size: 3 }, { quiet: true }),
  })
  if (!data?.length) return null
  return (
    <section aria-label={t('glance')}>
      <SectionTitle action={<Link to={page}>{t('title')}</Link>}>{t('glance')}</SectionTitle>
      <ul className="oa-glance">
        {data.map((line) => <GlanceLine key={`${line.departmentId} ${line.expenseCategoryId}`} line={line} />)}
      </ul>
      <p className="oa-glance-key">
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
  const { percent } = usage(figures)
  const left = decimalOf(line.annualBudget)?.minus(line.used).minus(line.occupied)
  const isOver = left?.isNegative() ?? false
  return (
    <li data-band={line.band}>
      <Link className="plain" to={`${page}?${new URLSearchParams({ department: line.departmentId })}`}>
        <span className="oa-glance-name">
          <span className="cut">{name(line.departmentName)} · {name(line.expenseCategoryName)}</span>
          <strong className="num">{percent === undefined ? '—' : `${percent}%`}</strong>
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
