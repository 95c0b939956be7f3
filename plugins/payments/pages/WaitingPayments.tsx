import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { type Age, ageText } from '#kernel/values/ages.ts'
import { decimalOf, sumMoney } from '#kernel/values/money.ts'
import { definePartText } from '#fields/text.ts'
import { useHttp } from '#shell/backend.ts'
import { saidAge } from '#shell/documents/duration.ts'
import { documentsTab } from '#shell/documents/lists.ts'
import { Money } from '#shell/parts/Figures.tsx'
import { useText } from '#shell/text.tsx'
import { paymentNode } from '#plugins/forms/payment-node.ts'
import './payments.css'
import { cn, en } from './texts.ts'

const usePaymentsText = definePartText<keyof typeof cn>({ cn, en })

interface WaitingAge extends Age {
  readonly count: number
  /** RMB, decimal text. */
  readonly amount: string
}

/** Section of the finance overview: approved payments waiting for the cashier, by age; each figure links to its documents. */
export function WaitingPayments() {
  const { t } = usePaymentsText()
  const text = useText()
  const http = useHttp()
  const { data } = useQuery({
    queryKey: ['documents', 'payments', 'ages'],
    queryFn: ({ signal }) => http.query<readonly WaitingAge[]>('/workflow/tasks/allAges', { node: paymentNode }, { signal, quiet: true }),
  })
  const count = data?.reduce((sum, age) => sum + age.count, 0) ?? 0
  if (!data || count === 0) return null
  const total = sumMoney(data.map(({ amount }) => amount))
  const share = (amount: string) => (total.isZero() ? 0 : (decimalOf(amount)?.div(total).times(100).toNumber() ?? 0))
  return (
    <section aria-label={t('title')}>
      <ul className="oa-payments framed round-10 grid">
        <li className="relative">
          <Figure name={t('title')} count={count} amount={total.toFixed(2)} to={listPath()} />
        </li>
        {data.map((age, at) => (
          <li className="relative" key={ageText(age)} data-age={at}>
            <Figure name={saidAge(age, text.t)} count={age.count} amount={age.amount} to={listPath(age)} />
            <i className="fit absolute" style={{ width: `${share(age.amount)}%` }} aria-hidden />
          </li>
        ))}
      </ul>
    </section>
  )
}

const listPath = (age?: Age): string =>
  `${documentsTab}?${new URLSearchParams({ node: paymentNode, ...(age && { waited: ageText(age) }) })}`

interface FigureProps {
  readonly name: string
  readonly count: number
  readonly amount: string
  readonly to: string
}

function Figure({ name, count, amount, to }: FigureProps) {
  const { t } = usePaymentsText()
  const content = (
    <>
      <span>{name}</span>
      <strong>
        <Money value={amount} decimals={0} />
      </strong>
      <small className="num">{t('count', { count })}</small>
    </>
  )
  return count === 0 ? <div>{content}</div> : <Link className="plain" to={to}>{content}</Link>
}
