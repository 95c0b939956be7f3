import { Button, Checkbox } from 'antd'
import { useState, type ReactNode } from 'react'
import { download } from '#providers/files.ts'
import type { Http } from '#providers/http.ts'
import { formatBytes } from '#kernel/values/bytes.ts'
import { useHttp, useBackend } from '#shell/backend.ts'
import { useFieldText } from '../text.ts'
import type { ReferenceCandidate } from '../types.ts'
import { DownloadBar, FileView } from './FileView.tsx'
import { saveFile } from './preview.ts'
import { useDownload } from './use-download.ts'
import { storedName } from '../references/use-references.ts'

interface FileListProps {
  readonly ids: readonly string[]
  readonly records: readonly (ReferenceCandidate | undefined)[]
  /** Document number, used in the name of the archive. */
  readonly businessNo: string | undefined
}

/** A read-only list of stored files; ticked ones can be downloaded one by one or as an archive. */
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

/** Delay between downloads in ms: browsers drop simultaneous ones. */
const pause = 500

async function oneByOne(http: Http, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    await saveFile(http, id).catch(() => undefined)
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}

const sizeOf = (meant: readonly string[], ids: readonly string[], records: FileListProps['records']): number =>
  meant.reduce((sum, id) => sum + Number(records[ids.indexOf(id)]?.['size'] ?? 0), 0)

/** Selection of files by checkboxes, for batch actions. */
export function useTicked(ids: readonly string[], records: readonly (ReferenceCandidate | undefined)[]) {
  const { t } = useFieldText()
  const { reactions } = useBackend()
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set())
  const ticked = ids.filter((id) => marked.has(id))
  const toggle = (id: string) => setMarked(new Set(marked.has(id) ? ticked.filter((each) => each !== id) : [...ticked, id]))
  return {
    ticked,
    /** The checkbox of a file; none if there is only one file. */
    tick: (id: string, index: number): ReactNode =>
      ids.length > 1 && <Checkbox checked={marked.has(id)} aria-label={storedName(records[index], id)} onChange={() => toggle(id)} />,
    all: (
      <Checkbox checked={ticked.length === ids.length} indeterminate={ticked.length > 0 && ticked.length < ids.length}
        onChange={() => setMarked(new Set(ticked.length === ids.length ? [] : ids))}
      >
        {t('tickAll')}
      </Checkbox>
    ),
    /** Wraps an action on the ticked files; shows a warning if none is ticked. */
    withTicked:
      (work: (ids: readonly string[]) => void) =>
      () => (ticked.length > 0 ? work(ticked) : reactions.notify({ kind: 'warning', text: t('tickFirst') })),
  }
}
