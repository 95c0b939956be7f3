import type { BaseLogger } from 'pino'

/** What the database tells; pino's logger fits. */
export type Log = Pick<BaseLogger, 'debug' | 'info' | 'warn' | 'error'>
