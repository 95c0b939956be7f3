import type cn from './cn.ts'

export default {
  'sap.notSet': 'SAP isn’t connected, contact the administrator',
  'sap.mute': 'SAP interface error, please try again later',
  'sap.missing': 'Not found in SAP',
  'sap.refused': 'SAP: {message}',
  'sap.notForwarded': 'This SAP call isn’t allowed',
  'sap.unknown': '{label} not found in SAP',
  'permission.sap:stock': 'SAP stock',
  'permission.sap:openItems': 'SAP open items',
  'sap.postingFailed': 'SAP posting failed: {message}',
  'sap.posted': 'Already posted in SAP. Reverse it in SAP first',
  'sap.inOther': 'Document {doc} is already in payment request {no}',
  'sap.oneVendor': 'Only one vendor, currency and company code per request',
  'sap.blocked': 'The vendor is blocked for payment in SAP',
  'sap.itemTwice': 'Document {doc} is listed twice',
  'sap.itemChanged': 'Document {doc} has changed in SAP. Fetch it again',
  'sap.tooMuch': 'The amount paid this time must not exceed the subtotal or total',
  'sap.orderOfOther': 'The purchase order belongs to another vendor or company code',
  'sap.contractNeeded': 'A down payment request needs a linked purchase contract',
  'sap.chooseFirst': 'First choose company code, vendor and currency',
  'sap.syncDone': '{added} added, {changed} updated, {failed} failed',
} satisfies Record<keyof typeof cn, string>
