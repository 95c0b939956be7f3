import { CheckOutlined, CloseOutlined, DownloadOutlined, LoadingOutlined, ReloadOutlined } from '@ant-design/icons'
import { Button, Image, Tooltip } from 'antd'
import { useEffect, useState, type ReactNode } from 'react'
import { formatBytes } from '../../kernel/bytes.ts'
import { extensionOf } from '../../kernel/file-name.ts'
import { useHttp } from '../../shell/backend.ts'
import { storedName } from '../references/use-references.ts'
import { useFieldText } from '../text.ts'
import type { Candidate } from '../types.ts'
import { contentOf, viewOf } from './preview.ts'
import { type DownloadState, useDownload } from './use-download.ts'
import './files.css'

interface FileViewProps {
  readonly id: string
  readonly record: Candidate | undefined
  /** What chooses it among others. */
  readonly tick?: ReactNode
  /** Present where it may be taken away. */
  onRemove?(): void
}

/** A stored file: looked at with a click where the browser can, else downloaded. */
export function FileView({ id, record, tick, onRemove }: FileViewProps) {
  const { t } = useFieldText()
  const { state, start } = useDownload(id)
  const name = storedName(record, id)
  const { open, picture, close } = useView(id, record, start)
  return (
    <span className="oa-file">
      {tick}
      <FileSign name={name} />
      <span className="oa-file-words">
        <button type="button" className="plain oa-file-name" title={name} aria-label={t(viewOf(record) ? 'preview' : 'download', { name })} onClick={open}><FileName name={name} /></button>
        {typeof record?.['size'] === 'number' && <span className="oa-file-size num">{formatBytes(record['size'])}</span>}
        {state === 'failed' && <span className="oa-file-failure" role="alert">{t('downloadFailed')}</span>}
      </span>
      <DownloadButton name={name} state={state} onStart={start} />
      {onRemove && <Button type="text" size="small" icon={<CloseOutlined />} aria-label={t('remove', { name })} onClick={onRemove} />}
      {picture && <Image wrapperStyle={{ display: 'none' }} alt={name} preview={{ visible: true, src: picture, onVisibleChange: (isVisible) => !isVisible && close() }} />}
    </span>
  )
}

/** Downloads, shows how that stands, and downloads again. */
function DownloadButton({ name, state, onStart }: { name: string; state: DownloadState; onStart(): void }) {
  const { t } = useFieldText()
  const key = state === 'failed' ? 'downloadAgain' : 'download'
  const isBusy = state === 'downloading'
  return (
    <Tooltip title={t(key, { name: '' })}>
      <Button type="text" size="small" icon={signs[state]} aria-label={t(key, { name })} aria-busy={isBusy} disabled={isBusy} onClick={onStart} />
    </Tooltip>
  )
}

const signs: Readonly<Record<DownloadState, ReactNode>> = { idle: <DownloadOutlined />, downloading: <LoadingOutlined />, done: <CheckOutlined />, failed: <ReloadOutlined /> }

/** Opens a picture over the page and a PDF in the browser's viewer. */
function useView(id: string, record: Candidate | undefined, save: () => void) {
  const http = useHttp()
  const [picture, setPicture] = useState<string>()
  useEffect(() => () => void (picture && URL.revokeObjectURL(picture)), [picture])
  const open = async () => {
    const view = viewOf(record)
    if (!view) return save()
    const address = await contentOf(http, id)
    if (view === 'picture') return setPicture(address)
    window.open(address, '_blank', 'noopener')
    setTimeout(() => URL.revokeObjectURL(address), 60_000)
  }
  return { open: () => void open().catch(save), picture, close: () => setPicture(undefined) }
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
