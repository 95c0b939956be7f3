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

/** Returns whether a person holds the right to confirm interventions: they administer workflows, or have it by itself. */
export const mayConfirmAny = (caller: Pick<Caller, 'permissions' | 'roles'>): boolean =>
  administersFlows(caller) || permits(caller.permissions, confirmPermission)

/** A person as a caller, with their rights as they are now; undefined: deactivated, departed or unknown. */
export function callerNamed(organisation: Organisation, id: string): Caller | undefined {
  const member = organisation.users.get(id)
  return member?.enabled && !member.departed ? callerFrom(organisation, member) : undefined
}

const callerFrom = (organisation: Organisation, member: Member): Caller => ({ ...callerOf(organisation, member), traceId: 'intervention',
  ip: '' })

/** People whom the document pays, its initiator and applicant: its interventions are none of theirs. */
export function interestedPeople(organisation: Organisation, document: ConfirmedDocument): readonly string[] {
  const context = { document: document.process, facts: engineFacts({ ...document, caller: bystander }) }
  return [...organisation.users.keys()].filter((id) => isInterested(context, id))
}

/** Whether somebody is paid does not rest on who asks. */
const bystander = { id: '', permissions: new Set<string>() }

/** The number of people who are named, and notified of a proposal. */
const most = 20

/**
 * The people who may confirm what a proposer does to a document: they hold the right, may read it, and it is none of theirs. Where there is
 * nobody, those who could be given the right, since they keep the books and may read it.
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

/** Active people with such rights. Most people hold the same roles, so that rights are looked at once for each set of them. */
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
