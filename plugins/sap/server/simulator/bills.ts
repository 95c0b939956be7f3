import type { SapRecord } from '../protocols/payload.ts'
import type { ServiceFacts } from '../released-services/facts.ts'
import type { SimulatorContext } from './answer.ts'
import type { SapMessage } from './records.ts'
import type { SimulatorStore } from './store.ts'

/** Set of the items of bills of material, whose records are changed by functions. */
export const bomItems = 'MaterialBOMItem'

/** The records of a set; an item of a bill as it was committed last. */
export async function recordsOf({ masters, store }: SimulatorContext, service: ServiceFacts, set: string): Promise<readonly SapRecord[]> {
  const name = `${service.name}/${set}`
  const before = await masters(name)
  const committed = store.records(name)
  if (set !== bomItems) return [...before, ...committed.map(({ values }) => values)]
  const { items, taken } = latest.get(store) ?? { items: new Map<string, SapRecord>(), taken: 0 }
  for (const { values } of committed.slice(taken)) items.set(keyOf(service, values), values)
  latest.set(store, { items, taken: committed.length })
  const given = new Map(before.map((item) => [keyOf(service, item), item]))
  return [...[...given].map(([key, item]) => items.get(key) ?? item), ...[...items].flatMap(([key, item]) => given.has(key) ? [] : [item])]
}

/** Items of bills as committed last, by key, and the number of records read so far: a store only grows. */
const latest = new WeakMap<SimulatorStore, { readonly items: Map<string, SapRecord>; readonly taken: number }>()

const keyOf = (service: ServiceFacts, item: SapRecord): string =>
  (service.sets.get(bomItems)?.keys ?? []).map((name) => String(item[name] ?? '')).join(' ')

/** The properties that SAP sets of an item that is added: the key of its bill, a node of its own, and its change number. */
export async function keysOfItem(context: SimulatorContext, service: ServiceFacts, values: SapRecord): Promise<SapRecord> {
  const { BillOfMaterialHeaderUUID: id, BillOfMaterialItemUUID: own, EngineeringChangeDocForEdit: change = '' } = values
  const bill = (await recordsOf(context, service, 'MaterialBOM')).find((one) => one['BillOfMaterialHeaderUUID'] === id) ?? {}
  const key = Object.fromEntries(
    ['BillOfMaterial', 'BillOfMaterialCategory', 'BillOfMaterialVariant', 'BillOfMaterialVersion', 'Material', 'Plant'].map((
      name,
    ) => [name, bill[name] ?? '']),
  )
  return { ...key, HeaderChangeDocument: '', EngineeringChangeDocument: change, BillOfMaterialItemNodeNumber: String(own).slice(-8) }
}

/** An item as a function changes or ends it under a change number, with the values that the function was given. */
export async function changedItem(context: SimulatorContext, service: ServiceFacts, name: string, query: URLSearchParams): Promise<
  { readonly refused: readonly SapMessage[] } | { readonly answer: SapRecord; readonly changes: SapRecord }
> {
  const given = Object.fromEntries([...query].map(([key, value]) => [key, valueOf(value)]))
  const item = (await recordsOf(context, service, bomItems)).find((one) => keyOf(service, one) === keyOf(service, given))
  const refused = refusalOfCall(service, name, given) ?? (item && isInBill(item, context.now()) ? undefined : missingItem)
  if (refused || !item) return { refused: [refused ?? missingItem] }
  const ended = name === 'DeleteBOMItemWithECN' ? { ValidityEndDate: `/Date(${context.now().getTime()})/` } : {}
  return { changes: given, answer: { ...item, ...given, ...ended, EngineeringChangeDocument: given['EngineeringChangeDocForEdit'] } }
}

/** The refusal of a call by its name and its parameters. */
function refusalOfCall(service: ServiceFacts, name: string, given: Readonly<Record<string, string>>): SapMessage | undefined {
  const parameters = service.functions.get(name)
  if (!parameters) return refusal('SY/530', `${name} cannot be called`)
  const unknown = Object.keys(given).find((key) => !parameters.has(key))
  if (unknown !== undefined) return refusal('/IWBEP/CM_MGW_RT/020', `Parameter '${unknown}' is invalid`)
  return given['EngineeringChangeDocForEdit'] ? undefined : refusal('29/221', 'Enter a change number')
}

const isInBill = ({ ValidityEndDate: end }: SapRecord, at: Date): boolean =>
  Number(/\d+/.exec(String(end))?.[0] ?? Number.POSITIVE_INFINITY) > at.getTime()

/** A value as functions are given it: in quotation marks, with the sign of its type. */
const valueOf = (text: string): string => (/^(?:guid)?'(.*)'$/.exec(text)?.[1] ?? text.replace(/M$/, '')).replaceAll("''", "'")

const refusal = (code: string, message: string): SapMessage => ({ code, message, severity: 'error', target: '' })

const missingItem = refusal('29/012', 'The item does not exist in the bill of material')
