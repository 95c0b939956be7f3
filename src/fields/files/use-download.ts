import { useCallback, useState } from 'react'
import { useHttp } from '../../shell/backend.ts'
import { saveFile } from './preview.ts'

/** How the download of a file stands. */
export type DownloadState = 'idle' | 'downloading' | 'done' | 'failed'

/** Downloads a file, and says how that stands; what failed can be tried again. */
export function useDownload(id: string): { readonly state: DownloadState; start(): void } {
  const http = useHttp()
  const [state, setState] = useState<DownloadState>('idle')
  const start = useCallback(() => {
    setState('downloading')
    saveFile(http, id).then(() => setState('done'), () => setState('failed'))
  }, [http, id])
  return { state, start }
}
