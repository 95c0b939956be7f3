import { SyncOutlined } from '@ant-design/icons'
import { useInvalidate } from '@refinedev/core'
import { useQuery } from '@tanstack/react-query'
import { Button, Tooltip } from 'antd'
import { useState } from 'react'
import { may } from '#providers/permissions.ts'
import { useBackend, useHttp } from '#shell/backend.ts'
import { refineName } from '#shell/resource/record.ts'
import { businessCard } from '../business-card.ts'
import { canSync } from '../permissions.ts'
import { cardPath, type CardSource, type CardsSynced } from '../wire.ts'
import { useCardText } from './text.ts'

/** Brings one's cards up to date, and says where from where that is not all. */
export function SyncCards() {
  const { t } = useCardText()
  const http = useHttp()
  const { reactions } = useBackend()
  const invalidate = useInvalidate()
  const [isRunning, setIsRunning] = useState(false)
  const { data: source } = useQuery({ queryKey: ['card-source'], queryFn: () => http.get<CardSource>(`${cardPath}/sync/source`), staleTime: Infinity })
  if (!may(canSync.sync)) return null
  const run = async () => {
    setIsRunning(true)
    try {
      const { success, failed } = await http.post<CardsSynced>(`${cardPath}/sync`, {})
      reactions.notify({ kind: failed > 0 ? 'warning' : 'success', text: t('synced', { success, failed }) })
    } catch {
      // the client has said why
    } finally {
      setIsRunning(false)
      void invalidate({ resource: refineName(businessCard), invalidates: ['list'] })
    }
  }
  return (
    <Tooltip title={source?.isConfigured === false ? t('notSet') : undefined}>
      <Button icon={<SyncOutlined aria-hidden />} loading={isRunning} onClick={() => void run()}>{t('sync')}</Button>
    </Tooltip>
  )
}
