import { useQuery } from '@tanstack/react-query'
import { useHttp } from '#shell/backend.ts'
import { Person } from '#shell/parts/Person.tsx'
import { usePeople } from '#shell/start/directory.ts'
import { changesQuery } from './rates.ts'
import { useRateText } from './text.ts'

/** The changes of a month's rate: by whom, from what to what, and why. */
export function RateHistory({ currency, month }: { currency: string; month: string }) {
  const { t } = useRateText()
  const { data: changes = [] } = useQuery(changesQuery(useHttp(), currency, month))
  const people = usePeople(changes.map(({ by }) => by))
  if (changes.length === 0) return null
  return (
    <section className="oa-rates-history" aria-label={t('history')}>
      <h3>{t('history')}</h3>
      <ol>
        {changes.map(({ id, before, after, reason, by, at }) => (
          <li key={id}>
            <span className="num">{t('historyLine', { before, after })}</span>
            <span>
              <Person id={by} name={people.get(by)?.name ?? by} /> <span className="num">{at.slice(0, 16)}</span>
            </span>
            {reason && <span className="oa-rates-why">{reason}</span>}
          </li>
        ))}
      </ol>
    </section>
  )
}
