import { DownloadOutlined, StopOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useMemo } from 'react'
import type { FiledDocument } from '#approval/wire/filed-document.ts'
import { saveFile } from '#fields/files/preview.ts'
import { useDownload } from '#fields/files/use-download.ts'
import { download } from '#providers/files.ts'
import { useBackend } from '../../backend.ts'
import { useStore } from '../../form/store/use-store.ts'
import { filesOf } from './files.ts'
import { useDetailText } from '../text.ts'
import type { BarLook } from './use-fits.ts'

interface DownloadFilesProps extends BarLook {
  readonly document: Pick<FiledDocument, 'businessNo'>
}

/** Downloads all files of the document, rows included: a single one directly, several as an archive. A second click cancels. */
export function DownloadFilesButton({ document: { businessNo }, isShort = false, isQuiet = isShort }: DownloadFilesProps) {
  const { t } = useDetailText()
  const { form, value } = useStore()
  const ids = useMemo(() => filesOf(form.fields, value), [form, value])
  const { state, start, cancel } = useAllFiles(ids, businessNo)
  if (ids.length === 0) return null
  const running = { icon: <StopOutlined />, text: t('cancelDownload'), press: cancel }
  const { icon, text, press } = state.stage === 'downloading'
    ? running
    : { icon: <DownloadOutlined />, text: t('downloadFiles', { count: ids.length }), press: start }
  const look = isShort ? { 'data-tip': text } : { children: text }
  return <Button type={isQuiet ? 'text' : 'default'} icon={icon} aria-label={text} onClick={press} {...look} />
}

function useAllFiles(ids: readonly string[], businessNo: string) {
  const { http } = useBackend()
  const [only, ...others] = ids
  return useDownload(({ signal, onProgress }) => (only !== undefined && others.length === 0
    ? saveFile(http, only, { signal, onProgress })
    : download(http, { method: 'POST', path: `/oaserver/attachment/downloadZip/${encodeURIComponent(businessNo)}`, body: ids, reads: true,
      signal }, onProgress))
  )
}
