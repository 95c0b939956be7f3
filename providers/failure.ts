import type { HttpError, ValidationErrors } from '@refinedev/core'
import { type Label, labelOf, type Locale } from '#kernel/wording/label.ts'

/**
 * The kind of a failure. `moved`: another person acted first (42006, 42007); `refused`: by a business rule (42009); `cancelled`: the caller
 * aborted the call.
 */
export type FailureKind = 'signedOut' | 'forbidden' | 'missing' | 'moved' | 'refused' | 'failed' | 'network' | 'timeout' | 'cancelled'

/** A problem at a field: `items.2.amount` is column `amount` of the third row. */
export interface FieldRefusal {
  readonly name: string
  readonly message: string
  readonly level?: 'block' | 'confirm' | 'warn'
  /** `confirm`: the code to send along when the user accepts. */
  readonly code?: string
}

interface FailureDetails {
  readonly kind: FailureKind
  readonly message: string
  readonly code: number
  readonly traceId?: string
  readonly data?: unknown
}

/** The only error that the HTTP client throws; it implements Refine's `HttpError`. */
export class HttpFailure extends Error implements HttpError {
  [key: string]: unknown

  readonly kind: FailureKind
  /** Code of the envelope, else the HTTP status, else 0 when no answer arrived. */
  readonly statusCode: number
  readonly traceId?: string
  /** Data of the answer; the fresh state for `moved`. */
  readonly data?: unknown

  constructor({ kind, message, code, traceId, data }: FailureDetails) {
    super(message)
    this.name = 'HttpFailure'
    this.kind = kind
    this.statusCode = code
    this.traceId = traceId
    this.data = data
  }

  /** Problems at fields (42009). */
  get fields(): readonly FieldRefusal[] {
    return fieldsOf(this.data)
  }

  /** The same problems in Refine's format. */
  get errors(): ValidationErrors {
    return Object.fromEntries(this.fields.map(({ name, message }) => [name, message]))
  }
}

/** Returns whether an error was thrown by the HTTP client. */
export const isFailure = (error: unknown): error is HttpFailure => error instanceof HttpFailure

function fieldsOf(data: unknown): readonly FieldRefusal[] {
  if (typeof data !== 'object' || data === null || !('fields' in data) || !Array.isArray(data.fields)) return []
  return data.fields.filter(isFieldRefusal)
}

function isFieldRefusal(field: unknown): field is FieldRefusal {
  return typeof field === 'object' && field !== null && 'name' in field && 'message' in field
}

/** Messages of the client itself, for answers without a message. */
export const texts = {
  signedOut: { cn: '认证失败，无法访问系统资源', en: 'Authentication failed, cannot access system resources' },
  forbidden: { cn: '当前操作没有权限', en: 'No permission for this operation' },
  missing: { cn: '访问资源不存在', en: 'Resource does not exist' },
  unknown: { cn: '系统未知错误，请反馈给管理员', en: 'Unknown system error, report to the administrator' },
  addFailed: { cn: '添加失败', en: 'Add failed' },
  deleteFailed: { cn: '删除失败', en: 'Delete Failed' },
  network: { cn: '后端接口连接异常', en: 'Backend interface connection abnormal' },
  timeout: { cn: '系统接口请求超时', en: 'System interface request timeout' },
  status: { cn: '系统接口{status}异常', en: 'System interface {status} abnormal' },
  done: { cn: '请求成功', en: 'Request succeeded' },
  rateMissing: { cn: '获取汇率失败，请刷新重试', en: 'Failed to get exchange rate, please refresh and retry' },
} as const satisfies Record<string, Label>

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

/** Parses the envelope of an answer; a body without envelope becomes one with the HTTP status as its code. */
export async function envelopeOf(response: Response, locale: Locale): Promise<Envelope> {
  const traceId = response.headers.get('x-trace-id') ?? undefined
  const body: unknown = await response.json().catch(() => undefined)
  if (isEnvelope(body)) return { traceId, ...body }
  return { code: response.status, msg: strangeStatus(response.status, locale), traceId }
}

/** The failure of an envelope; undefined for a success. `unexplained`: the message if it has none. */
export function failureOf({ code, msg, data, traceId }: Envelope, locale: Locale, unexplained: Label = texts.unknown):
  | HttpFailure
  | undefined {
  if (code === 200) return undefined
  const kind = kinds[code] ?? 'failed'
  const isExplained = msg !== '' && msg !== labelOf(texts.unknown, locale)
  const message = isExplained ? msg : labelOf(defaults[kind] ?? unexplained, locale)
  return new HttpFailure({ kind, message, code, traceId, data })
}

/** Failures that are not shown as a toast: cancelled calls, and a missing exchange rate, which is shown at its field. */
export const isSilent = (failure: HttpFailure): boolean =>
  failure.kind === 'cancelled' || failure.message === texts.rateMissing.cn || failure.message === texts.rateMissing.en

function isEnvelope(body: unknown): body is Envelope {
  return typeof body === 'object' && body !== null && 'code' in body && typeof body.code === 'number'
}

function strangeStatus(status: number, locale: Locale): string {
  if (status === 401 || status === 403 || status === 404) return ''
  return labelOf(texts.status, locale).replace('{status}', String(status))
}
