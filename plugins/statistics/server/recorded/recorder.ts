import type { RawBuilder } from 'kysely'

/** Makes facts of documents from what happened to them, whatever their form. */
export interface Recorder {
  /**
   * The facts of these documents as a query: `document`, `line`, `day`, `department`, `person`, `dimensions`, `measures`, and `since`, the
   * instant from which on each is so.
   */
  facts(documents: readonly string[]): RawBuilder<unknown>
}
