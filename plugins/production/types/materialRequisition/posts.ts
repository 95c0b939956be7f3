import type { ApprovalNode } from '#kernel/flow.ts'
import type { Posts } from '#kernel/form.ts'

/** Entries that both postings have for the whole requisition; lists have an entry for each row of the table. */
const common = { project: 'project.sapId', costCentre: 'costCenter.code', recipient: 'receiver.nameCn', plants: 'factory.code' } as const

const returns = 'requisitionType = "return"'

/** SAP's movement that takes a goods issue back. */
const returning = 'if costCenter != null then "202" else if project != null then "222" else "262"'

/**
 * Postings of a requisition, within the pass: one reservation by the last approver before the issue, and one material document, all
 * materials or none, by the warehouse. Returns reserve nothing, and their unqualified quantities go into blocked stock; rows without a
 * quantity are not sent.
 */
export function posts(beforeIssue: readonly ApprovalNode[]): readonly Posts[] {
  const reservations = beforeIssue.map(({ id }, index): Posts => ({
    id: `reservation-${id}`,
    cn: '预留',
    en: 'Reservation',
    at: id,
    before: true,
    call: 'sap.reservation',
    when: [`not(${returns})`, ...beforeIssue.slice(index + 1).map(({ when = 'true' }) => `not(${when})`)].join(' and '),
    body: {
      ...common,
      movement: 'movementType',
      reservationDate: 'useDate',
      order: 'productionOrderNo',
      materials: 'items.material.code',
      storageLocations: 'items.storageLocation',
      batches: 'items.batch',
      quantities: 'items.quantity',
      units: 'items.unit',
      requirementDates: 'useDate',
    },
    into: 'reservation',
    reversal: 'sap.reservationDeletion',
    role: 'sapAdmin',
  }))
  return [...reservations, {
    id: 'issue',
    cn: '发料过账',
    en: 'Goods movement',
    at: 'whIssue',
    before: true,
    call: 'sap.materialDocument',
    when: `${returns} or count(items[issuedQty > 0]) > 0`,
    body: {
      ...common,
      movementCode: '"03"',
      postingDate: 'today()',
      documentDate: 'today()',
      movements: `if ${returns} then (${returning}) else movementType`,
      orders: 'productionOrderNo',
      account: 'subject',
      reservation: 'reservation',
      materials: 'items.material.code',
      storageLocations: 'items.storageLocation',
      batches: 'items.batch',
      quantities: 'items.movedQty',
      blockedQuantities: 'items.blockedQty',
      units: 'items.unit',
    },
    amount: 'totalAmount',
    into: 'materialDoc',
    reversal: 'sap.materialDocumentCancellation',
    role: 'sapAdmin',
  }]
}
