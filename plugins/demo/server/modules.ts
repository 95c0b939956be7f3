import type { Host } from '#server/host.ts'

/** Modules required by the demo company; without one of them it is not created. */
export const neededModules = ['budgets', 'contracts', 'cost-centres', 'currencies', 'documents', 'expense-types', 'expenses', 'forms',
  'masters', 'payments', 'procurement', 'projects', 'proposals', 'research', 'sap', 'system', 'travel'] as const

/** Returns whether a module is installed. */
export const hasModule = ({ plugins }: Pick<Host, 'plugins'>, module: string): boolean => plugins.some(({ id }) => id === module)

/** @throws Error that lists the missing required modules */
export function demandModules(host: Pick<Host, 'plugins'>): void {
  const missing = neededModules.filter((module) => !hasModule(host, module))
  if (missing.length > 0) throw new Error(`The demo company needs the modules ${missing.join(', ')}: put them back, or take out demo too`)
}
