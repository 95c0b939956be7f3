import { type FieldProblem, MeaningfulError, type Parameters, Refused, StateMoved, TaskMoved } from '#kernel/errors.ts'
import type { Locale } from '#kernel/wording/label.ts'
import type { FindText } from '#kernel/wording/translate.ts'
import { DatabaseBusy, isConnectionLost, isDiskFull, isLockTimeout, isStatementTimeout, sqlState } from '#server/database/errors.ts'
import type { Envelope } from './envelope.ts'

/** A refusal before the request is processed, with a message; keeps its HTTP status. */
export class BadRequest extends Error {
  override readonly name = 'BadRequest'

  constructor(
    /** 4xx. */
    readonly statusCode: number,
    /** Locale key. */
    readonly code: string,
    readonly parameters: Parameters = {},
  ) {
    super(code)
  }
}

/** An external dependency does not answer: neither the caller nor this product is at fault, and the call can be retried shortly. */
export class OutsideUnavailable extends Error {
  override readonly name = 'OutsideUnavailable'
}

/** A failure as answered. */
export interface Failure {
  readonly status: number
  readonly envelope: Envelope
  /** Whether to log it with its stack. */
  readonly unexpected: boolean
}

export interface FailedRequest {
  readonly language: Locale
  readonly traceId: string
  /** Whether the caller expects a file, so that a failure must not have HTTP status 200. */
  readonly file: boolean
}

/**
 * The only place that maps failures to HTTP: meaningful errors by their kind, client errors of the framework by their status, everything
 * else to 500 with a trace id and without internal details.
 */
export function failureOf(error: unknown, find: FindText, request: FailedRequest): Failure {
  if (error instanceof MeaningfulError) return meaning(error, find, request)
  const status = clientStatus(error)
  return status ? clientFailure(error, { status, find, request }) : innerFailure(error, find, request)
}

const kinds = {
  refused: { status: 200, code: 42009, fallback: 'error.invalidInput' },
  taskMoved: { status: 200, code: 42006, fallback: 'error.taskMoved' },
  stateMoved: { status: 200, code: 42007, fallback: 'error.stateMoved' },
  unauthenticated: { status: 401, code: 401, fallback: 'error.unauthenticated' },
  forbidden: { status: 403, code: 403, fallback: 'error.forbidden' },
  missing: { status: 404, code: 404, fallback: 'error.missing' },
} as const satisfies Record<MeaningfulError['kind'], { status: number; code: number; fallback: string }>

function meaning(error: MeaningfulError, find: FindText, request: FailedRequest): Failure {
  const { status, code, fallback } = kinds[error.kind]
  const msg = find(error.code, error.parameters, request.language) ?? find(fallback, undefined, request.language) ?? ''
  const data = dataOf(error, find, request.language)
  return { status: request.file && status === 200 ? 422 : status, envelope: { code, msg, ...(data !== undefined && { data }) },
    unexpected: false }
}

function dataOf(error: MeaningfulError, find: FindText, language: Locale): unknown {
  if (error instanceof TaskMoved || error instanceof StateMoved) return error.fresh
  if (!(error instanceof Refused) || error.fields.length === 0) return undefined
  return {
    fields: error.fields.map((problem) => ({ name: problem.field, message: sentence(problem, find, language),
      level: problem.level ?? 'block', ...questionOf(problem) })
    ),
  }
}

/** The code by which a question is confirmed. */
const questionOf = ({ level, code }: FieldProblem) => (level === 'confirm' ? { code } : {})

function sentence({ code, parameters, message }: FieldProblem, find: FindText, language: Locale): string {
  return message?.[language] ?? find(code, parameters, language) ?? find('error.field.invalid', undefined, language) ?? ''
}

function clientFailure(error: unknown, { status, find, request }: { status: number; find: FindText; request: FailedRequest }): Failure {
  const own = error instanceof BadRequest ? find(error.code, error.parameters, request.language) : undefined
  const msg = own ?? find(byStatus[status] ?? 'error.badRequest', undefined, request.language) ?? ''
  return { status, envelope: { code: clientCode(status), msg }, unexpected: false }
}

function innerFailure(error: unknown, find: FindText, { language, traceId, file }: FailedRequest): Failure {
  const failure = (status: number, code: number, text: string, unexpected = true): Failure => ({ status,
    envelope: { code, msg: find(text, undefined, language) ?? '', traceId }, unexpected })
  if (error instanceof DatabaseBusy) return failure(503, 503, 'error.busy', false)
  if (isDiskFull(error)) return failure(503, 503, 'error.diskFull')
  if (isUnavailable(error)) return failure(503, 503, 'error.busy', false)
  if (isBadValue(error)) return failure(file ? 422 : 200, 42009, 'error.invalidInput')
  return failure(file ? 500 : 200, 500, 'error.unexpected')
}

/** HTTP status of our own and the framework's client errors; undefined for any other error, whose status does not concern our caller. */
function clientStatus(error: unknown): number | undefined {
  if (!(error instanceof Error)) return undefined
  if (brokenMultipart.test(error.message)) return 400
  const status: unknown = Reflect.get(error, 'statusCode')
  const ours = error instanceof BadRequest || codeOf(error).startsWith('FST_')
  return ours && typeof status === 'number' && status >= 400 && status < 500 ? status : undefined
}

/** Messages of the multipart parser, whose errors have no code. */
const brokenMultipart =
  /^(Multipart: Boundary not found|Unexpected end of multipart data|The needle cannot)|terminated early due to unexpected end of multipart/

const clientCode = (status: number) => ([401, 403, 404].includes(status) ? status : 42009)

const byStatus: Readonly<Record<number, string>> = {
  401: 'error.unauthenticated',
  403: 'error.forbidden',
  404: 'error.missing',
  413: 'error.tooLarge',
  414: 'error.addressTooLong',
  415: 'error.unsupportedBody',
  429: 'error.tooManyRequests',
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '')

function isUnavailable(error: unknown): boolean {
  return error instanceof OutsideUnavailable || isLockTimeout(error) || isStatementTimeout(error) || isConnectionLost(error)
}

/** Returns whether PostgreSQL refused a value that passed all checks: invalid input, for which a check is missing. */
function isBadValue(error: unknown): boolean {
  return ['22001', '22003', '22007', '22008', '22021', '22P02', '22P05'].includes(sqlState(error) ?? '')
}
