import { type Logger, type LoggerOptions, pino } from 'pino'

/** Logs JSON lines to stdout, without names of people, tokens or entered texts. */
export function createLog(level: LoggerOptions['level'], destination?: { write(line: string): void }): Logger {
  const options: LoggerOptions = {
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    // Applied to the complete line, since any text may contain a URL: that of a socket has a token in its query.
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

/** Serialises an error, without the fields in which PostgreSQL repeats row data (`detail`, `where`). */
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
