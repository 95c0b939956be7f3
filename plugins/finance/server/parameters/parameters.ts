import { nowOf } from '#kernel/values/dates.ts'
import { Missing, Refused, StateMoved } from '#kernel/errors.ts'
import { fieldSchema } from '#kernel/kinds/schema.ts'
import { type ParameterUse, parameterUses } from '#kernel/parameters/parameter-uses.ts'
import { enteredFigure, keptFigure } from '#kernel/parameters/parameters.ts'
import type { Dictionary, DictionaryItem, Measure, Plugin } from '#kernel/plugin.ts'
import type { Db } from '#server/database/tables.ts'
import { dictionaries } from '#server/identity/dictionaries.ts'
import type { ParameterAnswer, ParameterGroup } from '#plugins/finance/parameters.ts'

/** Parameters declared by modules, with their current values. */
export const parameters = (db: Db, plugins: readonly Plugin[]) => ({
  async groups(): Promise<ParameterGroup[]> {
    return Promise.all(declared(plugins).map((dictionary) => groupOf(db, plugins, dictionary)))
  },

  /** Parameters of one dictionary. @throws Missing for a dictionary without parameters */
  async group(key: string): Promise<ParameterGroup> {
    return groupOf(db, plugins, sureOf(plugins, key))
  },

  /**
   * Sets parameters of one subject, all or none. Returns the previous values by name.
   * @throws StateMoved when one was changed in the meantime; Refused at `changes.{index}.value`
   */
  async set(key: string, changes: readonly FigureChange[],
    { by, at }: { readonly by: string; readonly at: Date }): Promise<Readonly<Record<string, string>>> {
    const items = new Map(sureOf(plugins, key).items.map((item) => [item.value, item]))
    const rows = await db.selectFrom('sys_dict_data').select(['id', 'value', 'label', 'version']).where('type', '=', key).where('del_flag',
      '=', 0).orderBy('id').forUpdate()
      .execute()
    const stored = new Map(rows.map((row) => [row.value, row]))
    const wrong = changes.flatMap((change, index) =>
      faultsOf(items.get(change.name)?.measure, change.value).map((code) => ({ field: `changes.${index}.value`, ...code }))
    )
    if (wrong.length > 0) throw new Refused('error.field.invalid', {}, wrong)
    for (const { name, value, version } of changes) {
      const row = stored.get(name)
      if (!row || row.version !== version) throw new StateMoved(undefined, 'error.recordChanged')
      const figure = keptFigure(items.get(name)!.measure!, value)
      if (figure !== row.label)
        await db.updateTable('sys_dict_data').set((eb) => ({ label: figure, local_name: figure, update_by: by, update_time: at,
          version: eb('version', '+', 1) })
        )
          .where('id', '=', row.id).execute()
    }
    return Object.fromEntries(changes.map(({ name }) => [name, stored.get(name)?.label ?? '']))
  },
})

export interface FigureChange {
  readonly name: string
  readonly value: string | number
  /** Version of the parameter that the editor saw. */
  readonly version: number
}

const declared = (plugins: readonly Plugin[]): Dictionary[] =>
  plugins.flatMap((plugin) => plugin.dictionaries).filter((dictionary) => dictionary.parameters)

function sureOf(plugins: readonly Plugin[], key: string): Dictionary {
  const found = declared(plugins).find((dictionary) => dictionary.key === key)
  if (!found) throw new Missing('error.missing')
  return found
}

/** Locale keys of the problems with a value; an undeclared parameter is always invalid. */
function faultsOf(measure: Measure | undefined,
  value: string | number): { readonly code: string; readonly parameters?: Readonly<Record<string, string | number>> }[] {
  if (!measure) return [{ code: 'error.field.invalid' }]
  const checked = fieldSchema(measure.field).safeParse(value)
  if (checked.success && value !== '') return []
  const params =
    (checked.error?.issues[0] as { params?: { code: string; parameters: Readonly<Record<string, string | number>> } } | undefined)?.params
  return [params ? { code: params.code, parameters: params.parameters } : { code: 'error.field.invalid' }]
}

async function groupOf(db: Db, plugins: readonly Plugin[], { key, cn, en, items, table }: Dictionary): Promise<ParameterGroup> {
  const rows = await db.selectFrom('sys_dict_data').select(['value', 'label', 'version', 'update_by', 'update_time']).where('type', '=',
    key).where('del_flag', '=', 0).execute()
  const stored = new Map(rows.map((row) => [row.value, row]))
  const changers = rows.flatMap(({ update_by: by }) => by ?? [])
  const people = changers.length === 0 ? [] : await db.selectFrom('sys_user').select(['id', 'name']).where('id', 'in', changers).execute()
  const names = new Map(people.map(({ id, name }) => [id, name]))
  const answerOf = (item: ParameterItem): ParameterAnswer => ({ ...answered(item, stored.get(item.value), names),
    uses: usesOf(plugins, key, item.value) })
  const measured = items.filter((item): item is ParameterItem => item.measure !== undefined)
  return { key, cn, en, table: table ? { rows: table.rows, columns: await columnsOf(db, table.across) } : null,
    parameters: measured.map(answerOf) }
}

type ParameterItem = DictionaryItem & { readonly measure: Measure }

interface ParameterState {
  readonly label: string
  readonly version: number
  readonly update_by: string | null
  readonly update_time: Date
}

function answered({ value: name, cn: initial, meaning = { cn: name, en: name }, measure }: ParameterItem, row: ParameterState | undefined,
  names: ReadonlyMap<string, string>): Omit<ParameterAnswer, 'uses'> {
  return {
    name,
    cn: meaning.cn,
    en: meaning.en,
    field: measure.field,
    unit: measure.unit ?? null,
    value: shown(measure, row?.label ?? initial),
    initial: shown(measure, initial),
    version: row?.version ?? 0,
    ...changeOf(row, names),
  }
}

function changeOf(row: ParameterState | undefined, names: ReadonlyMap<string, string>): Pick<ParameterAnswer, 'changedBy' | 'changedTime'> {
  if (!row?.update_by) return { changedBy: null, changedTime: null }
  return { changedBy: names.get(row.update_by) ?? null, changedTime: nowOf(row.update_time) }
}

const known = new WeakMap<readonly Plugin[], Map<string, readonly ParameterUse[]>>()

/** Uses of a parameter; computed once per plugin list, since declarations do not change at run time. */
function usesOf(plugins: readonly Plugin[], key: string, name: string): readonly ParameterUse[] {
  const found = known.get(plugins) ?? new Map<string, readonly ParameterUse[]>()
  known.set(plugins, found)
  const uses = found.get(`${key} ${name}`) ?? plugins.flatMap(({ forms }) => forms).flatMap((form) => parameterUses(form, key, name))
  found.set(`${key} ${name}`, uses)
  return uses
}

const shown = (measure: Measure, figure: string) => enteredFigure(measure, figure) as string | number | null

async function columnsOf(db: Db, key: string) {
  return (await dictionaries(db).list(key)).map(({ value, label, localName }) => ({ value, cn: label, en: localName }))
}
