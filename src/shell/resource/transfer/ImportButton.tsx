import { UploadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { may } from '#providers/permissions.ts'
import { useBackgroundTaskText } from '#shell/background-tasks/text.ts'
import { backgroundTasks } from '#shell/background-tasks/background-tasks.ts'
import type { ImportButtonProps } from './props.ts'

/** Opens the import of a page; requires the permission. */
export function ImportButton({ permission, ...target }: ImportButtonProps) {
  const { t } = useBackgroundTaskText()
  if (!may(permission)) return null
  return <Button icon={<UploadOutlined aria-hidden />} onClick={() => backgroundTasks.open(target)}>{t('backgroundTasks.import')}</Button>
}
