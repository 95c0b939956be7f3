import { Unauthenticated } from '#kernel/errors.ts'
import type { DocumentHost } from '#server/documents/host.ts'
import { callerOf } from '#server/identity/sessions/authenticate.ts'
import type { Caller } from '#server/identity/caller.ts'
import type { Identity } from '#server/identity/identity.ts'
import type { Member, Organisation } from '#server/identity/organisation/organisation.ts'
import { semaphore } from '#server/concurrency/semaphore.ts'
import { ticketLife, tickets } from './tickets.ts'
import { batchLoader } from './batch-loader.ts'

interface AdmissionDependencies {
  readonly host: DocumentHost
  readonly identity: Pick<Identity, 'authenticateToken' | 'signInEnded'>
}

/** The credentials that a browser shows when it connects. */
interface Credentials {
  readonly ticket?: string | undefined
  readonly token?: string | undefined
  readonly at: Date
}

interface LiveAdmission {
  readonly organisation: Organisation
  readonly member: Member
  readonly grant: string | undefined
}

/** Tokens that are looked at a time; tickets, with which our own browsers come, are redeemed together. */
const tokensAtOnce = 4

/** Finds out who opens a socket: by a ticket, which is taken away as it is looked at, or by a token. */
export function admission({ host, identity }: AdmissionDependencies) {
  const used = new WeakSet<object>()
  const turns = semaphore(tokensAtOnce)
  const redeemed = batchLoader(async (presented) => {
    const holders = await tickets(host.db).redeem(presented)
    const organisation = await host.organisation(host.db)
    return new Map([...holders].map(([ticket, holder]) => [ticket, { holder, organisation }] as const))
  })

  const byTicket = async (ticket: string, at: Date): Promise<LiveAdmission> => {
    const found = await redeemed(ticket)
    // of two sockets that come with one ticket the first is let in
    if (!found || used.has(found) || at.getTime() - found.holder.issuedAt.getTime() > ticketLife)
      throw new Unauthenticated('error.unauthenticated')
    used.add(found)
    const member = memberOf(found.organisation, found.holder.id)
    if (member.sessionEpoch !== found.holder.sessionEpoch) throw new Unauthenticated('error.unauthenticated')
    const { grant } = found.holder
    if (grant !== undefined && (await identity.signInEnded(grant))) throw new Unauthenticated('error.unauthenticated')
    return { ...found, member, grant }
  }
  const byToken = (token: string): Promise<LiveAdmission> =>
    turns.run(async () => {
      const { caller } = await identity.authenticateToken(token)
      const organisation = await host.organisation(host.db)
      return { organisation, member: memberOf(organisation, caller.id), grant: caller.grant }
    })

  /** @throws Unauthenticated */
  return async (
    { ticket, token, at }: Credentials,
  ): Promise<
    { readonly caller: Pick<Caller, 'id'> & ReturnType<typeof callerOf> & Pick<Caller, 'grant'>; readonly sessionEpoch: number }
  > => {
    const { organisation, member, grant } = ticket === undefined ? await byToken(token ?? '') : await byTicket(ticket, at)
    return { caller: { ...callerOf(organisation, member), grant }, sessionEpoch: member.sessionEpoch }
  }
}

/** Somebody who is still here. @throws Unauthenticated */
export function memberOf({ users }: Organisation, id: string): Member {
  const member = users.get(id)
  if (!member?.enabled) throw new Unauthenticated('error.unauthenticated')
  return member
}
