import excel from 'exceljs'
import type { TestApp } from '#server/http/testing.ts'
import { parseWorkbook } from '#server/workbooks/parse.ts'
import { bytesOf } from '#server/workbooks/writer.ts'
import { shownText } from './cells/cell-values.ts'
import type { ImportAnswer } from '#kernel/answers.ts'

export interface ImportReply<Data = ImportAnswer> {
  readonly status: number
  readonly code: number
  readonly msg: string
  readonly data: Data
}

export interface ImportRequest {
  readonly path: string
  readonly who: string
  readonly bytes: Uint8Array
  readonly name?: string
  readonly id?: string
  readonly language?: 'zh_CN' | 'en_US'
  readonly fields?: Readonly<Record<string, string>>
}

/** Uploads a file like a browser. */
export async function sendFile(app: TestApp['app'],
  { path, who, bytes, name = 'data.xlsx', id, language = 'zh_CN', fields = {} }: ImportRequest): Promise<ImportReply> {
  const edge = 'edge-of-the-part'
  const part = (head: string, content: string | Uint8Array) =>
    Buffer.concat([Buffer.from(`--${edge}\r\ncontent-disposition: form-data; ${head}\r\n\r\n`), Buffer.from(content), Buffer.from('\r\n')])
  const payload = Buffer.concat([
    part(`name="file"; filename="${name}"\r\ncontent-type: application/octet-stream`, bytes),
    ...Object.entries(fields).map(([field, value]) => part(`name="${field}"`, value)),
    Buffer.from(`--${edge}--\r\n`),
  ])
  const headers = { authorization: `Bearer ${who}`, 'accept-language': language, 'content-type': `multipart/form-data; boundary=${edge}`,
    ...(id && { 'x-import-id': id }) }
  const answer = await app.inject({ method: 'POST', url: `${path}/import`, headers, payload })
  return { status: answer.statusCode, ...answer.json<Omit<ImportReply, 'status'>>() }
}

/** Downloads the file of a call. */
export async function getFile(app: TestApp['app'], url: string, who: string, language: 'zh_CN' | 'en_US' = 'zh_CN') {
  const { statusCode, rawPayload, headers } = await app.inject({ method: 'GET', url,
    headers: { authorization: `Bearer ${who}`, 'accept-language': language } })
  const name = decodeURIComponent(String(headers['content-disposition'] ?? '').split("UTF-8''")[1] ?? '')
  return { status: statusCode, name, bytes: new Uint8Array(rawPayload) }
}

/** A template with these rows below its example. */
export async function filledIn(template: Uint8Array, rows: readonly (readonly unknown[])[]): Promise<Buffer> {
  const workbook = new excel.Workbook()
  await workbook.xlsx.load(Uint8Array.from(template).buffer)
  workbook.worksheets[0]?.addRows(rows.map((row) => [...row]))
  return bytesOf(workbook)
}

/** Like `filledIn`, with rows by heading, so that new columns do not affect them. @throws Error for an unknown heading */
export async function filledByHeading(template: Uint8Array, rows: readonly Readonly<Record<string, unknown>>[]): Promise<Buffer> {
  const [first = []] = await textsOf(template)
  const headings = first.map((heading) => String(heading).replace(/\*$/, ''))
  const unknown = rows.flatMap((row) => Object.keys(row)).find((heading) => !headings.includes(heading))
  if (unknown !== undefined) throw new Error(`There is no column “${unknown}”: ${headings.join(', ')}`)
  return filledIn(template, rows.map((row) => headings.map((heading) => row[heading] ?? '')))
}

/** The texts of the cells of a file's first sheet. */
export const textsOf = async (bytes: Uint8Array) =>
  (await parseWorkbook(bytes)).rows.map(({ cells }) => cells.map((cell) => shownText(cell)))
