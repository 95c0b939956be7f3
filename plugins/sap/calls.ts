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
  'sap.materialRevision': '/material-revisions',
  'sap.manufacturerPartDeletion': '/manufacturer-parts/delete',
  'sap.purchaseRequisition': '/purchase-requisitions',
  'sap.materialDocument': '/material-documents',
  'sap.materialDocumentCancellation': '/material-documents/cancel',
  'sap.reservation': '/reservations',
  'sap.reservationDeletion': '/reservations/delete',
  'sap.changeMaster': '/change-masters',
  'sap.bomItems': '/bom-item-sets',
  'sap.plannedRequirement': '/planned-requirements',
  'sap.requisitionRelease': '/approval-results',
  'sap.approvalResult': '/approval-results',
} as const

export const postingCallNames = Object.keys(postingPaths) as readonly (keyof typeof postingPaths)[]
