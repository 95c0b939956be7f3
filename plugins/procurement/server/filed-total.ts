import type { DocumentExtension } from '#server/extensions/document-extension.ts'

/** Stores the total at filing, against which the buyer's final total is limited. */
export const filedTotal: DocumentExtension = {
  concerns: ({ fields }) => fields['approvedTotalRmb'] !== undefined,

  async prepare({ filing, value }) {
    return filing ? { approvedTotalRmb: value['totalAmountRmb'] ?? null } : {}
  },
}
