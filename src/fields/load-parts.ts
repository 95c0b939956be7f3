import type { Form } from '#kernel/form.ts'
import { partsOf } from './registry.ts'

/**
 * Loads the lazy chunks of all fields of a form, so that it renders at once. Tables are skipped: the pages render them themselves.
 */
export async function loadParts({ fields }: Form, part: 'Input' | 'Cell'): Promise<void> {
  const entries = Object.values(fields).flatMap((field) => [field, ...Object.values(field.columns ?? {})])
  const drawn = new Set(entries.filter(({ kind }) => kind !== 'table').map((field) => partsOf(field)[part]))
  await Promise.all([...drawn].map((each) => ('load' in each ? each.load() : undefined)))
}
