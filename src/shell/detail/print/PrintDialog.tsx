import { DownloadOutlined, EyeOutlined } from '@ant-design/icons'
import { Button, Checkbox, Modal } from 'antd'
import { useEffect, useState } from 'react'
import { isFailure } from '#providers/failure.ts'
import { nameOfFile, saveFile } from '#providers/files.ts'
import { rowsAt } from '#kernel/evaluate/rows.ts'
import type { Form } from '#kernel/form.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { useHttp } from '#shell/backend.ts'
import { useStore } from '#shell/form/store/use-store.ts'
import type { FiledDocument } from '../document.ts'
import { usePrintText } from './text.ts'
import './print.css'

/** Width of the dialog by language, pixels. */
const width = { cn: 300, en: 400 } as const

interface PrintDialogProps {
  readonly document: FiledDocument
  onClose(): void
}

/** Saves the print or shows it in the browser's viewer; the one who pays may ask for account numbers in full. */
export function PrintDialog({ document, onClose }: PrintDialogProps) {
  const { t, locale } = usePrintText()
  const { form } = useStore()
  const [isFull, setIsFull] = useState(false)
  const { busy, problem, start } = usePrinting(document, onClose)
  const ask = (way: Way) => void start(way, isFull)
  return (
    <Modal open width={width[locale]} title={t('title')} footer={null} onCancel={onClose} style={{ top: 96 }}>
      <div className="oa-print">
        {document.printsAccounts && holdsAccounts(form, document.business) && (
          <Checkbox checked={isFull} onChange={(event) => setIsFull(event.target.checked)}>
            {t('fullAccounts')}
            <small>{t('fullAccountsHint')}</small>
          </Checkbox>
        )}
        <Button block type="primary" icon={<DownloadOutlined />} loading={busy === 'save'} disabled={busy !== undefined} onClick={() => ask('save')}>{t('save')}</Button>
        <Button block icon={<EyeOutlined />} loading={busy === 'preview'} disabled={busy !== undefined} onClick={() => ask('preview')}>{t('preview')}</Button>
        {problem && <p className="oa-field-problem" role="alert">{problem}</p>}
      </div>
    </Modal>
  )
}

type Way = 'save' | 'preview'

/** Closing the dialog gives up what is under way. */
function usePrinting({ businessType, procInstId }: FiledDocument, onDone: () => void) {
  const { t } = usePrintText()
  const http = useHttp()
  const [busy, setBusy] = useState<Way>()
  const [problem, setProblem] = useState<string>()
  const [given] = useState(() => new AbortController())
  useEffect(() => () => given.abort(), [given])
  const fetchPrint = (way: Way, isFull: boolean) =>
    http.raw({
      method: 'GET',
      path: `/oaserver/${encodeURIComponent(businessType)}/${encodeURIComponent(procInstId)}/print`,
      signal: given.signal,
      quiet: true,
      body: { preview: way === 'preview' ? 1 : 0, accounts: isFull ? 'full' : 'masked' },
    })
  const start = async (way: Way, isFull: boolean) => {
    setBusy(way)
    setProblem(undefined)
    // opened at the click: a browser lets no page open another one later
    const viewer = way === 'preview' ? window.open('', '_blank') : null
    try {
      const response = await fetchPrint(way, isFull)
      const name = nameOfFile(response)
      const file = new File([await response.blob()], name, { type: 'application/pdf' })
      if (viewer) show(viewer, file)
      else saveFile(file, name)
      onDone()
    } catch (error) {
      viewer?.close()
      setProblem(isFailure(error) ? error.message : t('failed'))
      setBusy(undefined)
    }
  }
  return { busy, problem, start }
}

function show(viewer: Window, file: File): void {
  const address = URL.createObjectURL(file)
  viewer.location.replace(address)
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** Whether the document shows an account number. */
function holdsAccounts({ fields }: Form, value: FormValue): boolean {
  return Object.entries(fields).some(([name, field]) => {
    const columns = Object.entries(field.columns ?? {}).filter(([, column]) => column.masked)
    return (field.masked === true && Boolean(value[name])) || (columns.length > 0 && rowsAt(value, name).some((row) => columns.some(([column]) => Boolean(row[column]))))
  })
}
