/** All connections of the pool or of the server are in use; the call can be retried shortly. */
export class DatabaseBusy extends Error {
  override readonly name = 'DatabaseBusy'
  constructor(cause?: unknown) {
    super('Every database connection is in use', { cause })
  }
}

/** The database cannot be opened or migrated; the message contains the remedy. */
export class DatabaseProblem extends Error {
  override readonly name = 'DatabaseProblem'
}

/** Returns whether a unique constraint was violated; with `constraint`, this one. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  return sqlState(error) === '23505' && (constraint === undefined || property(error, 'constraint') === constraint)
}

/** Returns whether an exclusion constraint was violated, i.e. two periods overlap. */
export const isExclusionViolation = (error: unknown): boolean => sqlState(error) === '23P01'

/** Returns whether another transaction held a lock for longer than `lock_timeout`, or there was a deadlock. */
export function isLockTimeout(error: unknown): boolean {
  return ['55P03', '40P01'].includes(sqlState(error) ?? '')
}

/** Returns whether a statement exceeded `statement_timeout`. */
export function isStatementTimeout(error: unknown): boolean {
  return sqlState(error) === '57014'
}

/** Returns whether the disk of the database or of the attachments is full. */
export function isDiskFull(error: unknown): boolean {
  return ['53100', 'ENOSPC', 'EDQUOT'].includes(sqlState(error) ?? '')
}

/**
 * Returns whether the connection broke, could not be opened, or timed out. Where it broke during COMMIT, the outcome is unknown: only
 * with an idempotency key is it safe to retry.
 */
export function isConnectionLost(error: unknown): boolean {
  const state = sqlState(error) ?? ''
  if (state.startsWith('08') || ['57P01', '57P02', '57P03', '25P03', '25006'].includes(state)) return true
  if (['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENOTFOUND'].includes(state)) return true
  return error instanceof Error &&
    /^Connection terminated|connection error and is not queryable|^Client was closed|^timeout expired|^Query read timeout/.test(
      error.message,
    )
}

/** Returns whether a statement that writes reached a standby: the server that a connection was made to is no longer the primary. */
export function isReadOnlyServer(error: unknown): boolean {
  return sqlState(error) === '25006'
}

/**
 * Returns whether the answer to a statement timed out: the server is stopped or unreachable, and other connections to it may be affected
 * too.
 */
export function isSilence(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('Query read timeout')
}

/** Returns whether a table changed after a statement was prepared: the connection has to be closed with its prepared statements. */
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
