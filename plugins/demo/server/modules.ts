import type { Host } from '#server/host.ts'

/** Modules whose documents and records the others of the demo company build on: without one of them there is no company. */
export const neededModules = ['budgets', 'contracts', 'cost-centres', 'currencies', 'documents', 'expense-types', 'forms', 'masters',
  'projects', 'research', 'sap', 'sourcing', 'system'] as const

/** Returns whether the product has a module. */
export const hasModule = ({ plugins }: Pick<Host, 'plugins'>, module: string): boolean => plugins.some(({ id }) => id === module)

/** The parts of the modules that the product has, in their order. */
export const partsOf = <Part extends { readonly of: string }>(host: Pick<Host, 'plugins'>, parts: readonly Part[]): readonly Part[] =>
  parts.filter((part) => hasModule(host, part.of))

/** @throws Error that names the modules which are missing */
export function demandModules(host: Pick<Host, 'plugins'>): void {
  const missing = neededModules.filter((module) => !hasModule(host, module))
  if (missing.length > 0) throw new Error(`The demo company needs the modules ${missing.join(', ')}: put them back, or take out demo too`)
}
