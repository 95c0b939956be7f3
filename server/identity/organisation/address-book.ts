import { listsByKey } from '../lists-by-key.ts'
import type { PersonAnswer } from './people.ts'
import type { UnitAnswer } from './units.ts'

/** A node of the address book: a unit with its people and sub-units, or a person. */
export interface AddressBookNode {
  readonly id: string
  readonly type: 'DEPARTMENT' | 'PEOPLE'
  readonly info: { readonly name: string; readonly avatar: string | null; readonly enable: 0 | 1 }
  readonly children: readonly AddressBookNode[]
}

/**
 * The organisation as a tree: sub-units first, then the unit's own people. A person of two departments stands in both.
 * @param all every unit; a unit whose parent is missing stands at the top
 */
export function addressBook(all: readonly UnitAnswer[], persons: readonly PersonAnswer[]): AddressBookNode[] {
  const known = new Set(all.map(({ id }) => id))
  const childrenOf = listsByKey(all.map((unit) => [unit.parentId && known.has(unit.parentId) ? unit.parentId : null, unit] as const))
  const membersOf = listsByKey(persons.flatMap((person) => person.departments.map(({ id }) => [id, person] as const)))
  const node = (unit: UnitAnswer): AddressBookNode => ({
    id: unit.id,
    type: 'DEPARTMENT',
    info: { name: unit.name, avatar: null, enable: unit.enable },
    children: [...(childrenOf.get(unit.id) ?? []).map(node), ...(membersOf.get(unit.id) ?? []).map(leaf)],
  })
  return (childrenOf.get(null) ?? []).map(node)
}

function leaf({ id, name, avatar, enable }: PersonAnswer): AddressBookNode {
  return { id, type: 'PEOPLE', info: { name, avatar, enable }, children: [] }
}
