import { Refused } from '#kernel/errors.ts'
import type { Plugin } from '#kernel/plugin.ts'
import type { Db } from '#server/database/tables.ts'
import { businessTypes } from '#server/identity/dictionaries.ts'
import { demandEnteredLengths } from '#server/resources/entered-lengths.ts'
import type { RecordRules, RecordStep } from '#server/resources/rules.ts'
import { dictionaryItem } from '#plugins/system/dictionaries/dictionary-item.ts'
import { isUsed } from './usage.ts'

/** A dictionary is named by its code for good; what modules declare stays. */
export const dictionaryTypeRules: RecordRules = {
  identify: ({ code }) => String(code),
  async prepare({ value, before }) {
    if (before && value['code'] !== before['code']) refuse('system.dictionary.codeFixed', 'code')
    return {}
  },
  async inUse(db, id) {
    const row = await db.selectFrom('sys_dict_type').select('built_in').where('code', '=', id).executeTakeFirst()
    if (row?.built_in) throw new Refused('system.dictionary.builtIn')
    return (await db.selectFrom('sys_dict_data').select('id').where('type', '=', id).limit(1).executeTakeFirst()) !== undefined
  },
  /** It is unused, and its code may be given again. */
  async afterWrite({ db, id }, change) {
    if (change === 'deleted') await db.deleteFrom('sys_dict_type').where('code', '=', id).execute()
  },
}

/** A choice that documents hold does not change its meaning: the key value of one that is built in or used stays as it is. */
export const dictionaryItemRules = (plugins: readonly Plugin[]): RecordRules => ({
  constraints: { sys_dict_data_type_value_key: { code: 'system.dictionary.valueExists', fields: ['value'] } },
  async prepare(step) {
    demandEnteredLengths(step, { fields: dictionaryItem.fields, most: { label: 30, localName: 30 }, code: 'system.dictionary.labelLength' })
    await mustStayItself(step, plugins)
    if (isParameter(plugins, String(step.value['type']))) refuse('system.dictionary.parameter', 'type')
    const { value, before } = step
    return { localName: value['localName'] || value['label'],
      sort: value['sort'] ?? before?.['sort'] ?? (await placeAtEnd(step.db, String(value['type']))) }
  },
  async inUse(db, id) {
    const row = await db.selectFrom('sys_dict_data').select(['type', 'value', 'built_in']).where('id', '=', id).executeTakeFirstOrThrow()
    if (row.built_in) throw new Refused('system.dictionary.builtIn')
    return isUsed(db, plugins, row)
  },
  async afterWrite({ db, id }, change) {
    if (change === 'deleted') await db.deleteFrom('sys_dict_data').where('id', '=', id).execute()
  },
})

async function mustStayItself({ db, value, before }: RecordStep, plugins: readonly Plugin[]): Promise<void> {
  if (!before) {
    if (value['type'] === businessTypes) refuse('system.dictionary.closed', 'type')
    return
  }
  if (value['type'] !== before['type']) refuse('system.dictionary.typeFixed', 'type')
  if (value['value'] === before['value']) return
  if (before['builtIn']) refuse('system.dictionary.valueFixed', 'value')
  if (await isUsed(db, plugins, { type: String(before['type']), value: String(before['value']) }))
    refuse('system.dictionary.valueUsed', 'value')
}

/** Figures are set where their kind is checked. */
const isParameter = (plugins: readonly Plugin[], type: string): boolean =>
  plugins.some(({ dictionaries }) => dictionaries.some(({ key, parameters }) => key === type && parameters === true))

async function placeAtEnd(db: Db, type: string): Promise<number> {
  const { last } = await db.selectFrom('sys_dict_data').select((eb) => eb.fn.max('sort').as('last')).where('type', '=', type)
    .executeTakeFirstOrThrow()
  return last === null ? 0 : Number(last) + 1
}

function refuse(code: string, field: string): never {
  throw new Refused(code, {}, [{ field, code }])
}
