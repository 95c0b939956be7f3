import { useQuery } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { may } from '#providers/permissions.ts'
import { useHttp } from '#shell/backend.ts'
import { useCommand } from '#shell/command/use-command.ts'
import { listed, ListPage } from '#shell/list/ListPage.tsx'
import { useListQuery } from '#shell/list/use-list-query.ts'
import { RowsSkeleton } from '#shell/parts/Skeletons.tsx'
import { ErrorState } from '#shell/states/StateView.tsx'
import { canPush } from '#plugins/messages/permissions.ts'
import type { PushState, FailedPush } from '#plugins/messages/push-wire.ts'
import { Person } from '#shell/parts/Person.tsx'
import { useCentreText } from '../texts.ts'
import { failedQuery, pushKey, stateQuery } from './push.ts'
import './push.css'

const noFilters: readonly string[] = []

/** Delivery of mails and chat messages: configuration, queue, failures, and resuming after a restore. */
export function PushPage() {
  const { t } = useCentreText()
  const http = useHttp()
  const { run } = useCommand({ touches: [pushKey] })
  const list = useListQuery(noFilters)
  const failed = useQuery(failedQuery(http, list.query))
  const mayEdit = may(canPush.edit)
  const change: SendChange = (path, body) => void run((client) => client.post(path, body))
  const total = failed.data?.total ?? 0

  return (
    <ListPage title={t('pushTitle')} list={list} answer={listed(failed)} skeleton={{ rows: 4, columns: ['20%', '30%', '20%'] }}
      empty={{ title: t('noFailed') }}
      actions={mayEdit && total > 0 && <Button onClick={() => change('/system/push/retry', {})}>{t('retryAll')}</Button>} above={
      <>
        <PushState mayEdit={mayEdit} onChange={change} />
        <h2 className="oa-push-title">{t('failedList')}</h2>
      </>
    }>
      {(rows) => <FailedTable rows={rows} onRetry={mayEdit ? (id) => change('/system/push/retry', { id }) : undefined} />}
    </ListPage>
  )
}

type SendChange = (path: string, body: object) => void

function PushState({ mayEdit, onChange }: { mayEdit: boolean; onChange: SendChange }) {
  const state = useQuery(stateQuery(useHttp()))
  if (state.isError) return <ErrorState error={state.error} onRetry={() => void state.refetch()} />
  if (!state.data) return <RowsSkeleton rows={2} columns={['40%']} />
  const { paused, channels } = state.data
  return (
    <>
      {paused && <Paused since={paused.since} mayEdit={mayEdit} onResume={(waiting) => onChange('/system/push/resume', { waiting })} />}
      <Channels channels={channels} />
    </>
  )
}

function Paused({ since, mayEdit, onResume }: { since: string; mayEdit: boolean; onResume(waiting: 'send' | 'discard'): void }) {
  const { t } = useCentreText()
  return (
    <Alert type="warning" showIcon className="oa-push-paused" message={t('pushPaused')}
      description={t('pushPausedText', { time: since.slice(0, 16) })} action={mayEdit && (
      <span className="flex wrap gap-8">
        <Button size="small" onClick={() => onResume('discard')}>{t('pushDiscard')}</Button>
        <Button size="small" onClick={() => onResume('send')}>{t('pushSend')}</Button>
      </span>
    )} />
  )
}

const figures = ['waiting', 'sent', 'failed'] as const

function Channels({ channels }: Pick<PushState, 'channels'>) {
  const { t } = useCentreText()
  return (
    <div className="oa-push-channels grid">
      {channels.map((each) => (
        <section className="line-bottom" key={each.channel} aria-label={t(each.channel)}>
          <h2>
            {t(each.channel)}
            <span className={each.configured ? 'is-on' : undefined}>{t(each.configured ? 'configured' : 'notConfigured')}</span>
          </h2>
          {each.configured
            ? (
              <dl className="flex">
                {figures.map((figure) => (
                  <div key={figure}>
                    <dt className="muted">{t(figure)}</dt>
                    <dd className="num bold">{each[figure]}</dd>
                  </div>
                ))}
              </dl>
            )
            : <p className="third">{t(`notConfigured${each.channel}`)}</p>}
        </section>
      ))}
    </div>
  )
}

/** Failed deliveries with the error, newest first. */
function FailedTable({ rows, onRetry }: { rows: readonly FailedPush[]; onRetry: ((id: string) => void) | undefined }) {
  const { t, locale } = useCentreText()
  return (
    <div className="scroll-x" tabIndex={0} role="region" aria-label={t('failedList')}>
      <table className="oa-push collapsed wide">
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
              <td className="red anywhere">{row.error ?? '—'}</td>
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
