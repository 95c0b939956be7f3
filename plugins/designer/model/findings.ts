import { formProblems } from '#kernel/composition/problems.ts'
import { isError } from '#kernel/composition/problem.ts'
import type { Label } from '#kernel/wording/label.ts'
import type { DesignProblem, FormContent } from '../wire.ts'
import { isHeaderField, isHiddenField, limits } from './content.ts'

/** A tab of the designer. */
export type DesignPart = 'fields' | 'rules' | 'flow' | 'list' | 'print' | 'rights'

/** A problem with the tab and field where it can be corrected. */
export interface PlacedProblem extends DesignProblem {
  readonly part: DesignPart
  /** Path of the field, id of the rule or step. */
  readonly id?: string | undefined
  /** Attribute of it, as `required`; without an id, one of the form. */
  readonly attribute?: string | undefined
}

const problem = (where: string, cn: string, en: string): DesignProblem => ({ where, text: { cn, en } })

/** Checks that need no server: the form itself, its page, prefix and limits. */
export function findProblems(content: FormContent): readonly DesignProblem[] {
  const { form, prefix, urlPage } = content
  const { fields, rules, columns } = form
  return [
    ...(/^[A-Z]{2,6}$/.test(prefix) ? [] : [problem('prefix', '编号前缀为2到6个大写字母', 'The number prefix has 2 to 6 capital letters')]),
    ...(/^[a-z0-9-]{2,40}$/.test(urlPage)
      ? []
      : [problem('urlPage', '页面标识为2到40个小写字母、数字或连字符', 'The page has 2 to 40 small letters, digits or hyphens')]),
    ...(form.terminals.length > 0 ? [] : [problem('terminals', '至少选择一个终端', 'Choose at least one terminal')]),
    ...tooMany('rules', rules.length, limits.rules),
    ...tooMany('columns', columns.length, limits.listColumns),
    ...sameLabels(content),
    ...formFaults(content),
    ...tooMany('fields', Object.keys(fields).filter((key) => !isHeaderField(key)).length, limits.fields),
  ]
}

/** The parts of a design whose number is limited. */
export const counted = { fields: { cn: '个字段', en: 'fields' }, rules: { cn: '条规则', en: 'rules' },
  columns: { cn: '个列表列', en: 'columns of the list' } } as const

/** The sentence that there is more than a limit allows, with both figures. */
export const beyondLimit = (count: number, limit: number, { cn, en }: Label): Label => ({ cn: `最多${limit}${cn}，现有${count}`,
  en: `At most ${limit} ${en}; there are ${count}` })

function tooMany(where: keyof typeof counted, count: number, limit: number): readonly DesignProblem[] {
  return count > limit ? [{ where, text: beyondLimit(count, limit, counted[where]) }] : []
}

/** Finds the faults of the form by itself. */
export const formFaults = ({ form }: Pick<FormContent, 'form'>): readonly DesignProblem[] =>
  formProblems(form).filter(isError).map(({ where, text }) => ({ where, text }))

/** Finds fields that have the label of another in their section. */
function sameLabels({ form: { fields } }: FormContent): readonly DesignProblem[] {
  const seen = new Map<string, string>()
  return Object.entries(fields).filter(([key, field]) => !isHiddenField(key, field)).flatMap(([key, { cn, section }]) => {
    const name = `${section} ${cn}`
    const isRepeated = cn !== '' && seen.has(name)
    seen.set(name, key)
    return isRepeated ? [problem(key, `本组已有“${cn}”`, `This section has another field of this label`)] : []
  })
}

const partsByName: Readonly<Record<string, DesignPart>> = { rules: 'rules', flow: 'flow', columns: 'list', subject: 'list', unique: 'rules',
  print: 'print', starters: 'rights' }

/** Locates a problem: `form x › items.amount › required` is at the field, `prefix` in the settings of the form. */
export function placeProblem(content: FormContent, { where, text }: DesignProblem): PlacedProblem {
  const steps = where.split(' › ').filter((step, at) => at > 0 || !/^(form|plugin) /.test(step))
  const [first = '', ...rest] = steps
  const isField = (path = ''): boolean => Object.hasOwn(content.form.fields, path.split('.')[0] ?? '')
  if (first === 'fields' && isField(rest[0])) return { where, text, part: 'fields', ...inField(rest) }
  if (isField(first)) return { where, text, part: 'fields', ...inField(steps) }
  return { where, text, ...besideFields(first, rest) }
}

/** Place of a problem that is not at a field. */
function besideFields(first: string, [id, attribute]: readonly string[]): Pick<PlacedProblem, 'part' | 'id' | 'attribute'> {
  const [name = '', argument] = first.split(' ')
  const part = partsByName[name]
  return part ? { part, id: id ?? argument, attribute } : { part: 'fields', attribute: name }
}

/** `columns › amount › min` below a table is about the column. */
const inField = ([path = '', first, second, third]: readonly string[]) => (first === 'columns' && second !== undefined
  ? { id: `${path}.${second}`, attribute: third }
  : { id: path, attribute: first })

/** The problems of kernel and server, each once. */
export function mergedProblems(...lists: readonly (readonly DesignProblem[])[]): readonly DesignProblem[] {
  const key = ({ where, text }: DesignProblem): string => `${where.split(' › ').at(-1)} ${(text as Label).en}`
  return [...new Map(lists.flat().map((each) => [key(each), each])).values()]
}
