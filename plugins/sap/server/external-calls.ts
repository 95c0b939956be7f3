import type { CallParameters } from '#kernel/evaluate/external-questions.ts'
import { sumMoney } from '#kernel/values/money.ts'
import type { ExternalCall } from '#server/external/external-call.ts'
import type { ServerPlugin } from '#server/plugin.ts'
import { sapClient } from './client.ts'
import { customerCredit, infoRecord } from './figures.ts'
import { answered } from './outage.ts'
import { type SapReadName, readSap, type SapQuery } from './readings.ts'

const system = { cn: 'SAP', en: 'SAP' }

/** Most choices that a list shows, and storage locations that a stock is added up from. */
const size = 100

/** Master data as choices: by code, with the words in both languages. */
const choicesOf = (name: Exclude<SapReadName, 'stock'>): ExternalCall => ({
  system,
  ask: (context, parameters, keyword) =>
    answered(async () => {
      const { items } = await readSap({ ...context, client: sapClient(context.env) }, name, { ...wantedOf(parameters),
        keyword: keyword || undefined, page: 1, size })
      return items.map(({ code, nameCn, nameEn, ...rest }) => ({ ...rest, value: code, cn: nameCn, en: nameEn }))
    }),
})

/** The stock of a material at a plant, in one sum; `storageLocation` and `batch` narrow it. It is never kept. */
const stock: ExternalCall = {
  system,
  ask: (context, parameters) =>
    answered(async () => {
      const { items } = await readSap({ ...context, client: sapClient(context.env) }, 'stock', { ...wantedOf(parameters), page: 1,
        size: 200 })
      return items.length === 0 ? [] : [{ qty: sumMoney(items.map(({ qty }) => qty)).toString(), unit: items[0]?.unit }]
    }),
}

/** The calls of SAP for forms. */
export const sapCallsOfForms: NonNullable<ServerPlugin['externalCalls']> = {
  'sap.units': choicesOf('units'),
  'sap.materials': choicesOf('materials'),
  'sap.subject': choicesOf('subject'),
  'sap.movement': choicesOf('movement'),
  'sap.costCenters': choicesOf('costCenters'),
  'sap.projects': choicesOf('projects'),
  'sap.stock': stock,
  'sap.credit': customerCredit,
  'sap.lastPrice': infoRecord,
}

const wantedOf = (
  { material, plant, storageLocation, batch }: CallParameters,
): Pick<SapQuery, 'material' | 'plant' | 'storageLocation' | 'batch'> => ({ material, plant, storageLocation, batch })
