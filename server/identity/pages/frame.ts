import type { FastifyReply } from 'fastify'
import { splitName } from '#kernel/wording/names.ts'
import type { Label, Locale } from '#kernel/wording/label.ts'
import { todayOf } from '#kernel/values/dates.ts'
import type { Db } from '#server/database/tables.ts'
import type { Clock } from '#server/host.ts'
import { contentSecurityPolicy } from '#server/http/security.ts'
import type { Organisations } from '../organisation/organisation.ts'
import type { Frame } from './document.ts'

export interface FrameSource {
  readonly db: Db
  readonly clock: Clock
  readonly organisations: Organisations
  readonly product: Label
  /** Origins to which our forms may lead, including redirects. */
  readonly origins: readonly string[]
}

/** The current frame of a page; the company is the root of the organisation. */
export async function frameOf({ db, clock, organisations, product }: FrameSource, locale: Locale): Promise<Frame> {
  const { groups } = await organisations.at(db)
  const root = [...groups.values()].find((group) => group.parent_id === null && group.type === 'GROUP')
  return { locale, product, company: root && splitName(root.name), year: Number(todayOf(clock.now()).slice(0, 4)) }
}

/** Content-Security-Policy of the pages: the form may redirect to the application. */
export function policyOfPages(origins: readonly string[]): string {
  return contentSecurityPolicy({ formAction: ["'self'", ...origins] })
}

/** Sends a page of the identity provider with its content security policy, without caching. */
export function sendPage(reply: FastifyReply, page: string, { origins }: Pick<FrameSource, 'origins'>): FastifyReply {
  return reply.type('text/html; charset=utf-8').header('content-security-policy', policyOfPages(origins)).header('cache-control',
    'no-store').send(page)
}
