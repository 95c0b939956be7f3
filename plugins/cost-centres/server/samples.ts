import { splitName } from '#kernel/wording/names.ts'
import type { Db } from '#server/database/tables.ts'
import type { Writer } from '#server/resources/records.ts'
import { budgetUnits, costCenterId, demoSamples, personId, units } from '#plugins/demo/server/public-api.ts'
import { costCenters } from './cost-centers.ts'

/** Additional cost centres: code suffix, unit, names. */
const further = [
  ['LAB', 'sz-rd', '可靠性实验室', 'Reliability laboratory'],
  ['TEST', 'sz-rd', '研发测试', 'R&D testing'],
  ['INCOMING', 'sz-quality', '来料检验', 'Incoming inspection'],
  ['FAIR', 'sz-sales', '展会', 'Exhibitions'],
  ['TOOL', 'dg-engineering', '模具车间', 'Tooling shop'],
  ['DOCK', 'dg-logistics', '收发货', 'Shipping dock'],
  ['OLD1', 'dg-production', '老生产线', 'Former line'],
  ['OLD2', 'sz-it', '旧机房', 'Former server room'],
] as const

/** Teams without a budget, which use their department's cost centre. */
const teams = [['sz-hardware', 'sz-rd'], ['sz-software', 'sz-rd'], ['sz-structure', 'sz-rd'], ['sz-domestic', 'sz-sales'], ['sz-export',
  'sz-sales']] as const

const since = '2020-01-01'

/**
 * Saves cost centres with responsible people and mappings; one has no responsible person, two are disabled, one mapping starts next year.
 */
async function saveCostCenters(db: Db, day: string, writer: Writer): Promise<void> {
  for (const [index, id] of budgetUnits.entries()) await saveMain(db, { id, index, writer })
  for (const [index, center] of further.entries()) await saveFurther(db, { center, index, writer })
  for (const [team, department] of teams)
    await costCenters(db).map({ department: team, costCenter: costCenterId(department), isDefault: true, validFrom: since, ...writer })
  await costCenters(db).map({ department: 'dg-smt', costCenter: `${costCenterId('dg-engineering')}-tool`,
    validFrom: `${Number(day.slice(0, 4)) + 1}-01-01`, ...writer })
}

async function saveMain(db: Db, { id, index, writer }: { id: string; index: number; writer: Writer }) {
  const { cn, en } = splitName(units.find((each) => each.id === id)?.name)
  await costCenters(db).save({ id: costCenterId(id), code: `CC10${String(index + 10)}`, nameCn: cn, nameEn: en, manager: headOf(id),
    groupIds: [id], factory: plantOf(id), ...writer })
  await costCenters(db).map({ department: id, costCenter: costCenterId(id), isDefault: true, validFrom: since, ...writer })
}

async function saveFurther(db: Db,
  { center: [suffix, unit, nameCn, nameEn], index, writer }: { center: (typeof further)[number]; index: number; writer: Writer }) {
  const id = `${costCenterId(unit)}-${suffix.toLowerCase()}`
  const manager = suffix === 'FAIR' ? null : headOf(unit)
  await costCenters(db).save({ id, code: `CC20${String(index + 10)}`, nameCn, nameEn, manager, groupIds: [unit], factory: plantOf(unit),
    enable: !suffix.startsWith('OLD'), ...writer })
  if (!suffix.startsWith('OLD')) await costCenters(db).map({ department: unit, costCenter: id, validFrom: since, ...writer })
}

function headOf(unit: string): string | null {
  const head = units.find(({ id }) => id === unit)?.head
  return head ? personId(head) : null
}

const plants: Readonly<Record<string, string>> = { sz: '1000', dg: '2000', vn: '3000' }
const plantOf = (unit: string) => plants[unit.slice(0, 2)] ?? '1000'

/** The samples of the demo company. */
export const samples = demoSamples.of({
  key: 'cost-centres',
  sort: 30,
  records: (db, { day, at }) => saveCostCenters(db, day, { by: personId('finance'), at }),
})
