import { requiredBy } from '#kernel/composition/requirement-findings.ts'
import type { FieldDefinition, Fields } from '#kernel/fields.ts'
import { approve, copy, defineFlow, type Flow, type FlowSettings, initiator, both, personIn, selectUser } from '#kernel/flow.ts'
import { isEverybody } from '#kernel/flow/starters.ts'
import { defineForm, type Form, formPermissions } from '#kernel/form.ts'
import { memoize } from '#kernel/memoize.ts'
import { definePlugin, type Plugin } from '#kernel/plugin.ts'
import { basics, closing, header, headerRules } from '#plugins/forms/kit.ts'
import { rightsOfPages, statisticsMenu, statisticsPages } from '#plugins/statistics/extension-points.ts'
import { type RegisterInForce, registerParts } from './registers/register.ts'
import { compact, fieldsIn, freshKey, isForeignHeaderField, isReservedKey, partsOf, pathOf } from './model/content.ts'
import { renameField } from './model/references.ts'
import { formStatistics } from './statistics.ts'
import { type CreateFormDesign, designKey, type FormContent } from './wire.ts'

/** Id of the module that the published designs of a company are together. */
export const companyId = 'company'

/** The dictionaries and roles that administrators keep beside those of modules: designs may name them. */
export type CompanyNames = Pick<Plugin, 'dictionaries' | 'roles'>

/** The module that the published designs of a company are together: plain declarations, as of any other module. */
export function companyPlugin(designs: readonly FormContent[], registers: readonly RegisterInForce[], plugins: readonly Plugin[],
  names: CompanyNames = { dictionaries: [], roles: [] }): Plugin {
  const forms = designs.map(designedForm)
  const pages = forms.map(formStatistics)
  const parts = registerParts(registers)
  const company = definePlugin({
    id: companyId,
    ...parts,
    ...names,
    forms,
    menus: [...parts.menus, ...pages.map((page, index) => statisticsMenu(page, forms[index]!.icon))],
    contributes: [statisticsPages.of(...pages)],
    permissions: [...parts.permissions, ...forms.flatMap(({ key }) => Object.values(formPermissions(key))), ...rightsOfPages(pages)],
  })
  return { ...company, requires: [...new Set(['forms', 'statistics', ...requiredBy(company, plugins)])] }
}

/** The form of a design, as it is declared: what every document has is there, whatever was drawn. */
export const designedForm: (content: FormContent) => Form = memoize(({ urlPage, prefix, group, icon, starters, form }) => {
  const key = designKey(urlPage)
  const path = `/dynamic-form-${urlPage}`
  const known = new Set(form.rules.map(({ id }) => id))
  return defineForm({
    ...form,
    key,
    path,
    detailPath: `${path}-detail`,
    designed: { urlPage },
    prefix,
    group,
    icon: icon ?? 'file',
    permissions: [],
    fields: withHeader(form),
    rules: [...headerRules.filter(({ id }) => !known.has(id)), ...form.rules],
    flow: started(form.flow, starters),
  })
})

/** The fields of every document are the product's; where they stand and what they are called is the designer's. */
function withHeader({ cn, en, fields }: Form): Fields {
  const shipped: Fields = header({ cn, en })
  const missing = Object.fromEntries(Object.entries(shipped).filter(([key]) => !Object.hasOwn(fields, key)))
  const drawn = Object.entries(fields).map(([key, field]) =>
    [key, Object.hasOwn(shipped, key) ? placed(shipped[key]!, field) : field] as const
  )
  return { ...missing, ...Object.fromEntries(drawn) }
}

const placed = (shipped: FieldDefinition, { cn, en, section, span, hint }: FieldDefinition): FieldDefinition => ({ ...shipped, cn, en,
  ...(section !== undefined && { section }), ...(span !== undefined && { span }), ...(hint !== undefined && { hint }) })

function started({ steps, settings: { starters: _s, ...settings } }: Flow, starters: FormContent['starters']): Flow {
  return { steps, settings: { ...settings, ...(!isEverybody(starters) && { starters }) } }
}

/** A new design: what every document has, or what another form has; its approvers are chosen until somebody draws a flow. */
export function newContent({ urlPage, prefix, group, cn, en }: CreateFormDesign, from: Form | undefined,
  settings: Partial<FlowSettings> = {}): FormContent {
  const base = from ?? {
    sections: [basics, { id: 'contents', cn: '内容', en: 'Contents' }, ...closing],
    fields: header({ cn, en }),
    flow: defineFlow([
      approve('addApprover', selectUser(10, { canAdd: true }), { cn: '自选审批人', en: 'Chosen approvers', mode: 'sequential' }),
      copy('ccFinish', both(initiator, personIn('ccUserList')), { cn: '抄送', en: 'CC' }),
    ], settings),
    icon: 'file',
  }
  // its dealings with other systems and other forms are not copied
  const { figures: _f, posts: _p, onward: _o, followUps = [], paidBy: _b, voidPermission: _v, startedBy: _s, designed: _d, short: _n,
    unique, ...copied } = base as Form
  const gone = new Set(followUps.map(({ id }) => id))
  const starters = copied.flow.settings.starters ?? { people: [], departments: [], roles: [] }
  const drawn: FormContent = { urlPage, prefix, group, icon: base.icon, starters,
    form: defineForm({ ...copied, ...(gone.size > 0 && withoutFollowUps(copied, gone)), cn, en, key: designKey(urlPage),
      path: `/dynamic-form-${urlPage}`, detailPath: `/dynamic-form-${urlPage}-detail`, prefix, group,
      ...(unique && { unique: unique.map(({ across: _a, ...rest }) => rest) }) }) }
  const free = withFreeKeys(drawn)
  const { designed: _, permissions: _r, ...form } = designedForm(free)
  const own = free.form.rules.filter(({ id }) => !headerRules.some((rule) => rule.id === id))
  return { ...free, form: { ...form, permissions: [], rules: own } }
}

/** Fields and rules without what they say of follow-ups; a rule for follow-ups alone is left out. */
function withoutFollowUps({ fields, rules }: Pick<Form, 'fields' | 'rules'>, gone: ReadonlySet<string>): Pick<Form, 'fields' | 'rules'> {
  const kept = (nodes: readonly string[] | undefined) => nodes?.filter((node) => !gone.has(node))
  const some = (nodes: readonly string[] | undefined) => (nodes && nodes.length > 0 ? nodes : undefined)
  const stripped = (field: FieldDefinition): FieldDefinition => {
    const { atNode, editAt, requiredAt, visibleTo, columns } = field
    const remaining = compact({ ...field, editAt: some(kept(editAt)),
      atNode: typeof atNode === 'string' ? (gone.has(atNode) ? undefined : atNode) : some(kept(atNode)),
      requiredAt: requiredAt && Object.fromEntries(Object.entries(requiredAt).filter(([node]) => !gone.has(node))),
      visibleTo: visibleTo && compact({ ...visibleTo, nodes: some(kept(visibleTo.nodes)) }), columns: columns && mapped(columns) })
    return remaining as FieldDefinition
  }
  const mapped = (all: Fields): Fields => Object.fromEntries(Object.entries(all).map(([key, field]) => [key, stripped(field)]))
  return { fields: mapped(fields), rules: rules.flatMap((rule) => {
    if (rule.at === undefined) return [rule]
    const at = rule.at.filter((node) => !gone.has(node))
    return at.length > 0 ? [{ ...rule, at }] : []
  }) }
}

/** The content of a form of the product, with other keys for fields that no design may have so; what names them follows. */
function withFreeKeys(content: FormContent): FormContent {
  const paths = Object.entries(content.form.fields).flatMap((
    [key, { columns = {} }],
  ) => [key, ...Object.keys(columns).map((column) => pathOf(key, column))])
  return paths.reduce((renamed, path) => {
    const { table, key } = partsOf(path)
    const isTaken = isReservedKey(key) || (table === undefined && isForeignHeaderField(key, renamed.form.fields[key]!))
    return isTaken ? renameField(renamed, path, freshKey(fieldsIn(renamed, table), key)) : renamed
  }, content)
}
