import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestProduct } from '#server/documents/testing.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { claim, row } from '#plugins/expenses/server/testing-claims.ts'
import { costCenterId } from '#plugins/demo/server/records.ts'
import { demoProduct } from '#plugins/demo/server/testing.ts'
import { filing, type FilingSupport } from '#plugins/forms/server/contract-filing.ts'
import { fare, suzhou, travelClaim, trip } from './testing.ts'

let product: TestProduct
let taxis: FilingSupport
let trips: FilingSupport
let claims: FilingSupport
let travelClaims: FilingSupport

beforeAll(async () => {
  product = await demoProduct()
  taxis = filing(product, { key: 'taxiApply' })
  trips = taxis.of({ key: 'businessTrip' })
  claims = taxis.of({ key: 'expenseReimbursement' })
  travelClaims = taxis.of({ key: 'travelReimbursement' })
})
afterAll(() => product?.close())

const hardware = { applicantDept: 'sz-hardware', bearingDept: 'sz-rd', costCenter: costCenterId('sz-rd') }

/** Files and completes a taxi request of the engineer. */
async function taxi(change: FormValue = {}) {
  const id = await taxis.file('employee', {
    ...hardware,
    taxiReason: '2',
    taxiVehicle: '1',
    reason: '送样机到检测机构',
    dispatchTime: '2026-11-20 14:00:00',
    endTime: '2026-11-20 16:00:00',
    startArea: suzhou,
    endArea: suzhou,
    pickup: '公司正门',
    roundTrip: '1',
    phone: '13800001234',
    route: [{ rowId: 'r1', from: '公司正门', to: '检测机构' }],
    estimatedFare: '80.00',
    ...change,
  })
  await taxis.passThrough(id)
  return { id, linkNo: (await taxis.detailOf(product.as('employee'), id)).businessNo }
}

const byHead = { applicantDept: 'sz-rd', bearingDept: 'sz-rd', costCenter: costCenterId('sz-rd') }
/** Problem at the link field when the head, who can see the engineer's documents, files a claim. */
const remarkAt = async (support: FilingSupport, field: string, value: FormValue) => {
  const answer = await support.apply(product.as('head'), { ...value, ...byHead })
  return answer.code === 200 ? undefined : support.refusal(answer).fields[field]
}

describe('a taxi that is claimed', () => {
  const claimOf = ({ id, linkNo }: { id: string; linkNo: string }) =>
    claim([row('80.00', { expenseCategory: 'c-taxi', linkNo })], { reimburseKind: '2', taxiLinks: [id] })
  const unfit: unknown = expect.stringContaining('选项无效')

  it('is one that the applicant filed or rode in, not any that they see', async () => {
    expect(await remarkAt(claims, 'taxiLinks', claimOf(await taxi()))).toEqual(unfit)
    expect(
      await remarkAt(claims, 'taxiLinks',
        claimOf(await taxi({ dispatchTime: '2026-11-20 17:00:00', endTime: '2026-11-20 18:00:00', passengers: ['u-head'] }))),
    )
      .toBeUndefined()
  })

  it('after a trip is one of anybody on it', async () => {
    const { id } = await taxi({ dispatchTime: '2026-11-21 14:00:00', endTime: '2026-11-21 16:00:00' })
    const there = await trips.file('head', { ...trip({ companions: ['u-employee'] }), ...byHead })
    await trips.passThrough(there)
    const claimed = travelClaim([there], {
      transportRows: [fare('80.00', { rowId: 'taxi', transport: '8', seatClass: undefined, taxiLink: [id], endCity: suzhou })],
    })
    const legs = (claimed['tripRows'] as FormValue[]).map((leg) => ({ ...leg, traveler: 'u-head' }))
    const together = [...legs, { ...legs[0], rowId: 'theirs', traveler: 'u-employee' }]
    expect(await remarkAt(travelClaims, 'transportRows.0.taxiLink', { ...claimed, tripRows: legs })).toEqual(unfit)
    expect(await remarkAt(travelClaims, 'transportRows.0.taxiLink', { ...claimed, tripRows: together })).toBeUndefined()
  })
})
