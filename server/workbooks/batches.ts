/** Rows that an export asks the database for at a time. */
export const batchSize = 500

/**
 * Rows of ids that are known already, in their order, asked for in parts. No offset, so that the last part costs no
 * more than the first; no open cursor, so that a slow reader holds no connection; no sort by key, so that any order may
 * stand. Rows that have gone in between are left out.
 */
export async function* inBatches<Row extends { readonly id: string }>(ids: readonly string[],
  read: (ids: readonly string[]) => Promise<readonly Row[]>): AsyncGenerator<Row[], void, undefined> {
  for (let start = 0; start < ids.length; start += batchSize) {
    const part = ids.slice(start, start + batchSize)
    const rows = new Map((await read(part)).map((row) => [row.id, row]))
    yield part.flatMap((id) => rows.get(id) ?? [])
  }
}
