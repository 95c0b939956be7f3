import { createHash } from 'node:crypto'

/** Statements that a process prepares: a plan of each lies in every connection that has run it. */
const most = 400

/** A text is prepared once it has come so often: texts that are built anew each time (rows of an import) are not worth a plan. */
export const often = 8

/**
 * Names for the statements of transactions, so that PostgreSQL parses and plans them once for a connection and not each time.
 * Statements outside of transactions are the lists: they are planned with their values, which decide about the index, unless they are
 * marked as `prepared`.
 */
export function statementNames(): (text: string) => string | undefined {
  // the number of times that a text without a name has come
  const seen = new Map<string, number>()
  const names = new Map<string, string>()
  return (text) => {
    const name = names.get(text)
    if (name !== undefined || names.size >= most) return name
    const count = (seen.get(text) ?? 0) + 1
    if (count < often) {
      if (seen.size >= most * 4) seen.clear()
      seen.set(text, count)
      return undefined
    }
    seen.delete(text)
    names.set(text, `s${createHash('sha256').update(text).digest('hex').slice(0, 20)}`)
    return names.get(text)
  }
}
