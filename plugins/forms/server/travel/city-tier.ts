import { formula, valueOf } from '#kernel/evaluate/plan/formula.ts'
import { tierOf } from '#plugins/forms/types/travel/standards.ts'

const tier = formula(tierOf('area'), ['area'])

/** The tier of a city by the very expression of the forms. */
export function cityTier(area: readonly string[]): string | null {
  const found = valueOf(tier, { area: [...area] }, { today: '2000-01-01', now: '2000-01-01T00:00:00' })
  return typeof found === 'string' ? found : null
}
