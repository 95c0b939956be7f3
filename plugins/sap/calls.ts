/** The postings of documents, by the path of the gateway: records that are created, and how they are taken back. */
export const postingPaths = {
  'sap.asset': '/assets',
  'sap.assetSettlement': '/asset-settlements',
  'sap.vendor': '/vendors',
  'sap.infoRecord': '/info-records',
  'sap.condition': '/conditions',
  'sap.agreement': '/agreements',
  'sap.agreementClosing': '/agreements/close',
  'sap.manufacturerPart': '/manufacturer-parts',
  'sap.manufacturerPartDeletion': '/manufacturer-parts/delete',
} as const

export const postingCallNames = Object.keys(postingPaths) as readonly (keyof typeof postingPaths)[]
