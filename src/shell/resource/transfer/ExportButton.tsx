import { DownloadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { may } from '#providers/permissions.ts'
import { useBackend } from '#shell/backend.ts'
import { runExport } from '#shell/background-tasks/export-task.ts'
import { useBackgroundTaskText } from '#shell/background-tasks/text.ts'
import { isRunning, useBackgroundTasks } from '#shell/background-tasks/background-tasks.ts'
import type { ExportButtonProps } from './props.ts'

/** Exports a list as a workbook; requires the permission. The header displays the progress and cancels it. */
export function ExportButton({ permission, ...order }: ExportButtonProps) {
  const { t } = useBackgroundTaskText()
  const backend = useBackend()
  const runs = useBackgroundTasks().tasks.some((work) => work.id === `export ${order.path}` && isRunning(work))
  if (permission && !may(permission)) return null
  return (
    <Button icon={<DownloadOutlined aria-hidden />} loading={runs}
      onClick={() => void runExport(backend, { ...order, failed: t('backgroundTasks.exportFailed') })}
    >
      {t('backgroundTasks.export')}
    </Button>
  )
}
