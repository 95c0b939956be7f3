import type { BaseLogger } from 'pino'

/** The log of the database; pino's logger fits. */
export type Log = Pick<BaseLogger, 'debug' | 'info' | 'warn' | 'error'>
