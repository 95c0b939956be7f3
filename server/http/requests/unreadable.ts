import type { Socket } from 'node:net'
import { STATUS_CODES } from 'node:http'
import type { FindText } from '#kernel/wording/translate.ts'

/** Requests that Node cannot parse, by error code: HTTP status and locale key. Others are 400. */
const known: Readonly<Record<string, { readonly status: number; readonly text: string }>> = {
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, text: 'error.requestTimeout' },
  HPE_HEADER_OVERFLOW: { status: 431, text: 'error.headTooLarge' },
}

/** Answers an unparsable request with the envelope and closes the connection, since the next request cannot be separated from the rest. */
export const answerUnreadable = (find: FindText) => (error: { readonly code?: string }, socket: Socket): void => {
  if (error.code === 'ECONNRESET' || !socket.writable) return
  const { status, text } = known[error.code ?? ''] ?? { status: 400, text: 'error.badRequest' }
  const body = JSON.stringify({ code: 42009, msg: find(text, undefined, 'cn') ?? '' })
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, 'connection: close', 'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
  // unread bytes would make the system reset the connection before the answer is read
  socket.resume()
  setTimeout(() => socket.destroy(), lingering).unref()
}

/** Time for which remaining input is discarded, ms. */
const lingering = 2_000
