import { SyncOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { may } from '#providers/permissions.ts'
import type { Permission } from '#kernel/permissions.ts'
import { useCommand } from '../command/use-command.ts'
import { useText } from '../text.tsx'

/** Brings the records of a page up to date from the system that leads them, for those who may. */
export function SyncButton({ path, permission, onWritten }: { path: string; permission: Permission; onWritten(): void }) {
  const { t } = useText()
  const { run, isPending } = useCommand()
  if (!may(permission)) return null
  const sync = () => run((http) => http.post(`${path}/sync`, {}), { success: t('resource.synced'), done: onWritten })
  return <Button icon={<SyncOutlined aria-hidden />} loading={isPending} onClick={() => void sync()}>{t('resource.sync')}</Button>
}
