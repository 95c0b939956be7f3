import { rowsAt } from '#kernel/evaluate/rows.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { defineServer } from '#server/plugin.ts'
import type { DocumentExtension, DocumentStep } from '#server/extensions/document-extension.ts'
import { baselines } from './baselines.ts'
import { noticeChanges } from './changes.ts'
import { changeNotices } from './ecn.ts'
import { lineStates, overdueChanges } from './jobs.ts'
import { migrations } from './migrations.ts'
import { offerRoutes } from './offers.ts'
import { linked, noticesOf } from './notice.ts'
import { samples } from './samples.ts'

/** Reviews of change notices, with a snapshot of the notice at filing. */
const noticeReviews: DocumentExtension = {
  concerns: ['ecnReviewForm'],
  prepare: async (step) => (step.filing ? snapshot(step) : {}),
}

async function snapshot({ db, value, references }: DocumentStep): Promise<FormValue> {
  const [notice] = await noticesOf(db, linked(value['ecn']).slice(0, 1))
  const { ecnTitle = null, ecnType = null, ecnReason = null, level = null, ...rest } = notice?.value ?? {}
  const models = rowsAt(rest, 'models')
  const codes = await materialCodes({ db, references }, models.map(({ material }) => String(material)))
  return { ecnTitle, ecnType, ecnReason, level,
    models: models.map(({ material, modelName }) => [codes.get(String(material)), modelName].filter(Boolean).join(' ')).join('\n') || null }
}

/** Codes of materials, by their ids. */
async function materialCodes({ db, references }: Pick<DocumentStep, 'db' | 'references'>,
  ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const found = ids.length === 0 ? [] : ((await references.source('material')?.find(db, ids)) ?? [])
  return new Map(found.map((record) => [record.id, String(record['code'] ?? '')]))
}

/** Changes in production; the mark of being overdue is cleared when the approval ends. */
const fiveMChanges: DocumentExtension = {
  concerns: ['fiveMChange'],
  prepare: async ({ filing }) => (filing ? { isOverdue: false } : {}),
  async onCompleted({ document, value, writeInto }) {
    if (value['isOverdue']) await writeInto?.([{ document: document.id, set: { isOverdue: false } }])
  },
  async onReleased({ document, value, writeInto }) {
    if (value['isOverdue']) await writeInto?.([{ document: document.id, set: { isOverdue: false } }])
  },
}

export default defineServer({
  id: 'change-control',
  contributes: [samples],
  callNames: { subjects: { changeControl: { cn: '变更管理', en: 'Change control' } }, operations: {
    '/oaserver/changeControl/reviewItems': { cn: '带出标准评审项', en: 'Take standard review items' },
    '/oaserver/changeControl/baselineItems': { cn: '带出基线内容', en: 'Take baseline items' },
  } },
  migrations,
  routes: offerRoutes,
  extensions: [changeNotices, noticeReviews, noticeChanges, baselines, fiveMChanges],
  jobs: [lineStates, overdueChanges],
})
