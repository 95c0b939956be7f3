/** Rows per read of an export. */
export const batchSize = 500

/**
 * Reads the rows of known ids in batches, in the order of the ids. Without an offset, so that later batches cost no more than the first;
 * without a cursor, so that a slow reader blocks no connection; in any order. Rows deleted in between are left out.
 */
export async function* inBatches<Row extends { readonly id: string }>(ids: readonly string[],
  read: (ids: readonly string[]) => Promise<readonly Row[]>): AsyncGenerator<Row[], void, undefined> {
  for (let start = 0; start < ids.length; start += batchSize) {
    const part = ids.slice(start, start + batchSize)
    const rows = new Map((await read(part)).map((row) => [row.id, row]))
    yield part.flatMap((id) => rows.get(id) ?? [])
  }
}
