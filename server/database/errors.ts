/** Every connection of the pool is taken, or the server has none left: try again shortly. */
export class DatabaseBusy extends Error {
  override readonly name = 'DatabaseBusy'
  constructor(cause?: unknown) {
    super('Every database connection is in use', { cause })
  }
}

/** The database cannot be opened or brought up to date; the message says what to do. */
export class DatabaseProblem extends Error {
  override readonly name = 'DatabaseProblem'
}

/** A unique key said no; with `constraint`, that very one. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  return sqlState(error) === '23505' && (constraint === undefined || property(error, 'constraint') === constraint)
}

/** An exclusion constraint said no: two periods overlap. */
export const isExclusionViolation = (error: unknown): boolean => sqlState(error) === '23P01'

/** Another transaction held a row or table for longer than `lock_timeout`, or the two would have waited for each other. */
export function isLockTimeout(error: unknown): boolean {
  return ['55P03', '40P01'].includes(sqlState(error) ?? '')
}

/** A statement ran longer than `statement_timeout`. */
export function isStatementTimeout(error: unknown): boolean {
  return sqlState(error) === '57014'
}

/** No room left on the disk of the database or of the attachments. */
export function isDiskFull(error: unknown): boolean {
  return ['53100', 'ENOSPC', 'EDQUOT'].includes(sqlState(error) ?? '')
}

/**
 * The connection broke, could not be made, or gave no answer in time. When it broke during COMMIT the outcome is unknown:
 * only an idempotency key makes it safe to send the work again.
 */
export function isConnectionLost(error: unknown): boolean {
  const state = sqlState(error) ?? ''
  if (state.startsWith('08') || ['57P01', '57P02', '57P03', '25P03'].includes(state)) return true
  if (['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENOTFOUND'].includes(state)) return true
  return error instanceof Error &&
    /^Connection terminated|connection error and is not queryable|^Client was closed|^timeout expired|^Query read timeout/.test(
      error.message,
    )
}

/** A table was changed under a statement that was prepared before: the connection has to go, with all that it prepared. */
export function isStalePlan(error: unknown): boolean {
  return sqlState(error) === '0A000' && error instanceof Error && error.message.includes('cached plan')
}

/** SQLSTATE of a PostgreSQL error, or the system's code of a socket error. */
export function sqlState(error: unknown): string | undefined {
  return property(error, 'code')
}

function property(error: unknown, name: string): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined
  const value: unknown = Reflect.get(error, name)
  return typeof value === 'string' ? value : undefined
}
