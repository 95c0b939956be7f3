import { type Finding, finding, within } from '#kernel/composition/problem.ts'
import { formProblemsAmong } from '#kernel/composition/problems.ts'
import { fieldAt } from '#kernel/evaluate/path.ts'
import type { Form } from '#kernel/form.ts'
import type { Plugin } from '#kernel/plugin.ts'
import type { FieldNeeds, OverlayPart } from '../../overlay/difference.ts'
import { expressionFindings, limits } from '../../checks.ts'
import { costFindings } from '../../expression-cost.ts'
import { contentOfForm, isReservedKey, partsOf } from '../../model/content.ts'
import { changesBetween } from '../../model/parts.ts'
import { isOwnKey, overlaidForm, overlayBetween } from '../../overlay/overlay.ts'
import type { DesignProblem } from '../../wire.ts'

/** A fault of additions to a form of the product; `isStray`: it changes what a company cannot change there. */
interface OverlayProblem extends DesignProblem {
  readonly isStray?: true
}

interface JudgedOverlay {
  readonly needs: FieldNeeds
  readonly plugins: readonly Plugin[]
}

/** Finds what keeps a form with a company's additions from being published. */
export function overlayProblems(form: Form, shipped: Form, { needs, plugins }: JudgedOverlay): readonly OverlayProblem[] {
  const parts = overlayBetween(shipped, form)
  const strays = strayFindings(form, shipped, parts)
  if (strays.length > 0) return strays.map(({ where, text }) => ({ where, text, isStray: true }))
  const own = [...parts.flatMap((part) => partFindings(part, needs)), ...countFindings(form, shipped, parts), ...likeKeys(form, parts)]
  const found = own.length > 0 || plugins.length === 0 ? own : [...ownCosts(form, shipped), ...formProblemsAmong(form, plugins)]
  return found.map(({ where, text, counterexample }) => ({ where,
    text: counterexample ? { cn: `${text.cn}：${counterexample.cn}`, en: `${text.en}: ${counterexample.en}` } : text })
  )
}

/** Findings about the cost of expressions that the form has not as it is shipped. */
function ownCosts(form: Form, shipped: Form): readonly Finding[] {
  const found = costFindings(form)
  const before = found.length > 0 ? costFindings(shipped).map(({ where }) => where) : []
  return found.filter(({ where }) => !before.includes(where))
}

/** Differences that no addition can make: fields that are gone, other rules, other attributes. */
function strayFindings(form: Form, shipped: Form, parts: readonly OverlayPart[]): readonly Finding[] {
  const hidden = new Set(parts.flatMap((part) => (part.of === 'hidden' ? [part.path] : [])))
  const sent = { ...form, columns: form.columns.filter((path) => !hidden.has(path)) }
  const changes = changesBetween(contentOfForm(overlaidForm(shipped, parts)), contentOfForm(sent))
  return changes.map(({ of, id, attributes }) =>
    finding(
      [of === 'field' ? 'fields' : of === 'rule' ? 'rules' : of, id, ...attributes.slice(0, 1)].filter((step) => step !== '').join(' › '),
      '产品表单的这一处不能修改',
      'This cannot be changed on a form of the product',
    )
  )
}

/** Finds the parts that hide or leave empty what the product needs, and why they cannot. */
export const neededProblems = (parts: readonly OverlayPart[], needs: FieldNeeds): readonly DesignProblem[] =>
  parts.filter(({ of }) => of === 'hidden' || of === 'attribute').flatMap((part) => partFindings(part, needs)).map(({ where, text }) => ({
    where,
    text,
  }))

type PartOf<Of extends OverlayPart['of']> = Extract<OverlayPart, { readonly of: Of }>

function partFindings(part: OverlayPart, needs: FieldNeeds): readonly Finding[] {
  if (part.of === 'added') return within(`fields › ${part.path}`, addedFindings(part))
  if (part.of === 'hidden') return neededFindings(part.path, 'visible', needs)
  if (part.of === 'attribute') return attributeFindings(part, needs)
  if (part.of === 'option') return optionFindings(part)
  return part.of === 'rule' ? within(`rules › ${part.rule.id}`, expressionFindings(part.rule)) : []
}

const refusals = { visible: { cn: '不能隐藏', en: 'It cannot be hidden' }, required: { cn: '不能改为选填', en: 'It cannot be left empty' } }

const neededFindings = (path: string, attribute: keyof typeof refusals, needs: FieldNeeds): readonly Finding[] =>
  (needs[path] ?? []).slice(0, 3).map((reason) =>
    finding(`fields › ${path} › ${attribute}`, `${refusals[attribute].cn}：${reason.cn}`, `${refusals[attribute].en}: ${reason.en}`)
  )

function attributeFindings({ path, attribute, now }: PartOf<'attribute'>, needs: FieldNeeds): readonly Finding[] {
  if (attribute === 'required' && now !== true) return neededFindings(path, 'required', needs)
  return within(`fields › ${path} › ${attribute}`, expressionFindings(now))
}

const optionFindings = ({ path, now }: PartOf<'option'>): readonly Finding[] =>
  [now.cn, now.en].some((name) => name.trim() === '')
    ? [finding(`fields › ${path} › options`, '选项须有中英文名称', 'A choice has a name in both languages')]
    : []

function addedFindings({ path, field }: PartOf<'added'>): readonly Finding[] {
  const { table, key } = partsOf(path)
  const columns = Object.keys(field.columns ?? {})
  return [
    ...(isOwnKey(key) ? [] : [finding('', '公司添加的字段，标识以 own 开头', 'The key of a company’s own field begins with “own”')]),
    ...(table !== undefined && field.kind === 'table' ? [finding('', '明细表中不能再有明细表', 'A table has no table in it')] : []),
    ...(columns.length > limits.columns ? [finding('columns', `最多${limits.columns}列`, `At most ${limits.columns} columns`)] : []),
    ...columns.filter((column) => isReservedKey(column) || !/^[a-z][A-Za-z0-9]{1,39}$/.test(column))
      .map((column) => finding(`columns › ${column}`, `字段标识“${column}”不可用`, `The key “${column}” cannot be used`)),
    ...(field.as === undefined
      ? []
      : [finding('as', '公司添加的字段不担任产品字段的作用', 'A company’s own field plays no part of the product’s')]),
    ...expressionFindings(field),
  ]
}

/** Finds added keys that differ from another key in case only. */
function likeKeys({ fields }: Form, parts: readonly OverlayPart[]): readonly Finding[] {
  return parts.flatMap((part) => {
    if (part.of !== 'added') return []
    const { table, key } = partsOf(part.path)
    const inside = table === undefined ? fields : (fields[table]?.columns ?? {})
    const isLike = Object.keys(inside).some((name) => name !== key && name.toLowerCase() === key.toLowerCase())
    return isLike && fieldAt(fields, part.path)
      ? [finding(`fields › ${part.path}`, `字段标识重复：${key}`, `Duplicate field key: ${key}`)]
      : []
  })
}

function countFindings(form: Form, shipped: Form, parts: readonly OverlayPart[]): readonly Finding[] {
  const rules = parts.filter(({ of }) => of === 'rule').length
  const fields = Object.keys(form.fields).length
  const tables = new Set(parts.flatMap((part) => (part.of === 'added' ? (partsOf(part.path).table ?? []) : [])))
  return [
    ...(rules > limits.rules ? [finding('rules', `最多${limits.rules}条规则`, `At most ${limits.rules} rules`)] : []),
    ...(fields > Math.max(limits.fields, Object.keys(shipped.fields).length)
      ? [finding('fields', `最多${limits.fields}个字段`, `At most ${limits.fields} fields`)]
      : []),
    ...[...tables].filter((table) =>
      Object.keys(form.fields[table]?.columns ?? {}).length >
        Math.max(limits.columns * 2, Object.keys(shipped.fields[table]?.columns ?? {}).length)
    ).map((table) => finding(`fields › ${table} › columns`, `最多${limits.columns * 2}列`, `At most ${limits.columns * 2} columns`)),
    ...(form.columns.length > shipped.columns.length + limits.listColumns
      ? [finding('columns', `最多加${limits.listColumns}个列表列`, `At most ${limits.listColumns} more columns of the list`)]
      : []),
  ]
}
