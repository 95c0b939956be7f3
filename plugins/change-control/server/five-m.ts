import type { DocumentExtension } from '#server/extensions/document-extension.ts'

/** Changes in production; the mark of being overdue is cleared when the approval ends. */
export const fiveMChanges: DocumentExtension = {
  concerns: ['fiveMChange'],
  prepare: async ({ filing }) => (filing ? { isOverdue: false } : {}),
  async onCompleted({ document, value, writeInto }) {
    if (value['isOverdue']) await writeInto?.([{ document: document.id, set: { isOverdue: false } }])
  },
  async onReleased({ document, value, writeInto }) {
    if (value['isOverdue']) await writeInto?.([{ document: document.id, set: { isOverdue: false } }])
  },
}
