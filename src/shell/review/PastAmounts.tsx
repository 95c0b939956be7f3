import { useQuery } from '@tanstack/react-query'
import { formatNumber } from '#kernel/values/money.ts'
import { useHttp } from '../backend.ts'
import { SectionTitle } from '../parts/SectionTitle.tsx'
import { placedAmounts } from './placed-amounts.ts'
import { useReviewText } from './text.ts'

interface PastAmountsProps {
  readonly procInstId: string
  /** RMB */
  readonly amount: string | null
}

/** The amount among those of the same type and department of the last twelve months, on a line; nothing where they are few. */
export function PastAmounts({ procInstId, amount }: PastAmountsProps) {
  const { t } = useReviewText()
  const http = useHttp()
  const { data = [] } = useQuery({
    queryKey: ['pastAmounts', procInstId],
    queryFn: ({ signal }) =>
      http.get<readonly string[]>(`/workflow/pastAmounts/${encodeURIComponent(procInstId)}`, undefined, { signal, quiet: true }),
    staleTime: 600_000,
    enabled: Number(amount ?? 0) > 0,
    retry: false,
  })
  if (data.length === 0 || amount === null) return null
  const { dots, own, quartiles: [low, high], median, least, greatest } = placedAmounts(data, amount)
  const yuan = (value: string) => `￥${formatNumber(value, 0)}`
  return (
    <section className="oa-form-section oa-past" aria-label={t('past')}>
      <SectionTitle>
        {t('past')} <span className="num">{t('pastOf', { count: data.length })}</span>
      </SectionTitle>
      <div className="oa-past-line" aria-hidden>
        <i className="is-usual" style={{ left: `${low}%`, width: `${high - low}%` }} />
        {dots.map((place, at) => <i key={at} className="is-dot" style={{ left: `${place}%` }} />)}
        <i className="is-median" style={{ left: `${median.place}%` }} />
        <i className="is-own" style={{ left: `${own}%` }} />
      </div>
      <p className="oa-past-key num">
        <span>{yuan(least)}</span>
        <span>{t('pastMedian', { amount: yuan(median.amount) })}</span>
        <strong>{t('pastThis', { amount: yuan(amount) })}</strong>
        <span>{yuan(greatest)}</span>
      </p>
    </section>
  )
}
