import { formPermissions } from '../../../../src/kernel/form.ts'
import type { Caller } from '../../../../server/identity/caller.ts'
import { people } from '../company/people.ts'
import { personId } from '../company/save-company.ts'

const rights = new Set<string>(['disbursement', 'qualityClaim', 'expenseReimbursement'].flatMap((type) => Object.values(formPermissions(type))))

/** A person of the demo company, as whoever signs in as them would act. */
export function actorOf(userName: string): Caller {
  const person = people.find((each) => each.userName === userName)
  if (!person) throw new Error(`The demo company has no ${userName}`)
  return {
    id: personId(userName), userName, name: person.name, admin: person.admin ?? false, permissions: person.admin ? new Set(['*']) : rights, roles: person.roles,
    departments: person.units, scopes: {}, locale: 'cn', traceId: 'demo', ip: '127.0.0.1',
  }
}

/** The person behind an id. */
export const userNameOf = (id: string): string => id.slice(personId('').length)
