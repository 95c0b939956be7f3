import type cn from './cn.ts'

export default {
  'sap.notSet': 'SAP is not set up, contact the administrator',
  'sap.mute': 'SAP interface error, please try again later',
  'sap.missing': 'SAP does not know this record',
  'sap.refused': 'SAP says: {message}',
  'sap.notForwarded': 'This call is not handed on to SAP',
  'sap.unknown': '{label} does not exist in SAP',
  'sap.postingFailed': 'SAP posting failed: {message}',
  'sap.posted': 'Already posted in SAP, please reverse it in SAP first',
  'sap.inOther': 'Document {doc} is already in payment request {no}',
  'sap.oneVendor': 'Only one vendor, currency and company code per request',
  'sap.blocked': 'The vendor is blocked for payment in SAP',
  'sap.itemTwice': 'Document {doc} is there twice',
  'sap.itemChanged': 'Document {doc} has changed in SAP; fetch it again',
  'sap.tooMuch': 'The amount paid this time must not exceed the subtotal or total',
  'sap.orderOfOther': 'The purchase order belongs to another vendor or company code',
  'sap.contractNeeded': 'A down payment request names its purchase contract',
  'sap.chooseFirst': 'Choose company code, vendor and currency first',
  'sap.syncDone': '{added} added, {changed} updated, {failed} not taken over',
} satisfies Record<keyof typeof cn, string>
