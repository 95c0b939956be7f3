import { FileExcelOutlined } from '@ant-design/icons'
import { Button, Dropdown, Tooltip } from 'antd'
import { useRef } from 'react'
import type { TableRows } from '#kernel/import-answer.ts'
import { isFailure } from '#providers/failure.ts'
import { download } from '#providers/files.ts'
import { useBackend } from '#shell/backend.ts'
import { useCommand } from '#shell/command/use-command.ts'
import { rowsAt } from '#kernel/evaluate/rows.ts'
import { isUntouched } from '#shell/form/store/cell.ts'
import { useStore } from '#shell/form/store/use-store.ts'
import { useFormText } from '#shell/form/text.ts'
import { placeRows } from './place-rows.ts'

interface RowImportProps {
  readonly table: string
  /** Maximum number of rows of the table. */
  readonly limit: number
  onFailed(answer: TableRows): void
}

/** Import of rows from a workbook: download of the template, upload of the file. */
export function RowImport({ table, limit, onFailed }: RowImportProps) {
  const { t } = useFormText()
  const store = useStore()
  const { http, reactions } = useBackend()
  const input = useRef<HTMLInputElement>(null)
  const { run, isPending } = useCommand({ refused: (error) => {
    if (isFailure(error)) reactions.notify({ kind: 'refused', text: error.message })
    return isFailure(error)
  } })
  const path = `/oaserver/${store.form.key}/rows/${table}`

  const send = async (file: File) => {
    const content = new FormData()
    content.append('file', file, file.name)
    await run((to) => to.upload<TableRows>({ path: `${path}/import`, content }), (answer) => {
      const held = rowsAt(store.entered, table).filter((row) => !isUntouched(row)).length
      if (held + answer.rows.length > limit) return reactions.notify({ kind: 'refused', text: t('tooManyPasted', { limit }) })
      placeRows(store, table, answer.rows.map(({ value }) => value))
      if (answer.failed > 0) onFailed(answer)
      else reactions.notify({ kind: 'success', text: t('rowsTaken', { count: answer.rows.length }) })
    })
  }
  const items = [
    { key: 'template', label: t('rowTemplate'), onClick: () => void download(http, { path: `${path}/template` }).catch(() => undefined) },
    { key: 'file', label: t('rowFile'), onClick: () => input.current?.click() },
  ]
  return (
    <>
      <Dropdown menu={{ items }} trigger={['click']}>
        <Tooltip title={t('rowsPasted')}>
          <Button icon={<FileExcelOutlined aria-hidden />} loading={isPending} aria-label={t('fromWorkbook')} />
        </Tooltip>
      </Dropdown>
      <input ref={input} hidden type="file" accept=".xls,.xlsx" onChange={({ target }) => {
        const [file] = target.files ?? []
        target.value = ''
        if (file) void send(file)
      }} />
    </>
  )
}
