import { lazyPage } from '#shell/routing/chunks.ts'

/** Rows of a condition on the fields of a form, as the designer of flows draws them. */
export const FormCondition = lazyPage(async () => (await import('./pages/designer/panel/FormCondition.tsx')).FormCondition)
