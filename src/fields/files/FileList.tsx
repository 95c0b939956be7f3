import { Button, Checkbox } from 'antd'
import { useState } from 'react'
import { download } from '../../../providers/files.ts'
import type { Http } from '../../../providers/http.ts'
import { formatBytes } from '../../kernel/bytes.ts'
import { useHttp } from '../../shell/backend.ts'
import { storedName } from '../references/use-references.ts'
import { useFieldText } from '../text.ts'
import type { Candidate } from '../types.ts'
import { FileView } from './FileView.tsx'
import { saveFile } from './preview.ts'

interface FileListProps {
  readonly ids: readonly string[]
  readonly records: readonly (Candidate | undefined)[]
  /** Names the archive of several. */
  readonly businessNo: string | undefined
}

/** Stored files to be read; several are downloaded one by one or as one archive, all of them or those that are ticked. */
export function FileList({ ids, records, businessNo }: FileListProps) {
  const { t } = useFieldText()
  const http = useHttp()
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const [isPacking, setIsPacking] = useState(false)
  const meant = ticked.size > 0 ? ids.filter((id) => ticked.has(id)) : ids
  const tick = (id: string) => setTicked(new Set(ticked.has(id) ? [...ticked].filter((each) => each !== id) : [...ticked, id]))
  const pack = () => {
    setIsPacking(true)
    void download(http, { method: 'POST', path: `/oaserver/attachment/downloadZip/${encodeURIComponent(businessNo ?? 'file')}`, body: meant })
      .catch(() => undefined).finally(() => setIsPacking(false))
  }
  return (
    <div className="oa-files">
      {ids.map((id, index) => (
        <FileView key={id} id={id} record={records[index]}
          tick={ids.length > 1 && <Checkbox checked={ticked.has(id)} aria-label={storedName(records[index], id)} onChange={() => tick(id)} />} />
      ))}
      {ids.length > 1 && (
        <div className="oa-files-together">
          <span className="num">{t(ticked.size > 0 ? 'filesTicked' : 'filesAll', { count: meant.length, size: formatBytes(sizeOf(meant, ids, records)) })}</span>
          <Button size="small" type="text" onClick={() => void oneByOne(http, meant)}>{t('downloadEach')}</Button>
          <Button size="small" type="text" loading={isPacking} onClick={pack}>{t('downloadZip')}</Button>
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
