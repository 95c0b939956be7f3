import type { Importer } from './importer.ts'

/** Importers by the host that serves them, by their ids. */
const importers = new WeakMap<object, Map<string, Importer<never, never>>>()

/** Every importer that a host serves, by its id. */
export function importersOf(host: object): Map<string, Importer<never, never>> {
  const known = importers.get(host) ?? new Map<string, Importer<never, never>>()
  importers.set(host, known)
  return known
}
