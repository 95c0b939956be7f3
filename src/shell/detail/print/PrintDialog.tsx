import { AuditOutlined, DownloadOutlined, EllipsisOutlined, EyeOutlined, FileWordOutlined, QrcodeOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Checkbox, Dropdown, Modal } from 'antd'
import { useEffect, useRef, useState } from 'react'
import type { FiledDocument } from '#approval/wire/filed-document.ts'
import { nameOfFile, saveFile } from '#providers/files.ts'
import { rowsAt } from '#kernel/evaluate/rows.ts'
import type { Form } from '#kernel/form.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { useHttp } from '#shell/backend.ts'
import { useCommand } from '#shell/command/use-command.ts'
import { useStore } from '#shell/form/store/use-store.ts'
import { usePrintText } from './texts.ts'
import './print.css'

interface PrintDialogProps {
  readonly document: FiledDocument
  onClose(): void
}

/** Downloads the print or opens it in the browser's viewer; authorised users can choose full account numbers. */
export function PrintDialog({ document, onClose }: PrintDialogProps) {
  const { t } = usePrintText()
  const { form } = useStore()
  const [isFull, setIsFull] = useState(false)
  const ways = useWordWays(document)
  const { busy, problem, start } = usePrinting(document, ways, onClose)
  const download = useRef<HTMLButtonElement>(null)
  const ask = (way: PrintFormat) => void start(way, isFull)
  const others = otherFormats(form, document, ways)
  const button = (way: PrintFormat) => ({ loading: busy === way, disabled: busy !== undefined, onClick: () => ask(way) })
  return (
    <Modal open className="oa-print-dialog" width={440} title={t('title')} footer={null} onCancel={onClose}
      afterOpenChange={(isOpen) => isOpen && download.current?.focus()}
    >
      <div className="oa-print stack gap-12 top-4">
        <p className="second flat">{templateText(ways, t)}</p>
        {document.printsAccounts && holdsAccounts(form, document.business) && (
          <Checkbox checked={isFull} onChange={(event) => setIsFull(event.target.checked)}>
            {t('fullAccounts')}
            <small className="second block">{t('fullAccountsHint')}</small>
          </Checkbox>
        )}
        {problem && <p className="oa-field-problem" role="alert">{problem}</p>}
        <div className="oa-print-ways flex wrap gap-8 to-end top-8">
          {others.length > 0 && (
            <Dropdown trigger={['click']} autoFocus
              menu={{ items: others.map((way) => ({ key: way, icon: icons[way], label: t(way) })), onClick: ({ key }) =>
                ask(key as PrintFormat) }}
            >
              <Button className="oa-print-others" icon={<EllipsisOutlined aria-hidden />} loading={others.some((way) => way === busy)}
                disabled={busy !== undefined}
              >
                {t('more')}
              </Button>
            </Dropdown>
          )}
          <Button icon={<EyeOutlined aria-hidden />} {...button('preview')}>{t('preview')}</Button>
          <Button ref={download} type="primary" icon={<DownloadOutlined aria-hidden />} {...button('save')}>{t('save')}</Button>
        </div>
      </div>
    </Modal>
  )
}

const icons = { word: <FileWordOutlined aria-hidden />, cover: <AuditOutlined aria-hidden />,
  labels: <QrcodeOutlined aria-hidden /> } as const

/** The formats available in addition to PDF. */
function otherFormats({ print, ...form }: Form, { business }: FiledDocument, { word }: WordWays): readonly (keyof typeof icons)[] {
  const cover = print && print.cover !== undefined
  return [...(word ? ['word' as const] : []), ...(cover ? ['cover' as const] : []),
    ...(holdsLabels({ print, ...form }, business) ? ['labels' as const] : [])]
}

/** Text about the layout: the product's own, or the template used for PDF or Word. */
function templateText({ template, pdf }: WordWays, t: ReturnType<typeof usePrintText>['t']): string {
  if (!template) return t('ownLayout')
  return t(pdf ? 'template' : 'templateOfWord', { name: template.name, version: template.version })
}

type PrintFormat = 'save' | 'preview' | 'word' | 'cover' | 'labels'

/** The formats that Word templates of the form provide. */
interface WordWays {
  readonly word: boolean
  /** Whether the PDF uses the template. */
  readonly pdf: boolean
  readonly template: { readonly name: string; readonly version: number } | null
}

const addressOf = ({ businessType, procInstId }: FiledDocument) =>
  `/oaserver/${encodeURIComponent(businessType)}/${encodeURIComponent(procInstId)}`

/** Loads the available templates; while loading and after a failure, only the product's own print is offered. */
function useWordWays(document: FiledDocument): WordWays {
  const http = useHttp()
  const { data } = useQuery({ queryKey: ['wordTemplate', document.procInstId],
    queryFn: () => http.get<WordWays>(`${addressOf(document)}/wordTemplate`, undefined, { quiet: true }), retry: false })
  return data ?? { word: false, pdf: false, template: null }
}

/** Creates and downloads a print; closing the dialog aborts it. */
function usePrinting(document: FiledDocument, ways: WordWays, onDone: () => void) {
  const { t } = usePrintText()
  const { run, isPending, problems: { '': problem } } = useCommand({ unexplained: t('failed') })
  const [chosen, setChosen] = useState<PrintFormat>()
  const [controller] = useState(() => new AbortController())
  useEffect(() => () => controller.abort(), [controller])
  const start = async (way: PrintFormat, isFull: boolean) => {
    setChosen(way)
    // opened synchronously with the click: browsers block later pop-ups
    const viewer = way === 'preview' ? window.open('', '_blank') : null
    const call = callOf(document, way, { ways, accounts: isFull ? 'full' : 'masked' })
    const isDone = await run(async (http) => fileOf(await http.raw({ method: 'GET', signal: controller.signal, quiet: true, ...call })),
      (file) => {
        if (viewer) show(viewer, file)
        else saveFile(file, file.name)
        onDone()
      })
    if (!isDone) viewer?.close()
  }
  return { busy: isPending ? chosen : undefined, problem, start }
}

const fileOf = async (response: Response): Promise<File> =>
  new File([await response.blob()], nameOfFile(response), { type: response.headers.get('content-type') ?? 'application/pdf' })

/** The call of a format; the PDF uses the template if there is one. */
function callOf(document: FiledDocument, way: PrintFormat,
  { ways: { pdf }, accounts }: { readonly ways: WordWays; readonly accounts: 'full' | 'masked' }) {
  const { procInstId } = document
  const type = encodeURIComponent(document.businessType)
  if (way === 'cover' || way === 'labels') return { path: `${addressOf(document)}/${way}` }
  if (way === 'word') return { path: `/oaserver/${type}/downloadWord`, body: { procInstId, accounts } }
  const preview = way === 'preview' ? 1 : 0
  return pdf
    ? { path: `/oaserver/${type}/downloadWordPDF`, body: { procInstId, preview, accounts } }
    : { path: `${addressOf(document)}/print`, body: { preview, accounts } }
}

function show(viewer: Window, file: File): void {
  const address = URL.createObjectURL(file)
  viewer.location.replace(address)
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** Returns whether the document has a row for which a label can be printed. */
function holdsLabels({ print }: Form, value: FormValue): boolean {
  const { labels } = print || {}
  return labels !== undefined && rowsAt(value, labels.rows).some((row) => Boolean(row[labels.number]))
}

/** Returns whether the document contains an account number. */
function holdsAccounts({ fields }: Form, value: FormValue): boolean {
  return Object.entries(fields).some(([name, field]) => {
    const columns = Object.entries(field.columns ?? {}).filter(([, column]) => column.masked)
    return (field.masked === true && Boolean(value[name])) ||
      (columns.length > 0 && rowsAt(value, name).some((row) => columns.some(([column]) => Boolean(row[column]))))
  })
}
