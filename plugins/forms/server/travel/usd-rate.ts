import { todayOf } from '#kernel/values/dates.ts'
import type { DocumentExtension } from '#server/extensions/document-extension.ts'
import { rates } from '#plugins/currencies/server/public-api.ts'

/** Standards abroad are in US dollars: the rate of the month of filing goes with the document, frozen like its own. */
export const usdRate: DocumentExtension = {
  early: true,
  concerns: ({ fields }) => fields['usdRate']?.system === true,
  async prepare({ db, at, filing, before }) {
    if (!(filing ?? before === undefined)) return { usdRate: before?.['usdRate'] ?? null }
    return { usdRate: (await rates(db).find('USD', todayOf(at).slice(0, 7))) ?? null }
  },
}
