import type { z } from 'zod'
import { bilingual } from '#kernel/wording/names.ts'
import type { Label } from '#kernel/wording/label.ts'
import { MeaningfulError } from '#kernel/errors.ts'
import { transaction } from '#server/database/transaction.ts'
import type { Db } from '#server/database/tables.ts'
import type { Env } from '#server/env.ts'
import type { Host, SyncSource } from '#server/host.ts'
import type { Writer } from '#server/resources/records.ts'
import { syncRuns } from '#server/sync-log/sync-runs.ts'
import { takeOverCostCenters } from '#plugins/cost-centres/server/public-api.ts'
import { takeOverMaterials } from '#plugins/masters/server/public-api.ts'
import { takeOverProjects } from '#plugins/projects/server/public-api.ts'
import { cn, en } from '#plugins/sap/texts.ts'
import { sapClient } from '../client.ts'
import { withRefusals } from '../failure.ts'
import { clearSapReads, isReadBySystem, mostRecords, readings, readSystem, shapedAs } from '../readings.ts'
import { isSapSet } from '../settings.ts'

/** Numbers of inserted, updated and rejected records. */
interface SyncNumbers {
  readonly added: number
  readonly changed: number
  readonly failed: number
}

/** Reads every record of a reading; outside of any transaction. */
type ReadAll = <Name extends 'costCenters' | 'projects' | 'materials'>(
  name: Name,
) => Promise<readonly z.output<(typeof readings)[Name]['shape']>['items'][number][]>

interface SapSource extends Label {
  readonly kind: `SAP_${string}`
  read(all: ReadAll): Promise<(db: Db, written: Pick<Writer, 'by' | 'at'>) => Promise<SyncNumbers>>
}

const pageSize = 200
/** Maximum number of pages, against a gateway that answers without end. */
const mostPages = 500

/** Reads from the system in one go if it serves the reading, else from the gateway page by page; the cache is not used. */
const readerOf = (env: Env): ReadAll => async (name) => {
  const { path, shape } = readings[name]
  if (isReadBySystem(env, name)) return shapedAs(shape, await readSystem(env, name, { page: 1, size: mostRecords })).items as never
  const client = sapClient(env)
  return all((page) => client.get(path, { page, size: pageSize }, shape) as never)
}

/** Every record of a paged reading. */
async function all<Row>(page: (number: number) => Promise<{ readonly items: readonly Row[]; readonly total: number }>): Promise<Row[]> {
  const rows: Row[] = []
  for (let number = 1; number <= mostPages; number += 1) {
    const { items, total } = await page(number)
    rows.push(...items)
    if (items.length === 0 || rows.length >= total) return rows
  }
  throw new Error('The gateway answers without end')
}

const takings: readonly SapSource[] = [
  {
    kind: 'SAP_COST_CENTERS',
    cn: 'SAP成本中心',
    en: 'SAP cost centres',
    async read(every) {
      const rows = await every('costCenters')
      return (db, written) =>
        takeOverCostCenters(db,
          rows.map(({ code, nameCn, nameEn, plant, blocked }) => ({ code, nameCn, nameEn, factory: plant ?? null, frozen: blocked })),
          written)
    },
  },
  {
    kind: 'SAP_PROJECTS',
    cn: 'SAP项目',
    en: 'SAP projects',
    async read(every) {
      const rows = await every('projects')
      return (db, written) => takeOverProjects(db, rows, written)
    },
  },
  {
    kind: 'SAP_MATERIALS',
    cn: 'SAP物料',
    en: 'SAP materials',
    async read(every) {
      const rows = (await every('materials')).map(({ code, plant, nameCn, nameEn, storageLocation = null, saleable = null }) => ({ code,
        plant, nameCn, nameEn, storageLocation, saleable })
      )
      return (db, written) => takeOverMaterials(db, rows, written)
    },
  },
]

/** Master data from SAP: read completely, then written in one transaction; each run is logged. */
export const sapSources: readonly SyncSource[] = takings.map((taking) => ({
  kind: taking.kind,
  cn: taking.cn,
  en: taking.en,
  isConfigured: isSapSet,
  run: (host, by) => synchronise(host, { taking, by }),
}))

async function synchronise(host: Host, { taking, by }: { taking: SapSource; by: string }): Promise<void> {
  const runs = syncRuns(host)
  const run = await runs.start(taking.kind, by)
  try {
    const write = await withRefusals(() => taking.read(readerOf(host.env)))
    const { added, changed, failed } = await transaction(host.db, (db) => write(db, { by, at: host.clock.now() }))
    clearSapReads(host.env)
    await runs.finish(run, { result: failed === 0 ? 'SUCCESS' : 'FAILURE', total: added + changed + failed, success: added + changed,
      failed, message: worded('sap.syncDone', { added, changed, failed }) })
  } catch (error) {
    await runs.finish(run, { result: 'FAILURE',
      message: worded(error instanceof MeaningfulError && error.code in cn ? (error.code as keyof typeof cn) : 'sap.mute', {}) })
    throw error
  }
}

/** A sentence in both languages, for the log. */
function worded(code: keyof typeof cn, blanks: Readonly<Record<string, number>>): string {
  const filled = (text: string) =>
    Object.entries(blanks).reduce((sentence, [name, value]) => sentence.replace(`{${name}}`, String(value)), text)
  return bilingual({ cn: filled(cn[code]), en: filled(en[code]) })
}
