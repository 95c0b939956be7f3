import { Button } from 'antd'
import { Person } from '#shell/parts/Person.tsx'
import { useCentreText } from '../text.ts'
import type { FailedPush } from '#plugins/messages/push-wire.ts'

/** The messages that could not leave, latest first, with the reason. */
export function FailedTable({ rows, onRetry }: { rows: readonly FailedPush[]; onRetry: ((id: string) => void) | undefined }) {
  const { t, locale } = useCentreText()
  return (
    <div className="oa-push-scroll" tabIndex={0} role="region" aria-label={t('failedList')}>
      <table className="oa-push">
        <thead>
          <tr>
            <th scope="col">{t('time')}</th>
            <th scope="col">{t('recipient')}</th>
            <th scope="col">{t('channel')}</th>
            <th scope="col">{t('message')}</th>
            <th scope="col">{t('error')}</th>
            <th scope="col" className="is-number">{t('tries')}</th>
            {onRetry && <th scope="col">{t('action')}</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <td className="num">{row.createTime.slice(0, 16)}</td>
              <td>
                <Person id={row.recipient} name={row.recipientName ?? row.recipient} />
              </td>
              <td>{t(row.channel)}</td>
              <td>
                {locale === 'cn' ? row.title : row.enTitle} <span className="num">{row.number}</span>
              </td>
              <td className="oa-push-error">{row.error ?? '—'}</td>
              <td className="is-number num">{row.tries}</td>
              {onRetry && (
                <td>
                  <Button size="small" type="link" onClick={() => onRetry(row.id)}>{t('retry')}</Button>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
