import { Button } from 'antd'
import { download } from '#providers/files.ts'
import type { Http } from '#providers/http.ts'
import { formatBytes } from '#kernel/values/bytes.ts'
import { useHttp } from '#shell/backend.ts'
import { useFieldText } from '../text.ts'
import type { ReferenceCandidate } from '../types.ts'
import { DownloadBar, FileView } from './FileView.tsx'
import { saveFile } from './preview.ts'
import { useDownload } from './use-download.ts'
import { useTicked } from './use-ticked.tsx'

interface FileListProps {
  readonly ids: readonly string[]
  readonly records: readonly (ReferenceCandidate | undefined)[]
  /** Names the archive of several. */
  readonly businessNo: string | undefined
}

/** Stored files to be read; those that are ticked are downloaded one by one or as one archive. */
export function FileList({ ids, records, businessNo }: FileListProps) {
  const { t } = useFieldText()
  const http = useHttp()
  const { ticked, tick, all, withTicked } = useTicked(ids, records)
  const meant = ticked.length > 0 ? ticked : ids
  const archive = useDownload(({ signal, onProgress }) =>
    download(http, { method: 'POST', path: `/oaserver/attachment/downloadZip/${encodeURIComponent(businessNo ?? 'file')}`, body: ticked,
      reads: true, signal }, onProgress)
  )
  const isPacking = archive.state.stage === 'downloading'
  return (
    <div className="oa-files">
      {ids.map((id, index) => <FileView key={id} id={id} record={records[index]} tick={tick(id, index)} />)}
      {ids.length > 1 && (
        <div className="oa-files-together">
          {all}
          <span className="num">
            {t(ticked.length > 0 ? 'filesTicked' : 'filesAll', { count: meant.length, size: formatBytes(sizeOf(meant, ids, records)) })}
          </span>
          <span className="oa-files-downloads">
            <Button size="small" type="text" onClick={withTicked((chosen) => void oneByOne(http, chosen))}>{t('downloadEach')}</Button>
            {isPacking
              ? <Button size="small" type="text" onClick={archive.cancel}>{t('cancel')}</Button>
              : <Button size="small" type="text" onClick={withTicked(archive.start)}>{t('downloadZip')}</Button>}
          </span>
          <DownloadBar state={archive.state} name={t('downloadZip')} />
          {archive.state.stage === 'failed' && <span className="oa-file-failure" role="alert">{t('downloadFailed')}</span>}
        </div>
      )}
    </div>
  )
}

/** Between two files: browsers drop downloads that come all at once. */
const pause = 500

async function oneByOne(http: Http, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    await saveFile(http, id).catch(() => undefined)
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}

const sizeOf = (meant: readonly string[], ids: readonly string[], records: FileListProps['records']): number =>
  meant.reduce((sum, id) => sum + Number(records[ids.indexOf(id)]?.['size'] ?? 0), 0)
