import type { Importer } from './importer.ts'

/** Importers by host and id. */
const importers = new WeakMap<object, Map<string, Importer<never, never>>>()

/** Every importer that a host serves, by id. */
export function importersOf(host: object): Map<string, Importer<never, never>> {
  const known = importers.get(host) ?? new Map<string, Importer<never, never>>()
  importers.set(host, known)
  return known
}
