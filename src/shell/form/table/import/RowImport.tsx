import { FileExcelOutlined } from '@ant-design/icons'
import { Button, Dropdown, Tooltip } from 'antd'
import { useRef, useState } from 'react'
import type { TableRows } from '#kernel/import-answer.ts'
import { isFailure } from '#providers/failure.ts'
import { download, upload } from '#providers/files.ts'
import { currentLocale } from '#providers/i18n.ts'
import { useBackend } from '#shell/backend.ts'
import { rowsAt } from '#kernel/evaluate/rows.ts'
import { isUntouched } from '#shell/form/store/cell.ts'
import { useStore } from '#shell/form/store/use-store.ts'
import { useFormText } from '#shell/form/text.ts'
import { placeRows } from './place-rows.ts'

interface RowImportProps {
  readonly table: string
  /** Most rows of the table. */
  readonly limit: number
  onFailed(answer: TableRows): void
}

/** Rows from a workbook: its template, and the file that was filled in. */
export function RowImport({ table, limit, onFailed }: RowImportProps) {
  const { t } = useFormText()
  const store = useStore()
  const { http, session, reactions } = useBackend()
  const input = useRef<HTMLInputElement>(null)
  const [isReading, setIsReading] = useState(false)
  const path = `/oaserver/${store.form.key}/rows/${table}`

  const send = async (file: File) => {
    const content = new FormData()
    content.append('file', file, file.name)
    setIsReading(true)
    try {
      const answer = await upload<TableRows>({ path: `${path}/import`, content }, { token: () => session.token(), locale: currentLocale,
        reactions })
      const held = rowsAt(store.entered, table).filter((row) => !isUntouched(row)).length
      if (held + answer.rows.length > limit) return reactions.notify({ kind: 'refused', text: t('tooManyPasted', { limit }) })
      placeRows(store, table, answer.rows.map(({ value }) => value))
      if (answer.failed > 0) onFailed(answer)
      else reactions.notify({ kind: 'success', text: t('rowsTaken', { count: answer.rows.length }) })
    } catch (error) {
      if (!isFailure(error)) throw error
      reactions.notify({ kind: 'refused', text: error.message })
    } finally {
      setIsReading(false)
    }
  }
  const items = [
    { key: 'template', label: t('rowTemplate'), onClick: () => void download(http, { path: `${path}/template` }).catch(() => undefined) },
    { key: 'file', label: t('rowFile'), onClick: () => input.current?.click() },
  ]
  return (
    <>
      <Dropdown menu={{ items }} trigger={['click']}>
        <Tooltip title={t('rowsPasted')}>
          <Button icon={<FileExcelOutlined aria-hidden />} loading={isReading} aria-label={t('fromWorkbook')} />
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
