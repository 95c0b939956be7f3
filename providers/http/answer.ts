import { labelOf, type Label, type Locale } from '#kernel/wording/label.ts'
import { HttpFailure, type FailureKind } from '../failure.ts'
import { texts } from './texts.ts'

/** The envelope of every JSON answer. */
export interface Envelope {
  readonly code: number
  readonly msg: string
  readonly data?: unknown
  readonly traceId?: string
}

const kinds: Readonly<Record<number, FailureKind>> = {
  401: 'signedOut',
  403: 'forbidden',
  404: 'missing',
  42006: 'moved',
  42007: 'moved',
  42009: 'refused',
}

const defaults: Partial<Record<FailureKind, Label>> = {
  signedOut: texts.signedOut,
  forbidden: texts.forbidden,
  missing: texts.missing,
}

/** Reads the envelope of an answer; what is none becomes one with the HTTP status as its code. */
export async function envelopeOf(response: Response, locale: Locale): Promise<Envelope> {
  const traceId = response.headers.get('x-trace-id') ?? undefined
  const body: unknown = await response.json().catch(() => undefined)
  if (isEnvelope(body)) return { traceId, ...body }
  return { code: response.status, msg: strangeStatus(response.status, locale), traceId }
}

/** The failure that an envelope means, or nothing when it is an answer. `unexplained`: what a failure without a reason is called. */
export function failureOf({ code, msg, data, traceId }: Envelope, locale: Locale, unexplained: Label = texts.unknown):
  | HttpFailure
  | undefined {
  if (code === 200) return undefined
  const kind = kinds[code] ?? 'failed'
  const isExplained = msg !== '' && msg !== labelOf(texts.unknown, locale)
  const message = isExplained ? msg : labelOf(defaults[kind] ?? unexplained, locale)
  return new HttpFailure({ kind, message, code, traceId, data })
}

/** A missing rate is said at its field, never as a toast. */
export const isSilent = (failure: HttpFailure): boolean =>
  failure.kind === 'cancelled' || failure.message === texts.rateMissing.cn || failure.message === texts.rateMissing.en

function isEnvelope(body: unknown): body is Envelope {
  return typeof body === 'object' && body !== null && 'code' in body && typeof body.code === 'number'
}

function strangeStatus(status: number, locale: Locale): string {
  if (status === 401 || status === 403 || status === 404) return ''
  return labelOf(texts.status, locale).replace('{status}', String(status))
}
