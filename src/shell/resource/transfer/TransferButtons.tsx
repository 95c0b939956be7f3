import { DownloadOutlined, UploadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { Label } from '#kernel/wording/label.ts'
import type { Permission } from '#kernel/permissions.ts'
import { useBackend } from '#shell/backend.ts'
import { runExport } from '#shell/background-tasks/export-task.ts'
import { useBackgroundTaskText } from '#shell/background-tasks/texts.ts'
import { backgroundTasks, isRunning, useBackgroundTasks } from '#shell/background-tasks/background-tasks.ts'
import { may } from '#providers/permissions.ts'

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

/** Opens the import of a page; requires the permission. */
export function ImportButton({ permission, ...target }: ImportButtonProps) {
  const { t } = useBackgroundTaskText()
  if (!may(permission)) return null
  return <Button icon={<UploadOutlined aria-hidden />} onClick={() => backgroundTasks.open(target)}>{t('backgroundTasks.import')}</Button>
}

/** The import of a page; its calls are `{path}/template` and `{path}/import`. */
interface ImportButtonProps {
  /** Relative to the client's base, e.g. `/budgetservice/exchangeRate`. */
  readonly path: string
  /** Name of the imported records, e.g. 汇率 / exchange rates. */
  readonly title: Label
  readonly permission: Permission
  /** Fields sent with the file, e.g. the budget year. */
  readonly fields?: Readonly<Record<string, string>>
  /** Called when records were written, so that the page refreshes. */
  onWritten?(): void
}

/** The export of a page; its call is `{path}/export`. */
interface ExportButtonProps {
  readonly path: string
  readonly title: Label
  /** Absent if every person may export the rows they see. */
  readonly permission?: Permission
  /** The list's filters, in the format of its API. */
  readonly query?: Readonly<Record<string, unknown>>
}
