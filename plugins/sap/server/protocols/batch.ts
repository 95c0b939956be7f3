import type { OutboundAnswer } from '#server/outbound/outbound.ts'
import { headerOf } from './destination.ts'

const line = '\r\n'

/** A request of a change set: its path below the service, with a record where it creates one. */
export interface BatchRequest {
  readonly path: string
  readonly record?: Readonly<Record<string, unknown>>
}

/** One change set as the body of a `$batch`, its requests numbered from 1; all of it is done, or nothing. */
export function batchBody(boundary: string, requests: readonly BatchRequest[]): string {
  const changeSet = boundary.replace(/^batch_/, 'changeset_')
  const parts = requests.map(({ path, record }, index) => {
    const body = record === undefined ? '' : JSON.stringify(record)
    return [
      `--${changeSet}`,
      'Content-Type: application/http',
      'Content-Transfer-Encoding: binary',
      `Content-ID: ${index + 1}`,
      '',
      `POST ${path} HTTP/1.1`,
      'Content-Type: application/json',
      'Accept: application/json',
      `Content-Length: ${Buffer.byteLength(body)}`,
      '',
      body,
    ].join(line)
  })
  return [`--${boundary}`, `Content-Type: multipart/mixed; boundary=${changeSet}`, '', ...parts, `--${changeSet}--`, `--${boundary}--`, '']
    .join(line)
}

/** The answers of a `$batch`, those of its change set one by one. */
export function batchParts(answer: OutboundAnswer): readonly OutboundAnswer[] {
  return partsOf(headerOf(answer, 'content-type'), answer.body.toString('utf8'))
}

function partsOf(type: string, body: string): readonly OutboundAnswer[] {
  const [, boundary] = /boundary="?([^";]+)"?/i.exec(type) ?? []
  if (boundary === undefined) return []
  return body.split(`--${boundary}`).slice(1, -1).flatMap((part) => {
    const [head, content] = halves(part.replace(/^\r?\n/, ''))
    const inner = headersOf(head)['content-type'] ?? ''
    return inner.startsWith('multipart/') ? partsOf(inner, content) : [answerIn(content)]
  })
}

/** An answer that is written out: its first line, its headers, its content. */
function answerIn(text: string): OutboundAnswer {
  const [head, content] = halves(text)
  const [, status = '502'] = /^HTTP\/\d(?:\.\d)? (\d{3})/.exec(head) ?? []
  const headers = headersOf(head)
  return { status: Number(status), type: (headers['content-type'] ?? '').replace(/;.*$/, ''), headers, body: Buffer.from(content.trim()) }
}

/** Head and body, at the first empty line. */
function halves(text: string): [string, string] {
  const [gap] = /\r?\n\r?\n/.exec(text) ?? []
  if (gap === undefined) return [text, '']
  const at = text.indexOf(gap)
  return [text.slice(0, at), text.slice(at + gap.length)]
}

const headersOf = (head: string): Record<string, string> =>
  Object.fromEntries(head.split(/\r?\n/).flatMap((row) => {
    const at = row.indexOf(':')
    return at < 1 ? [] : [[row.slice(0, at).trim().toLowerCase(), row.slice(at + 1).trim()]]
  }))
