import { SyncOutlined } from '@ant-design/icons'
import { useInvalidate } from '@refinedev/core'
import { useQuery } from '@tanstack/react-query'
import { Button, Tooltip } from 'antd'
import { may } from '#providers/permissions.ts'
import { useBackend, useHttp } from '#shell/backend.ts'
import { useCommand } from '#shell/command/use-command.ts'
import { refineName } from '#shell/resource/record.ts'
import { businessCard } from '../business-card.ts'
import { canSync } from '../permissions.ts'
import { cardPath, type CardSource, type CardSyncResult } from '../wire.ts'
import { useCardText } from './text.ts'

/** Brings one's cards up to date, and says where there is nothing but the address book to bring them from. */
export function SyncCards() {
  const { t } = useCardText()
  const http = useHttp()
  const { reactions } = useBackend()
  const invalidate = useInvalidate()
  const { run, isPending } = useCommand()
  const { data: source } = useQuery({ queryKey: ['card-source'], queryFn: () => http.get<CardSource>(`${cardPath}/sync/source`),
    staleTime: Infinity })
  if (!may(canSync.sync)) return null
  const sync = () =>
    run((sending) => sending.post<CardSyncResult>(`${cardPath}/sync`, {}), ({ success, failed }) => {
      reactions.notify({ kind: failed > 0 ? 'warning' : 'success', text: t('synced', { success, failed }) })
      return invalidate({ resource: refineName(businessCard), invalidates: ['list'] })
    })
  return (
    <Tooltip title={source?.isConfigured === false ? t('notSet') : undefined}>
      <Button icon={<SyncOutlined aria-hidden />} loading={isPending} onClick={() => void sync()}>{t('sync')}</Button>
    </Tooltip>
  )
}
