import { expect, it } from 'vitest'
import { isStarter, type Starters } from './starters.ts'

const starters = (some: Partial<Starters>): Starters => ({ departments: [], roles: [], people: [], ...some })
const li = { id: 'li', roles: ['accountant'] }
const above = new Set(['works', 'plant', 'group'])

it.each<[string, Starters | undefined, boolean]>([
  ['without starters', undefined, true],
  ['with none of any kind', starters({}), true],
  ['named', starters({ people: ['wang', 'li'] }), true],
  ['in a role', starters({ roles: ['accountant'] }), true],
  ['in a department below one that is named', starters({ departments: ['plant'] }), true],
  ['in one of them only', starters({ departments: ['office'], people: ['li'] }), true],
  ['in none of them', starters({ departments: ['office'], roles: ['cashier'], people: ['wang'] }), false],
])('somebody %s starts documents or does not', (_, starters, expected) => expect(isStarter(starters, li, above)).toBe(expected))
