import { type Logger, type LoggerOptions, pino } from 'pino'

/** JSON lines on stdout; nothing in them names a person, a token or what somebody wrote. */
export function createLog(level: LoggerOptions['level'], destination?: { write(line: string): void }): Logger {
  const options: LoggerOptions = {
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    // Over the finished line, as an address may stand in any text: a socket's carries a token in its query.
    hooks: { streamWrite: withoutSecrets },
    redact: { paths: secret.flatMap((name) => [name, `*.${name}`]), censor: '…' },
    serializers: { err: plainError, error: plainError, req: () => undefined, res: () => undefined },
  }
  return destination ? pino(options, destination) : pino(options)
}

const secret = ['password', 'token', 'access_token', 'refresh_token', 'id_token', 'authorization', 'cookie', 'secret', 'key', 'body']

interface LoggedError {
  readonly type: string
  readonly message: string
  readonly stack?: string
  readonly code?: string
  readonly constraint?: string
  readonly table?: string
  readonly cause?: LoggedError
}

/** An error by its own words; the fields in which a database repeats the row (`detail`, `where`) stay out. */
function plainError(error: unknown): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) }
  const text = (name: string) => {
    const value: unknown = Reflect.get(error, name)
    return typeof value === 'string' ? value : undefined
  }
  const cause = error.cause === undefined ? undefined : plainError(error.cause)
  return { type: error.name, message: error.message, stack: error.stack, code: text('code'), constraint: text('constraint'),
    table: text('table'), cause }
}

function withoutSecrets(line: string): string {
  return line.replaceAll(/([?&](?:token|ticket|code|state|id_token_hint|access_token)=)[^&\s"'\\]+/gi, '$1…')
}
