import type { Env } from '#server/env.ts'
import type { SapClient } from './client.ts'
import { SapFailure } from './failure.ts'
import { type OpenItem, openItems, purchaseOrder, type Vendor, vendor as vendorShape } from './wire.ts'

/** SAP's data of a vendor in a company code, and of an order if one is given. */
export interface VendorFacts {
  /** Absent if unknown in this company code. */
  readonly vendor: Vendor | undefined
  readonly items: readonly OpenItem[]
  /** Absent if unknown, or if none was given. */
  readonly order?: { readonly vendor: string; readonly companyCode: string }
}

/** The vendor of a payment, and the order where there is one. */
export interface VendorQuestion {
  /** Code of the vendor. */
  readonly vendor: string
  readonly companyCode: string
  readonly order?: string
}

/** Lifetime of an answer, ms; covers the time between reading and filing. */
const lifetime = 60_000
const most = 500

interface VendorAnswer extends VendorFacts {
  readonly until: number
}

const answered = new WeakMap<Env, Map<string, VendorAnswer>>()
const memoryOf = (env: Env) => answered.get(env) ?? answered.set(env, new Map()).get(env)!
const keyOf = ({ vendor, companyCode, order = '' }: VendorQuestion) => JSON.stringify([vendor, companyCode, order])

/** Queries SAP and caches the answer for a minute. @throws SapFailure, but not for unknown records */
export async function askVendor({ env, client }: { env: Env; client: SapClient }, question: VendorQuestion): Promise<VendorFacts> {
  const { vendor, companyCode, order } = question
  const path = `/vendors/${encodeURIComponent(vendor)}`
  const [known, open, ordered] = await Promise.all([
    orMissing(client.get(path, { companyCode }, vendorShape)),
    orMissing(client.get(`${path}/open-items`, { companyCode }, openItems)),
    order === undefined ? undefined : orMissing(client.get(`/purchase-orders/${encodeURIComponent(order)}`, {}, purchaseOrder)),
  ])
  const facts = { vendor: known, items: open?.items ?? [], ...(ordered && { order: ordered }) }
  const memory = memoryOf(env)
  const oldest = memory.size >= most ? memory.keys().next().value : undefined
  if (oldest !== undefined) memory.delete(oldest)
  memory.set(keyOf(question), { ...facts, until: Date.now() + lifetime })
  return facts
}

/** The cached answer; undefined if there is none or it has expired. */
export function vendorAnswerOf(env: Env, question: VendorQuestion): VendorFacts | undefined {
  const known = memoryOf(env).get(keyOf(question))
  return known && known.until > Date.now() ? known : undefined
}

const orMissing = <Answer>(reply: Promise<Answer>): Promise<Answer | undefined> =>
  reply.catch((error: unknown) => {
    if (error instanceof SapFailure && error.kind === 'missing') return undefined
    throw error
  })
