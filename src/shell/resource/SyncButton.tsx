import { SyncOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { may } from '#providers/permissions.ts'
import type { Permission } from '#kernel/permissions.ts'
import { useBackend } from '../backend.ts'
import { useText } from '../text.tsx'

/** Brings the records of a page up to date from the system that leads them, for those who may. */
export function SyncButton({ path, permission, onWritten }: { path: string; permission: Permission; onWritten(): void }) {
  const { t } = useText()
  const { http, reactions } = useBackend()
  const [isRunning, setIsRunning] = useState(false)
  if (!may(permission)) return null
  const run = async () => {
    setIsRunning(true)
    try {
      await http.post(`${path}/sync`, {})
      reactions.notify({ kind: 'success', text: t('resource.synced') })
      onWritten()
    } catch {
      // The client has said why.
    } finally {
      setIsRunning(false)
    }
  }
  return <Button icon={<SyncOutlined aria-hidden />} loading={isRunning} onClick={() => void run()}>{t('resource.sync')}</Button>
}
