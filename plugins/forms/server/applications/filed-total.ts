import type { DocumentExtension } from '#server/extensions/document-extension.ts'

/** The amount of a procurement when it was filed: buyers may exceed what was approved only a little. */
export const filedTotal: DocumentExtension = {
  concerns: ({ fields }) => fields['approvedTotalRmb'] !== undefined,

  async prepare({ filing, value }) {
    return filing ? { approvedTotalRmb: value['totalAmountRmb'] ?? null } : {}
  },
}
