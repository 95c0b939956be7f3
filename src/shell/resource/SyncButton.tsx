import { SyncOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { may } from '#providers/permissions.ts'
import type { Permission } from '#kernel/permissions.ts'
import { useBackend } from '../backend.ts'
import { useCommand } from '../command/use-command.ts'
import { useText } from '../text.tsx'

/** Brings the records of a page up to date from the system that leads them, for those who may. */
export function SyncButton({ path, permission, onWritten }: { path: string; permission: Permission; onWritten(): void }) {
  const { t } = useText()
  const { reactions } = useBackend()
  const { run, isPending } = useCommand()
  if (!may(permission)) return null
  const sync = () =>
    run((http) => http.post(`${path}/sync`, {}), () => {
      reactions.notify({ kind: 'success', text: t('resource.synced') })
      onWritten()
    })
  return <Button icon={<SyncOutlined aria-hidden />} loading={isPending} onClick={() => void sync()}>{t('resource.sync')}</Button>
}
