import type { RawBuilder } from 'kysely'

/** Runs one statement (several, separated by semicolons, when it has no parameters) and answers its rows. */
export type RunStatement = <Row>(statement: RawBuilder<Row>) => Promise<Row[]>
