import type { Form } from '#kernel/form.ts'
import { fieldRenderers } from './registry.ts'

/**
 * Loads what the fields of a form are entered with or read in, so that nothing of it comes later than the rest. Its tables are the pages'
 * own.
 */
export async function loadParts({ fields }: Form, part: 'Input' | 'Cell'): Promise<void> {
  const kinds = Object.values(fields).flatMap(({ kind, columns = {} }) => [kind, ...Object.values(columns).map((column) => column.kind)])
  await Promise.all([...new Set(kinds)].filter((kind) => kind !== 'table').map((kind) => {
    const drawn = fieldRenderers[kind][part]
    return 'load' in drawn ? drawn.load() : undefined
  }))
}
