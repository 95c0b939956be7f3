import type { WritingHttp } from '#providers/http.ts'
import type { ReferenceCandidate } from '../types.ts'

interface StoredFile {
  readonly id: string
  readonly realName: string
  readonly size: number
  readonly fileType: string
  readonly createBy: string
}

export interface FileUpload {
  readonly file: File
  /** Whether XML is accepted, see `takesXml`. */
  readonly allowXml: boolean
  readonly signal: AbortSignal
  onProgress(sent: number, total: number): void
}

/** Uploads a file; returns its record. @throws HttpFailure */
export async function sendFile(http: WritingHttp, { file, allowXml, signal, onProgress }: FileUpload): Promise<ReferenceCandidate> {
  const content = new FormData()
  content.append('uploadType', 'attachment')
  // the server needs the other fields before the file
  if (allowXml) content.append('allowXml', 'true')
  content.append('file', file, file.name)
  const stored = await http.upload<StoredFile>({ path: '/oaserver/attachment/upload', content, signal, onProgress })
  return { id: stored.id, name: stored.realName, enabled: true, fileName: stored.realName, size: stored.size, fileType: stored.fileType,
    createBy: stored.createBy, own: true, document: null }
}
