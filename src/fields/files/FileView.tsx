import { CloseOutlined, DownloadOutlined } from '@ant-design/icons'
import { Button, Image, Tooltip } from 'antd'
import { useEffect, useState } from 'react'
import { formatBytes } from '../../kernel/bytes.ts'
import { extensionOf } from '../../kernel/file-name.ts'
import { useHttp } from '../../shell/backend.ts'
import { storedName } from '../references/use-references.ts'
import { useFieldText } from '../text.ts'
import type { Candidate } from '../types.ts'
import { contentOf, saveFile, viewOf } from './preview.ts'
import './files.css'

interface FileViewProps {
  readonly id: string
  readonly record: Candidate | undefined
  /** Present where it may be taken away. */
  onRemove?(): void
}

/** A stored file: looked at with a click where the browser can, else downloaded. */
export function FileView({ id, record, onRemove }: FileViewProps) {
  const { t } = useFieldText()
  const http = useHttp()
  const name = storedName(record, id)
  const { open, picture, close } = useView(id, record)
  return (
    <span className="oa-file">
      <FileSign name={name} />
      <span className="oa-file-words">
        <button type="button" className="plain oa-file-name" title={name} aria-label={t(viewOf(record) ? 'preview' : 'download', { name })} onClick={open}><FileName name={name} /></button>
        {typeof record?.['size'] === 'number' && <span className="oa-file-size num">{formatBytes(record['size'])}</span>}
      </span>
      <Tooltip title={t('download', { name: '' })}>
        <Button type="text" size="small" icon={<DownloadOutlined />} aria-label={t('download', { name })} onClick={() => void saveFile(http, id).catch(() => undefined)} />
      </Tooltip>
      {onRemove && <Button type="text" size="small" icon={<CloseOutlined />} aria-label={t('remove', { name })} onClick={onRemove} />}
      {picture && <Image wrapperStyle={{ display: 'none' }} alt={name} preview={{ visible: true, src: picture, onVisibleChange: (isVisible) => !isVisible && close() }} />}
    </span>
  )
}

/** Opens a picture over the page and a PDF in the browser's viewer. */
function useView(id: string, record: Candidate | undefined) {
  const http = useHttp()
  const [picture, setPicture] = useState<string>()
  useEffect(() => () => void (picture && URL.revokeObjectURL(picture)), [picture])
  const open = async () => {
    const view = viewOf(record)
    if (!view) return saveFile(http, id)
    const address = await contentOf(http, id)
    if (view === 'picture') return setPicture(address)
    window.open(address, '_blank', 'noopener')
    setTimeout(() => URL.revokeObjectURL(address), 60_000)
  }
  return { open: () => void open().catch(() => undefined), picture, close: () => setPicture(undefined) }
}

/** The extension in a square; reds for PDF, greens for sheets, else quiet. */
export function FileSign({ name }: { name: string }) {
  const extension = extensionOf(name)
  return <span className="oa-file-sign" data-type={extension} aria-hidden>{extension.slice(0, 4).toUpperCase() || '?'}</span>
}

/** A long name loses its middle, never its ending. */
export function FileName({ name }: { name: string }) {
  const dot = name.lastIndexOf('.')
  const cut = dot > 0 ? Math.max(0, dot - 2) : name.length
  return <span className="oa-file-parts"><span className="cut">{name.slice(0, cut)}</span><span>{name.slice(cut)}</span></span>
}
