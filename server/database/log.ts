import type { BaseLogger } from 'pino'

/** The database's log; compatible with pino. */
export type Log = Pick<BaseLogger, 'debug' | 'info' | 'warn' | 'error'>
