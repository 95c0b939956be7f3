import { listsByKey } from '../lists-by-key.ts'
import type { Member, Organisation } from './organisation.ts'
import { treeOf } from './tree.ts'

/** An organisation as plain data, which another thread can be sent. */
export type OrganisationRecords = Omit<Organisation, 'tree' | 'holders'>

/** Builds what is looked up in an organisation from its records. */
export const organisationOf = (records: OrganisationRecords): Organisation => ({
  ...records,
  tree: treeOf([...records.groups.values()]),
  holders: holdersOf([...records.users.values()]),
})

/** The records of an organisation, without what is built from them. */
export const recordsOf = ({ version, users, groups, permissions, scopes, delegates }: Organisation): OrganisationRecords =>
  ({ version, users, groups, permissions, scopes, delegates })

function holdersOf(members: readonly Member[]): Map<string, Member[]> {
  return listsByKey(members.filter(({ enabled }) => enabled).flatMap((member) => member.roles.map((role) => [role, member] as const)))
}
