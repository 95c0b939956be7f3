import { confirmPermission } from '#approval/administrator.ts'
import { confirmRefusal } from '#approval/interventions.ts'
import { isInterested } from '#approval/state.ts'
import type { DocumentState } from '#approval/types.ts'
import type { Confirmation } from '#approval/wire/intervention.ts'
import { permits } from '#kernel/permissions.ts'
import type { Db } from '#server/database/tables.ts'
import type { Caller } from '#server/identity/caller.ts'
import type { Member, Organisation } from '#server/identity/organisation/organisation.ts'
import { callerOf } from '#server/identity/sessions/authenticate.ts'
import type { DocumentHost } from '../host.ts'
import { engineFacts, type EngineInput } from '../lifecycle/engine-facts.ts'
import { personOf } from '../timeline/people.ts'
import { administersFlows, keepsBooks, mayRead } from '../visibility/scope.ts'

/** The document of an intervention. */
export interface ConfirmedDocument extends Omit<EngineInput, 'caller' | 'process'> {
  readonly id: string
  readonly process: DocumentState
}

/** Returns whether a person may confirm interventions: they administer workflows, or have the permission directly. */
export const mayConfirmAny = (caller: Pick<Caller, 'permissions' | 'roles'>): boolean =>
  administersFlows(caller) || permits(caller.permissions, confirmPermission)

/** A person as a caller with their current permissions; undefined for one who is disabled, departed or unknown. */
export function callerNamed(organisation: Organisation, id: string): Caller | undefined {
  const member = organisation.users.get(id)
  return member?.enabled && !member.departed ? callerFrom(organisation, member) : undefined
}

const callerFrom = (organisation: Organisation, member: Member): Caller => ({ ...callerOf(organisation, member), traceId: 'intervention',
  ip: '' })

/** People who are paid by the document, its initiator and its applicant: none of them may confirm interventions in it. */
export function interestedPeople(organisation: Organisation, document: ConfirmedDocument): readonly string[] {
  const context = { document: document.process, facts: engineFacts({ ...document, caller: bystander }) }
  return [...organisation.users.keys()].filter((id) => isInterested(context, id))
}

/** A caller without permissions: whether a person is paid does not depend on the caller. */
const bystander = { id: '', permissions: new Set<string>() }

/** Maximum number of people who are named and notified per proposal. */
const most = 20

/**
 * The people who may confirm a proposer's intervention: they have the permission, may read the document, and have no interest in it.
 * Where there are none, the accountants with read access who could be given the permission.
 */
export async function confirmationOf(host: DocumentHost, db: Db, document: ConfirmedDocument, proposer: string): Promise<Confirmation> {
  const organisation = await host.organisation(db)
  const context = { document: document.process, facts: engineFacts({ ...document, caller: bystander }) }
  const found = async (holds: (caller: Caller) => boolean, limit: number) => {
    const people: Caller[] = []
    for (const caller of holdersOf(organisation, holds)) {
      if (people.length === limit) break
      const refused = confirmRefusal({ ...context, person: caller.id, proposer, holdsRight: true })
      if (!refused && (await mayRead({ host, db, caller }, document.id))) people.push(caller)
    }
    return people.map(({ id }) => personOf(document.evaluation.directory, id))
  }
  const confirmers = await found(mayConfirmAny, most)
  return { confirmers, candidates: confirmers.length > 0 ? [] : await found(keepsBooks, 5) }
}

/** Active people whose permissions satisfy a predicate, which is evaluated once per set of roles. */
function* holdersOf(organisation: Organisation, holds: (caller: Caller) => boolean): Generator<Caller> {
  const known = new Map<string, boolean>()
  const active = [...organisation.users.values()].filter(({ enabled, departed }) => enabled && !departed)
  for (const member of active) {
    const key = `${member.admin} ${member.roles.toSorted().join(' ')}`
    const isHolder = known.get(key) ?? holds(callerFrom(organisation, member))
    known.set(key, isHolder)
    if (isHolder) yield callerFrom(organisation, member)
  }
}
